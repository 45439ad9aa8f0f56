import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type {
  ChannelName,
  ChannelPattern,
  InstanceId,
  RoleName,
  SpaceName,
} from '../../../shared/base/ids.ts';
import type { Logger } from '../../../shared/base/log.ts';
import { Fault, type Refusal } from '../../../shared/base/refusal.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Now } from '../../../shared/base/time.ts';
import type { CotalMessage, Part } from '../../../shared/cotal/envelope.ts';
import {
  HEARTBEAT_MS,
  PROTOCOL_VERSION,
  type AgentCard,
  type Presence,
  type PresenceStatus,
} from '../../../shared/cotal/presence.ts';
import { resolveName, type Resolved } from '../../../shared/cotal/resolve.ts';
import {
  chatSubject,
  instSubject,
  kvSubject,
  spaceNames,
  svcSubject,
  type SpaceNames,
} from '../../../shared/cotal/subjects.ts';
import { openConnection, type Connection, type ConnectOptions } from './connection.ts';
import { consumeDurables } from './consume.ts';
import { openInbox, type Inbox, type InboxItem } from './inbox.ts';
import { createMemberships, type ChannelMembership } from './memberships.ts';
import { openOutbox, type OutboxEntry } from './outbox.ts';
import { watchPresence, type PresenceFeed } from './presence-feed.ts';
import { createSender, type Sent } from './sender.ts';

/** What a participant says of itself; id and protocol version are added. */
export interface CardInput {
  readonly name: string;
  readonly kind: 'agent' | 'endpoint';
  readonly role?: string;
  readonly description?: string;
  readonly tags?: string[];
  readonly meta?: Record<string, unknown>;
}

/** Who joins, and where it keeps what must survive a restart. */
export interface EndpointOptions extends Omit<ConnectOptions, 'name'> {
  readonly space: SpaceName;
  readonly card: CardInput;
  readonly role?: RoleName;
  readonly subscribe: readonly ChannelPattern[];
  /** Folder of the durable inbox and the outbox. */
  readonly spool: string;
  readonly log: Logger;
  /** How many historical messages a join surfaces at most. */
  readonly backfill?: number;
  /** In open mode nobody provisions: the endpoint makes its own direct-message consumer. */
  readonly open?: boolean;
}

/** Where a message goes. */
export type Target =
  | { readonly kind: 'channel'; readonly channel: ChannelName }
  | { readonly kind: 'peer'; readonly id: InstanceId }
  | { readonly kind: 'role'; readonly role: RoleName };

export interface Endpoint {
  readonly id: InstanceId;
  readonly names: SpaceNames;
  readonly connection: Connection;
  readonly presence: PresenceFeed;
  readonly inbox: Inbox;
  /** Called for every surfaced item, in order; historical ones are for reading, not for waking. */
  onItem(listener: (item: InboxItem) => void): () => void;
  /** `sent` means the broker stored it; `queued` that it is on disk and will be sent. Refused ones are a Fault. */
  send(
    target: Target,
    parts: readonly Part[],
    extra?: { mentions?: readonly string[]; replyTo?: string; contextId?: string },
  ): Promise<Sent>;
  /** What was taken and is not yet acknowledged by the broker, oldest first. */
  queued(): readonly OutboxEntry[];
  join(channel: ChannelPattern): Promise<ChannelMembership>;
  leave(channel: ChannelPattern): Promise<void>;
  memberships(): ChannelMembership[];
  resolve(nameOrId: string): Result<Resolved, Refusal>;
  setStatus(status: Exclude<PresenceStatus, 'offline'>, activity?: string): void;
  /** Says offline, flushes, and ends. */
  close(): Promise<void>;
}

