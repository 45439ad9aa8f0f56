import { Kvm } from '@nats-io/kv';
import { PermissionViolationError, RequestError, type Msg, type Subscription } from '@nats-io/transport-node';
import type { Logger } from '../../../shared/base/log.ts';
import type { Now } from '../../../shared/base/time.ts';
import {
  createRoster,
  LIVENESS_MS,
  parsePresence,
  type PresenceRoster,
} from '../../../shared/cotal/presence.ts';
import { kvStream, kvSubject, type SpaceNames } from '../../../shared/cotal/subjects.ts';
import type { Connection } from './connection.ts';

export interface PresenceFeed {
  readonly roster: PresenceRoster;
  /** Called after every change that a person would see. */
  onChange(listener: () => void): () => void;
  stop(): Promise<void>;
}

const SWEEP_MS = 1000;
const REREAD_MS = 200;

/**
 * Keeps a roster current: a snapshot, then the live records, then a sweep by our own clock, because an expired
 * presence key leaves no event. Our own credentials read presence without a consumer; a foreign one that lacks that
 * grant falls back to a watch.
 */
export async function watchPresence(
  c: Connection,
  n: SpaceNames,
  now: Now,
  log: Logger,
): Promise<PresenceFeed> {
  const roster = createRoster();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const bucket = n.buckets.presence;

  const take = (key: string, operation: string, data: Uint8Array, ageMs: number | undefined): void => {
    if (operation === 'DEL' || operation === 'PURGE') {
      if (roster.removed(key, now())) changed();
      return;
    }
    const presence = parsePresence(key, data);
    if (presence === undefined) return;
    if (ageMs !== undefined) roster.snapshotRecord(presence, now(), ageMs);
    else if (roster.record(presence, now())) changed();
  };

  let stopReading: () => Promise<void>;
  const start = async (): Promise<void> => {
    stopReading = await readDirect(c, bucket, now, take).catch((error: unknown) => {
      if (!mayNotRead(error)) throw error;
      log.debug({ err: error }, 'presence is read through a watch: this credential may not read it directly');
      return readByWatch(c, bucket, now, take);
    });
    roster.setState('current');
    changed();
  };
  await start();

  let stopped = false;
  let rereading = false;
  /** Reads the directory anew until it can be read: after a broker restart its bucket is made again by the host. */
  const reread = async (): Promise<void> => {
    if (rereading) return;
    rereading = true;
    try {
      while (!stopped && c.connectivity().connected) {
        await stopReading().catch(() => undefined);
        stopReading = async () => undefined;
        try {
          await start();
          return;
        } catch (error) {
          log.debug({ err: error }, 'presence cannot be read yet');
          await new Promise((resolve) => setTimeout(resolve, REREAD_MS));
        }
      }
    } finally {
      rereading = false;
    }
  };
  const offConnection = c.onChange(({ connected }) => {
    // What happened while disconnected is unknown: nothing is claimed until the directory was read again.
    roster.setState('stale');
    changed();
    if (connected) void reread();
  });
  const timer = setInterval(() => {
    if (roster.sweep(now()).length > 0) changed();
  }, SWEEP_MS);

  return {
    roster,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      offConnection();
      await stopReading().catch(() => undefined);
    },
  };
}

/** A credential without the direct read is the one reason to fall back to a watch. */
function mayNotRead(error: unknown): boolean {
  const cause = error instanceof RequestError ? error.cause : error;
  return cause instanceof PermissionViolationError;
}

type Take = (key: string, operation: string, data: Uint8Array, ageMs: number | undefined) => void;

async function readDirect(c: Connection, bucket: string, now: Now, take: Take): Promise<() => Promise<void>> {
  const prefix = kvSubject(bucket, '');
  let refused: Error | undefined;
  const sub: Subscription = c.nc.subscribe(kvSubject(bucket, '*'), {
    callback: (error: Error | null, m: Msg) => {
      if (error !== null) refused = error;
      else if (m.subject.startsWith(prefix))
        take(m.subject.slice(prefix.length), m.headers?.get('KV-Operation') ?? '', m.data, undefined);
    },
  });
  try {
    await c.nc.flush();
    if (refused !== undefined) throw refused;
    const stored = await c.jsm.direct.getLastMessagesFor(kvStream(bucket), {
      multi_last: [kvSubject(bucket, '>')],
    });
    for await (const m of stored) {
      const age = Math.max(0, now() - m.time.getTime());
      take(
        m.subject.slice(prefix.length),
        m.header.get('KV-Operation'),
        m.data,
        Math.min(age, LIVENESS_MS * 10),
      );
    }
  } catch (error) {
    // "No messages" is an empty directory, not a failure.
    if (!(error instanceof Error && /no messages|404/i.test(error.message))) {
      sub.unsubscribe();
      throw error;
    }
  }
  return async () => sub.unsubscribe();
}

async function readByWatch(
  c: Connection,
  bucket: string,
  now: Now,
  take: Take,
): Promise<() => Promise<void>> {
  const kv = await new Kvm(c.js).open(bucket, { allow_direct: false });
  let initial = true;
  const watch = await kv.watch();
  void (async () => {
    for await (const e of watch) {
      take(e.key, e.operation, e.value, initial ? Math.max(0, now() - e.created.getTime()) : undefined);
      // `delta` counts what of the snapshot is still to come.
      if (e.delta === 0) initial = false;
    }
  })();
  return async () => watch.stop();
}
