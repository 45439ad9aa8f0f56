import { PermissionViolationError, RequestError } from '@nats-io/transport-node';
import type { Logger } from '../../../shared/base/log.ts';
import { Fault, messageOf } from '../../../shared/base/refusal.ts';
import type { Now } from '../../../shared/base/time.ts';
import { encodeMessage, type CotalMessage } from '../../../shared/cotal/envelope.ts';
import type { Connection } from './connection.ts';
import type { Outbox } from './outbox.ts';
import { apiCode } from './provision.ts';

/** What became of a message. */
export type Sent =
  | { readonly state: 'sent'; readonly id: string; readonly seq: number; readonly stream: string }
  | { readonly state: 'queued'; readonly id: string; readonly reason: string };

export interface Sender {
  send(subject: string, message: CotalMessage): Promise<Sent>;
  stop(): void;
}

/** A message without its acknowledgement after this long goes to disk. */
const PATIENCE_MS = 2000;
const RETRY_MS = 500;
/** Broker answers that will not change by trying again. */
const FINAL = new Set([10077, 10002, 10054, 10023]);

/**
 * Publishes through JetStream with the message id as dedup key. What is not acknowledged in time, or cannot be
 * published because the broker is away, is kept in the outbox and sent again under the same id until it is.
 */
export function createSender(deps: {
  connection: Connection;
  outbox: Outbox;
  now: Now;
  log: Logger;
}): Sender {
  const { connection, outbox, log } = deps;
  let stopped = false;
  let draining = false;

  async function publish(
    subject: string,
    message: CotalMessage,
  ): Promise<{ seq: number; stream: string; duplicate: boolean }> {
    return connection.js.publish(subject, encodeMessage(message), {
      msgID: message.id,
      timeout: PATIENCE_MS,
    });
  }

  async function drain(): Promise<void> {
    if (draining || stopped) return;
    draining = true;
    try {
      for (const entry of outbox.pending()) {
        if (stopped || !connection.connectivity().connected) return;
        try {
          await publish(entry.subject, entry.message);
          await outbox.drop(entry.message.id);
        } catch (error) {
          const refused = finalRefusal(error);
          if (refused === undefined) return;
          log.error(
            { id: entry.message.id, why: refused.why },
            'a queued message was refused for good and is dropped',
          );
          await outbox.drop(entry.message.id);
        }
      }
    } finally {
      draining = false;
    }
  }
  const timer = setInterval(() => {
    if (outbox.pending().length > 0) void drain();
  }, RETRY_MS);
  const off = connection.onChange(({ connected }) => {
    if (connected) void drain();
  });

  return {
    async send(subject, message) {
      const { connected, reason } = connection.connectivity();
      if (connected) {
        try {
          const ack = await publish(subject, message);
          if (!ack.duplicate) return { state: 'sent', id: message.id, seq: ack.seq, stream: ack.stream };
          // Somebody used this id before: ours was not stored (decision 7, row D). Say it under a new one.
          log.warn(
            { id: message.id },
            'a message id was taken by another message; sent again under a new one',
          );
          return await this.send(subject, { ...message, id: crypto.randomUUID() });
        } catch (error) {
          const refused = finalRefusal(error);
          if (refused !== undefined) throw refused;
        }
      }
      await outbox.put({ subject, message });
      return { state: 'queued', id: message.id, reason: reason ?? 'The broker did not confirm it in time.' };
    },
    stop() {
      stopped = true;
      clearInterval(timer);
      off();
    },
  };
}

function finalRefusal(error: unknown): Fault | undefined {
  const cause = error instanceof RequestError ? error.cause : error;
  if (cause instanceof PermissionViolationError) {
    return new Fault('not-allowed', 'The message was not sent: this identity may not post there.', {
      why: `Its credential has no grant for ${cause.subject}.`,
      remedy: 'Add the channel to allowPublish of the persona, or mint a credential with it.',
      cause: error,
    });
  }
  const code = apiCode(error);
  if (code !== undefined && FINAL.has(code)) {
    return new Fault('not-saved', 'The message was not saved.', {
      why: `The broker refused it: ${messageOf(error)}.`,
      remedy: 'Free space, or clear history (cotal history clear --force), then send it again.',
      cause: error,
    });
  }
  if (error instanceof Error && /max_payload|MAX_PAYLOAD/i.test(error.message)) {
    return new Fault('too-large', 'The message was not sent: it is larger than the broker takes.', {
      why: 'A message has at most 1 MiB.',
      remedy: 'Shorten it, or put the content in a file and send its path.',
      cause: error,
    });
  }
  return undefined;
}