/** Joins a space: connects, shows presence, follows its own messages, and joins its channels (Cotal §12). */
export async function startEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { now, log, id } = options;
  const names = spaceNames(options.space);
  const problem = (sentence: string): void => log.warn({ id }, sentence);
  const inbox = await openInbox(path.join(options.spool, 'inbox'), problem);
  const outbox = await openOutbox(path.join(options.spool, 'outbox'), now, problem);
  const connection = await openConnection({ ...options, name: options.card.name });
  const listeners = new Set<(item: InboxItem) => void>();
  const stops: (() => Promise<void>)[] = [];

  const surface = (item: InboxItem): void => {
    for (const listener of listeners) {
      try {
        listener(item);
      } catch (error) {
        log.error({ err: error, n: item.n }, 'a reader of the inbox failed; the item stays in the inbox');
      }
    }
  };

  try {
    const card: AgentCard = { ...options.card, id, protocolVersion: PROTOCOL_VERSION };
    const heart = startHeartbeat(connection, names, card, now);
    stops.push(heart.stop);
    const presence = await watchPresence(connection, names, now, log);
    stops.push(presence.stop);
    const sender = createSender({ connection, outbox, now, log });
    stops.push(async () => sender.stop());
    const context = { connection, names, id, inbox, surface, log, now };
    stops.push(
      await consumeDurables({
        ...context,
        ...(options.role === undefined ? {} : { role: options.role }),
        open: options.open === true,
      }),
    );
    const memberships = createMemberships({ ...context, backfill: options.backfill ?? 200 });
    stops.push(memberships.stop);
    for (const channel of options.subscribe) await memberships.join(channel);

    const from = { id, name: card.name, ...(card.role === undefined ? {} : { role: card.role }) };
    let closed = false;
    return {
      id,
      names,
      connection,
      presence,
      inbox,
      onItem(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      send(target, parts, extra = {}) {
        const mentions = extra.mentions ?? [];
        const message: CotalMessage = {
          id: randomUUID(),
          ts: now(),
          space: options.space,
          from,
          ...routeOf(target),
          ...(mentions.length === 0 ? {} : { mentions: [...mentions] }),
          parts: [...parts],
          ...(extra.replyTo === undefined ? {} : { replyTo: extra.replyTo }),
          ...(extra.contextId === undefined ? {} : { contextId: extra.contextId }),
        };
        return sender.send(subjectOf(names, target, id), message);
      },
      queued: () => outbox.pending(),
      join: memberships.join,
      leave: memberships.leave,
      memberships: memberships.list,
      resolve: (nameOrId) => resolveName(nameOrId, presence.roster.peers(), presence.roster.state(), now()),
      setStatus: heart.set,
      async close() {
        if (closed) return;
        closed = true;
        for (const stop of stops.toReversed())
          await stop().catch((e: unknown) => log.warn({ err: e }, 'a part did not stop cleanly'));
        await connection.close();
        await inbox.close();
      },
    };
  } catch (error) {
    for (const stop of stops.toReversed()) await stop().catch(() => undefined);
    await connection.close();
    await inbox.close();
    throw error;
  }
}

/** Names called out in a text have to be known before it is sent: a typo must not look delivered. */
export function resolveMentions(endpoint: Endpoint, mentions: readonly string[]): Result<string[], Refusal> {
  for (const name of mentions) {
    const found = endpoint.resolve(name);
    if (!found.ok && found.error.code === 'no-such-peer') return err(found.error);
  }
  return ok([...mentions]);
}

interface Heart {
  set(status: Exclude<PresenceStatus, 'offline'>, activity?: string): void;
  stop(): Promise<void>;
}

function startHeartbeat(c: Connection, n: SpaceNames, card: AgentCard, now: Now): Heart {
  let status: PresenceStatus = 'idle';
  let activity: string | undefined;
  let lastTs = 0;
  const beat = (): void => {
    if (c.nc.isClosed()) return;
    // `ts` has to advance: two changes within a millisecond are still two records.
    lastTs = Math.max(now(), lastTs + 1);
    const record: Presence = {
      card,
      status,
      ...(activity === undefined ? {} : { activity }),
      ...(status === 'offline' ? {} : { attention: 'open' }),
      ts: lastTs,
    };
    try {
      c.nc.publish(kvSubject(n.buckets.presence, card.id), JSON.stringify(record));
    } catch {
      // Disconnected: the next beat after the reconnect says it again.
    }
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  const off = c.onChange(({ connected }) => connected && beat());
  beat();
  return {
    set(nextStatus, nextActivity) {
      if (nextStatus === status && nextActivity === activity) return;
      status = nextStatus;
      activity = nextActivity;
      beat();
    },
    async stop() {
      clearInterval(timer);
      off();
      status = 'offline';
      activity = undefined;
      beat();
    },
  };
}

function routeOf(target: Target): Pick<CotalMessage, 'channel' | 'to' | 'toService'> {
  switch (target.kind) {
    case 'channel':
      return { channel: target.channel };
    case 'peer':
      return { to: target.id };
    case 'role':
      return { toService: target.role };
  }
}

function subjectOf(n: SpaceNames, target: Target, self: InstanceId): string {
  switch (target.kind) {
    case 'channel':
      return chatSubject(n, self, target.channel);
    case 'peer':
      return instSubject(n, target.id, self);
    case 'role':
      return svcSubject(n, target.role, self);
  }
}

/** A credential may carry another id than the one that was asked for; then nothing may be published (§2). */
export function assertSameId(expected: string, actual: string): void {
  if (expected === actual) return;
  throw new Fault('wrong-identity', 'The credential belongs to another identity.', {
    why: `It is ${actual}, and ${expected} was asked for.`,
    remedy: 'Remove COTAL_ID, or use the credential of that identity.',
  });
}
