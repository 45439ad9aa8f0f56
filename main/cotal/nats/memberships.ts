import { PermissionViolationError, type Msg, type Subscription } from '@nats-io/transport-node';
import type { ChannelPattern } from '../../../shared/base/ids.ts';
import { Fault } from '../../../shared/base/refusal.ts';
import type { Now } from '../../../shared/base/time.ts';
import type { DeliveryClass } from '../../../shared/cotal/channels.ts';
import { parseDelivery } from '../../../shared/cotal/envelope.ts';
import { chatReadSubject, historyConsumer } from '../../../shared/cotal/subjects.ts';
import { readEffective } from './channel-config.ts';
import type { ReceiveContext } from './consume.ts';
import { frontier, readNewest } from './history.ts';

/** How an instance stands in a channel (§7). `joined live` on a durable channel says why there is no backstop. */
export interface ChannelMembership {
  readonly channel: ChannelPattern;
  readonly state: 'joined live' | 'joined durable';
  readonly deliveryClass: DeliveryClass;
  readonly backstop: 'not needed' | 'unavailable' | 'established';
  readonly reason: string | null;
}

export interface Memberships {
  join(channel: ChannelPattern): Promise<ChannelMembership>;
  leave(channel: ChannelPattern): Promise<void>;
  list(): ChannelMembership[];
  stop(): Promise<void>;
}

export function createMemberships(
  ctx: ReceiveContext & { readonly backfill: number; readonly now: Now },
): Memberships {
  const { connection, names, id, inbox, log } = ctx;
  const joined = new Map<ChannelPattern, { sub: Subscription; membership: ChannelMembership }>();
  // The grant pins one consumer name per instance, so its history reads run one after the other.
  let reading: Promise<unknown> = Promise.resolve();

  const receive = (subject: string, data: Uint8Array, historical: boolean): void => {
    const parsed = parseDelivery(subject, data);
    if (!parsed.ok) {
      log.warn({ subject, reason: parsed.error.code }, 'a channel message was refused');
      return;
    }
    // The subscription says nothing about who wrote: only a chat subject is a channel message.
    if (parsed.value.kind !== 'channel' || parsed.value.sender === id) return;
    const item = inbox.append(parsed.value, historical);
    if (item !== undefined) ctx.surface(item);
  };

  async function subscribe(channel: ChannelPattern): Promise<Subscription> {
    let refused: Error | undefined;
    const sub = connection.nc.subscribe(chatReadSubject(names, channel), {
      callback: (error: Error | null, m: Msg) => {
        if (error === null) return receive(m.subject, m.data, false);
        refused = error;
        // Grants are checked again at every reconnect: a late refusal ends the membership (§12.13).
        if (joined.delete(channel))
          log.warn({ channel, err: error }, 'the broker took this channel away from us');
      },
    });
    const off = connection.onError((error) => {
      if (/maximum subscriptions/i.test(error.message)) refused = error;
    });
    try {
      // A refusal always arrives before the answer to a flush: a join is one that the broker accepted.
      await connection.nc.flush();
    } finally {
      off();
    }
    if (refused === undefined && !sub.isClosed()) return sub;
    sub.unsubscribe();
    const allowed = !(refused instanceof PermissionViolationError);
    throw new Fault('join-refused', `"${channel}" cannot be joined.`, {
      why: allowed
        ? (refused?.message ?? 'The broker closed the subscription.')
        : 'It is outside what this identity may read (allowSubscribe).',
      remedy: allowed
        ? 'Leave a channel first, or raise the limit.'
        : 'Add it to allowSubscribe of the persona, or mint a credential with it.',
      cause: refused,
    });
  }

  async function backfill(channel: ChannelPattern, windowMs: number | null): Promise<void> {
    const upTo = await frontier(connection, names.streams.chat);
    const { messages: stored } = await readNewest(connection, {
      stream: names.streams.chat,
      consumer: historyConsumer(id),
      filter: chatReadSubject(names, channel),
      limit: ctx.backfill,
      upTo,
      ...(windowMs === null ? {} : { since: ctx.now() - windowMs }),
    });
    for (const m of stored) receive(m.subject, m.data, true);
  }

  return {
    async join(channel) {
      const already = joined.get(channel);
      if (already !== undefined) return already.membership;
      const sub = await subscribe(channel);
      const effective = await readEffective(connection, names, channel);
      const durable = effective.deliveryClass === 'durable';
      const membership: ChannelMembership = {
        channel,
        state: 'joined live',
        deliveryClass: effective.deliveryClass,
        backstop: durable ? 'unavailable' : 'not needed',
        reason: durable ? 'Durable backstop unavailable: no delivery service runs in this space.' : null,
      };
      joined.set(channel, { sub, membership });
      if (durable) log.info({ channel }, 'joined live; durable backstop unavailable');
      if (effective.replay) {
        const next = reading.then(() => backfill(channel, effective.replayWindowMs));
        reading = next.catch(() => undefined);
        await next.catch((error: unknown) =>
          log.warn({ err: error, channel }, 'the history of a channel could not be read'),
        );
      }
      return membership;
    },
    async leave(channel) {
      const entry = joined.get(channel);
      if (entry === undefined) return;
      joined.delete(channel);
      entry.sub.unsubscribe();
      await connection.nc.flush();
    },
    list: () => [...joined.values()].map((entry) => entry.membership),
    async stop() {
      for (const { sub } of joined.values()) sub.unsubscribe();
      joined.clear();
    },
  };
}
