import path from 'node:path';
import { z } from 'zod';
import type { ChannelPattern, InstanceId } from '../../../shared/base/ids.ts';
import type { Logger } from '../../../shared/base/log.ts';
import { Fault, firstIssue } from '../../../shared/base/refusal.ts';
import { parseScope } from '../../../shared/cotal/agent-file.ts';
import {
  parseDisplayName,
  parseInstanceId,
  parseRoleName,
  parseSpaceName,
} from '../../../shared/cotal/names.ts';
import { readCredsFile } from '../nats/credentials.ts';
import { assertSameId, startEndpoint, type Endpoint, type EndpointOptions } from '../nats/endpoint.ts';

const text = z.string().max(4096);
const list = z
  .string()
  .max(64_000)
  .transform((s) =>
    s
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** The environment of a managed session, as every connector gets it. */
const environmentSchema = z.object({
  COTAL_SPACE: text,
  COTAL_NAME: text,
  COTAL_ID: text,
  COTAL_SERVERS: text,
  COTAL_SPOOL: text,
  COTAL_CREDS: text.optional(),
  COTAL_ROLE: text.optional(),
  COTAL_MODEL: text.optional(),
  COTAL_DESCRIPTION: text.optional(),
  COTAL_PROMPT: z.string().max(100_000).optional(),
  COTAL_SUBSCRIBE: list.optional(),
  COTAL_ALLOW_SUBSCRIBE: list.optional(),
  COTAL_ALLOW_PUBLISH: list.optional(),
});

/** What a session needs to act as its agent without joining: who it is, and where. */
export interface SessionIdentity {
  readonly options: Omit<EndpointOptions, 'log' | 'now'>;
  readonly allowPublish: readonly ChannelPattern[];
  readonly prompt: string | undefined;
}

/** Reads who this session is from its environment. Throws a Fault that names the variable which is wrong. */
export function readSession(
  env: Readonly<Record<string, string | undefined>>,
  connector: string,
): SessionIdentity {
  const parsed = environmentSchema.safeParse(env);
  if (!parsed.success) throw notManaged(firstIssue(parsed.error));
  const e = parsed.data;
  const space = parseSpaceName(e.COTAL_SPACE);
  const name = parseDisplayName(e.COTAL_NAME);
  const id = parseInstanceId(e.COTAL_ID);
  const role = e.COTAL_ROLE === undefined ? undefined : parseRoleName(e.COTAL_ROLE);
  const scope = parseScope({
    subscribe: e.COTAL_SUBSCRIBE,
    allowSubscribe: e.COTAL_ALLOW_SUBSCRIBE,
    allowPublish: e.COTAL_ALLOW_PUBLISH,
  });
  for (const part of [space, name, id, role, scope])
    if (part?.ok === false) throw notManaged(part.error.sentence);
  if (!space.ok || !name.ok || !id.ok || !scope.ok || role?.ok === false)
    throw notManaged('a value cannot be used');
  const credsFile = e.COTAL_CREDS === undefined ? undefined : path.resolve(e.COTAL_CREDS);
  if (credsFile !== undefined) assertSameId(id.value, readCredsFile(credsFile).id);
  return {
    options: {
      space: space.value,
      id: id.value as InstanceId,
      servers: e.COTAL_SERVERS.split(','),
      spool: path.resolve(e.COTAL_SPOOL),
      subscribe: scope.value.subscribe,
      firstConnectMs: 20_000,
      // Read again at every connect: the host renews the file while the agent is managed.
      ...(credsFile === undefined ? { open: true } : { credentials: () => readCredsFile(credsFile) }),
      ...(role === undefined ? {} : { role: role.value }),
      card: {
        name: name.value,
        kind: 'agent',
        ...(role === undefined ? {} : { role: role.value }),
        ...(e.COTAL_DESCRIPTION === undefined ? {} : { description: e.COTAL_DESCRIPTION }),
        meta: { connector, ...(e.COTAL_MODEL === undefined ? {} : { model: e.COTAL_MODEL }) },
      },
    },
    allowPublish: scope.value.allowPublish,
    prompt: e.COTAL_PROMPT,
  };
}

/** Joins the mesh as the agent of this session. */
export function joinSession(session: SessionIdentity, log: Logger): Promise<Endpoint> {
  return startEndpoint({ ...session.options, now: Date.now, log });
}

function notManaged(why: string): Fault {
  return new Fault('not-managed', 'This program runs inside an agent session only.', {
    why: `Its environment is not one: ${why}.`,
    remedy: 'Start it with cotal spawn.',
  });
}
