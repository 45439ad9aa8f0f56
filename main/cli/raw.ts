import { randomUUID } from 'node:crypto';

import { Fault, type Refusal } from '../../shared/base/refusal.ts';
import type { Result } from '../../shared/base/result.ts';
import type { MethodOutput } from '../../shared/api/contract.ts';
import { parseChannelName, parseRoleName, parseSpaceName } from '../../shared/cotal/names.ts';
import { extractMentions, resolveName } from '../../shared/cotal/resolve.ts';
import { chatSubject, instSubject, spaceNames, svcSubject } from '../../shared/cotal/subjects.ts';
import { openConnection } from '../cotal/nats/connection.ts';
import { readCredsFile } from '../cotal/nats/credentials.ts';
import { assertSameId } from '../cotal/nats/endpoint.ts';
import { watchPresence } from '../cotal/nats/presence-feed.ts';
import type { SendMode, SendOptions } from './commands/messages.ts';
import type { Context } from './context.ts';

/** A one-shot client under a credential file: no registry, no host, no inbox. */
export interface Raw {
  send(
    mode: SendMode,
    target: string,
    text: string,
    replyTo: string | undefined,
  ): Promise<MethodOutput<'mesh.send'>>;
  close(): Promise<void>;
}

const QUIET = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Connects with `--creds`, or, inside an agent session, with that agent's own credential. */
export async function openRaw(_ctx: Context, o: SendOptions): Promise<Raw> {
  const env = process.env;
  const file = env['COTAL_ID'] === undefined ? o.creds : env['COTAL_CREDS'];
  if (file === undefined)
    throw new Fault('no-creds', 'This session has no credential.', {
      why: 'COTAL_CREDS is not set.',
      remedy: 'Start it with cotal spawn.',
    });
  const creds = readCredsFile(file);
  if (env['COTAL_ID'] !== undefined) assertSameId(env['COTAL_ID'], creds.id);
  const space = must(
    parseSpaceName((env['COTAL_ID'] === undefined ? o.space : env['COTAL_SPACE']) ?? 'main'),
  );
  const servers =
    (env['COTAL_ID'] === undefined ? o.server : env['COTAL_SERVERS']) ?? 'nats://127.0.0.1:4222';
  const names = spaceNames(space);
  const name = env['COTAL_NAME'] ?? creds.id.slice(0, 8);
  const connection = await openConnection({
    servers,
    name,
    id: creds.id,
    credentials: () => creds,
    firstConnectMs: 5000,
    now: Date.now,
  });
  return {
    async send(mode, target, text, replyTo) {
      const { subject, route, to, note } = await routeOf(mode, target);
      const mentions = mode === 'msg' ? extractMentions(text) : [];
      const role = env['COTAL_ROLE'];
      const message = {
        id: randomUUID(),
        ts: Date.now(),
        space,
        from: { id: creds.id, name, ...(role === undefined ? {} : { role }) },
        ...route,
        ...(mentions.length === 0 ? {} : { mentions }),
        parts: [{ kind: 'text', text }],
        ...(replyTo === undefined ? {} : { replyTo }),
      };
      const ack = await connection.js
        .publish(subject, JSON.stringify(message), { msgID: message.id, timeout: 5000 })
        .catch((error: unknown) => {
          throw new Fault('not-allowed', 'The message was not sent.', {
            why: error instanceof Error ? error.message : String(error),
            remedy: 'Check that this credential may post there.',
            cause: error,
          });
        });
      return { id: message.id, seq: ack.seq, to, note };
    },
    close: () => connection.close(),
  };

  async function routeOf(mode: SendMode, target: string) {
    if (mode === 'msg') {
      const channel = must(parseChannelName(target));
      return {
        subject: chatSubject(names, creds.id, channel),
        route: { channel },
        to: `#${channel}`,
        note: null,
      };
    }
    if (mode === 'ask') {
      const role = must(parseRoleName(target));
      return { subject: svcSubject(names, role, creds.id), route: { toService: role }, to: role, note: null };
    }
    const feed = await watchPresence(connection, names, Date.now, QUIET);
    const found = must(resolveName(target, feed.roster.peers(), feed.roster.state(), Date.now()));
    await feed.stop();
    return {
      subject: instSubject(names, found.id, creds.id),
      route: { to: found.id },
      to: found.name,
      note: found.live ? null : `${found.name} is offline; the message waits.`,
    };
  }
}

function must<V>(result: Result<V, Refusal>): V {
  if (result.ok) return result.value;
  throw new Fault(result.error.code, 'The message was not sent.', {
    why: result.error.sentence,
    remedy: 'Correct the name.',
  });
}
