import { AckPolicy, type JsMsg } from '@nats-io/jetstream';
import type { InstanceId, RoleName } from '../../../shared/base/ids.ts';
import type { Logger } from '../../../shared/base/log.ts';
import { Fault, messageOf } from '../../../shared/base/refusal.ts';
import { parseDelivery } from '../../../shared/cotal/envelope.ts';
import { dmDurable, instSubject, svcDurable, type SpaceNames } from '../../../shared/cotal/subjects.ts';
import type { Connection } from './connection.ts';
import type { Inbox, InboxItem } from './inbox.ts';

export interface ReceiveContext {
  readonly connection: Connection;
  readonly names: SpaceNames;
  readonly id: InstanceId;
  readonly inbox: Inbox;
  readonly surface: (item: InboxItem) => void;
  readonly log: Logger;
}

/**
 * Follows the instance's direct messages and its role's tasks by binding their durables. A message is acknowledged
 * only after it stands in the inbox on disk; a permanent anomaly is terminated and logged (§4, §8).
 */
export async function consumeDurables(ctx: ReceiveContext & { readonly role?: RoleName; readonly open: boolean }): Promise<() => Promise<void>> {
  const { connection, names, id } = ctx;
  if (ctx.open) {
    await connection.jsm.consumers.add(names.streams.dm, {
      durable_name: dmDurable(id),
      filter_subject: instSubject(names, id, '*'),
      ack_policy: AckPolicy.Explicit,
      ack_wait: 60_000_000_000,
      inactive_threshold: 600_000_000_000,
    });
  }
  const bound = [await bind(ctx, names.streams.dm, dmDurable(id))];
  if (ctx.role !== undefined) bound.push(await bind(ctx, names.streams.task, svcDurable(ctx.role)));
  return async () => {
    await Promise.all(bound.map((stop) => stop()));
  };
}

async function bind(ctx: ReceiveContext, stream: string, durable: string): Promise<() => Promise<void>> {
  let consumer;
  try {
    consumer = await ctx.connection.js.consumers.get(stream, durable);
  } catch (error) {
    throw new Fault('not-provisioned', `This identity is not set up in the space (${durable} is missing).`, {
      why: messageOf(error),
      remedy: 'Mint its credentials with --provision on the machine of the mesh.',
      cause: error,
    });
  }
  const messages = await consumer.consume({ max_messages: 64, callback: (m: JsMsg) => receive(ctx, m) });
  return async () => {
    await messages.close();
  };
}

function receive(ctx: ReceiveContext, m: JsMsg): void {
  const parsed = parseDelivery(m.subject, m.data);
  if (!parsed.ok) {
    ctx.log.warn({ subject: m.subject, reason: parsed.error.code }, 'a message was refused and will not come again');
    m.term(parsed.error.code);
    return;
  }
  try {
    const item = ctx.inbox.append(parsed.value, false);
    if (item !== undefined) ctx.surface(item);
    void ctx.inbox.flushed().then(
      () => m.ack(),
      (error: unknown) => {
        ctx.log.error({ err: error }, 'the inbox could not be written to disk; the message will come again');
        m.nak(2000);
      },
    );
  } catch (error) {
    ctx.log.error({ err: error, subject: m.subject }, 'a message could not be put into the inbox and will come again');
    m.nak(2000);
  }
}
