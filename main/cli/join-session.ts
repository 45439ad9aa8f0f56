import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChannelName, ChannelPattern, InstanceId, RoleName } from '../../shared/base/ids.ts';
import { Fault, type Refusal } from '../../shared/base/refusal.ts';
import type { Result } from '../../shared/base/result.ts';
import { parseJoinLink } from '../../shared/cotal/join-link.ts';
import {
  parseChannelName,
  parseDisplayName,
  parseRoleName,
  parseSpaceName,
} from '../../shared/cotal/names.ts';
import { parseCreds, readCredsFile, type Credentials } from '../cotal/nats/credentials.ts';
import { startEndpoint, type Endpoint, type EndpointOptions } from '../cotal/nats/endpoint.ts';
import { generateKey } from '../cotal/nats/keys.ts';
import type { JoinOptions } from './commands/join.ts';
import { openMesh, type Context } from './context.ts';

export interface JoinSession {
  readonly endpoint: Endpoint;
  readonly channel: ChannelName;
  cleanup(): Promise<void>;
}

type Where = Pick<
  EndpointOptions,
  'servers' | 'space' | 'id' | 'credentials' | 'token' | 'password' | 'tls' | 'open'
> & { readonly channels: readonly ChannelName[] };

const QUIET = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Joins by link, by credential file, or, on this machine's mesh, with a credential minted for this one visit. */
export async function openJoin(ctx: Context, o: JoinOptions): Promise<JoinSession> {
  const name = must(parseDisplayName(o.name ?? ''), 'Say who you are with --name.');
  const role = o.role === undefined ? undefined : must(parseRoleName(o.role), 'Correct --role.');
  const kind = o.kind ?? 'agent';
  if (kind !== 'agent' && kind !== 'endpoint')
    throw new Fault('usage', `There is no kind "${kind}".`, {
      why: 'It is agent or endpoint.',
      remedy: 'Correct --kind.',
    });
  const exclusive = [o.creds, o.link, o.token].filter((v) => v !== undefined);
  if (exclusive.length > 1)
    throw new Fault('usage', 'Only one kind of credential can be used.', {
      why: '--creds, --link and --token exclude each other.',
      remedy: 'Leave all but one out.',
    });
  const asked = o.channel === undefined ? [] : [must(parseChannelName(o.channel), 'Correct --channel.')];
  const where = await whereOf(ctx, o, role, asked);
  const channels =
    where.channels.length > 0 ? where.channels : asked.length > 0 ? asked : ['general' as ChannelName];
  const spool = await fs.mkdtemp(path.join(tmpdir(), 'cotal-join-'));
  const cleanup = (): Promise<void> => fs.rm(spool, { recursive: true, force: true });
  try {
    const endpoint = await startEndpoint({
      ...where,
      ...(role === undefined ? {} : { role }),
      card: { name, kind, ...(role === undefined ? {} : { role }) },
      subscribe: channels as readonly string[] as readonly ChannelPattern[],
      spool,
      firstConnectMs: 5000,
      now: Date.now,
      log: QUIET,
    });
    return { endpoint, channel: channels[0] ?? ('general' as ChannelName), cleanup };
  } catch (error) {
    await cleanup();
    throw error;
  }
}

async function whereOf(
  ctx: Context,
  o: JoinOptions,
  role: RoleName | undefined,
  asked: readonly ChannelName[],
): Promise<Where> {
  const openId = (): InstanceId => generateKey('user').publicKey as InstanceId;
  if (o.link !== undefined) {
    const link = must(parseJoinLink(o.link), 'Correct the link.');
    const { auth } = link;
    return {
      servers: link.server,
      space: link.space,
      id: openId(),
      channels: link.channels,
      open: true,
      tls: link.tls,
      ...(auth.kind === 'token' ? { token: auth.token } : {}),
      ...(auth.kind === 'password' ? { password: { user: auth.user, password: auth.password } } : {}),
    };
  }
  if (o.creds !== undefined || o.token !== undefined) {
    const space = must(parseSpaceName(o.space ?? 'main'), 'Correct --space.');
    const base = {
      servers: o.server ?? 'nats://127.0.0.1:4222',
      space,
      channels: [],
      ...(o.tls === true ? { tls: true } : {}),
    };
    if (o.token !== undefined) return { ...base, id: openId(), token: o.token, open: true };
    const credentials = readCredsFile(path.resolve(ctx.cwd, o.creds ?? ''));
    return { ...base, id: credentials.id, credentials: () => credentials };
  }
  const { host, mesh } = await openMesh(ctx, o);
  try {
    const status = await host.call('mesh.status', { mesh: mesh.id });
    const space = must(parseSpaceName(mesh.space), 'Correct --space.');
    const base = { servers: mesh.server, space, channels: [] };
    if (status.mode === 'open') return { ...base, id: openId(), open: true };
    const lists = asked.length > 0 ? [...asked] : ['general'];
    const minted = await host.call('creds.mint', {
      mesh: mesh.id,
      name: 'join',
      profile: 'agent',
      role: role ?? null,
      subscribe: lists,
      allowSubscribe: lists,
      allowPublish: lists,
      provision: true,
    });
    const credentials: Credentials = must(parseCreds(minted.creds), 'Try again.');
    return { ...base, id: credentials.id, credentials: () => credentials };
  } finally {
    host.close();
  }
}

function must<V>(result: Result<V, Refusal>, remedy: string): V {
  if (result.ok) return result.value;
  throw new Fault(result.error.code, 'The space was not joined.', { why: result.error.sentence, remedy });
}
