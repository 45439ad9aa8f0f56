import { AckPolicy, type JsMsg } from '@nats-io/jetstream';
import type { InstanceId, RoleName } from '../../../shared/base/ids.ts';
import type { Logger } from '../../../shared/base/log.ts';
import { Fault, messageOf } from '../../../shared/base/refusal.ts';
import { parseDelivery } from '../../../shared/cotal/envelope.ts';
import { ACK_WAIT_MS } from '../../../shared/cotal/streams.ts';
import {
  dmDurable,
  instSubject,
  svcDurable,
  svcSubject,
  type SpaceNames,
} from '../../../shared/cotal/subjects.ts';
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

const OPEN_IDLE_NS = 600_000_000_000;

/**
 * Follows the instance's direct messages and its role's tasks by binding their durables. A message is acknowledged
 * only after it stands in the inbox on disk; a permanent anomaly is terminated and logged (§4, §8).
 */
export async function consumeDurables(
  ctx: ReceiveContext & { readonly role?: RoleName; readonly open: boolean },
): Promise<() => Promise<void>> {
  const { names, id } = ctx;
  const bound = [
    await bind(ctx, names.streams.dm, dmDurable(id), ctx.open ? instSubject(names, id, '*') : undefined),
  ];
  if (ctx.role !== undefined) {
    bound.push(
      await bind(
        ctx,
        names.streams.task,
        svcDurable(ctx.role),
        ctx.open ? svcSubject(names, ctx.role, '*') : undefined,
      ),
    );
  }
  return async () => {
    await Promise.all(bound.map((stop) => stop()));
  };
}

/** Binds a durable. In open mode nobody provisions, so one that is absent is made, and goes when it is idle. */
async function bind(
  ctx: ReceiveContext,
  stream: string,
  durable: string,
  openFilter: string | undefined,
): Promise<() => Promise<void>> {
  const { js, jsm } = ctx.connection;
  const get = () => js.consumers.get(stream, durable);
  const make = async (filter: string) => {
    await jsm.consumers.add(stream, {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ACK_WAIT_MS * 1_000_000,
      inactive_threshold: OPEN_IDLE_NS,
    });
    return get();
  };
  const consumer = await get()
    .catch((error: unknown) => {
      if (openFilter === undefined) throw error;
      return make(openFilter);
    })
    .catch((error: unknown) => {
      throw new Fault(
        'not-provisioned',
        `This identity is not set up in the space (${durable} is missing).`,
        {
          why: messageOf(error),
          remedy: 'Mint its credentials with --provision on the machine of the mesh.',
          cause: error,
        },
      );
    });
  const messages = await consumer.consume({ max_messages: 64, callback: (m: JsMsg) => receive(ctx, m) });
  return async () => {
    await messages.close();
  };
}

function receive(ctx: ReceiveContext, m: JsMsg): void {
  const parsed = parseDelivery(m.subject, m.data);
  if (!parsed.ok) {
    ctx.log.warn(
      { subject: m.subject, reason: parsed.error.code },
      'a message was refused and will not come again',
    );
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
    ctx.log.error(
      { err: error, subject: m.subject },
      'a message could not be put into the inbox and will come again',
    );
    m.nak(2000);
  }
}
