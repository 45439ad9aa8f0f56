import { AckPolicy, DeliverPolicy, type ConsumerConfig } from '@nats-io/jetstream';
import type { Connection } from './connection.ts';

/** One stored message as the broker keeps it. */
export interface StoredMessage {
  readonly subject: string;
  readonly seq: number;
  readonly storedAt: number;
  readonly data: Uint8Array;
}

export interface HistoryQuery {
  readonly stream: string;
  /** The consumer's name; an agent's grant pins it, so its reads are serialized. */
  readonly consumer: string;
  /** One filter per read (§8), bounded by the read ACL. */
  readonly filter: string;
  readonly limit: number;
  /** Nothing after this sequence: the watermark taken at the join. */
  readonly upTo: number;
  /** Nothing stored before this time, epoch ms. */
  readonly since?: number;
  /** The newest that are together no larger than this, and one at least; absent: all of `limit`. */
  readonly maxBytes?: number;
}

/** What a read has found. */
export interface Newest {
  /** Oldest first. */
  readonly messages: StoredMessage[];
  /** Older ones were left out because of their size. */
  readonly isCut: boolean;
}

const FIRST_WINDOW = 512;
/** As many are on their way at a time; each may be as large as a message can be. */
const FETCH = 64;

/**
 * Reads the newest `limit` messages of one filter, oldest first. The broker can only read forwards, so the start is
 * searched backwards from the watermark in windows that grow until they hold enough.
 */
export async function readNewest(c: Connection, q: HistoryQuery): Promise<Newest> {
  if (q.upTo <= 0 || q.limit <= 0) return { messages: [], isCut: false };
  let window = FIRST_WINDOW;
  for (;;) {
    const start = Math.max(1, q.upTo - window + 1);
    const found = await readFrom(c, q, start);
    if (found === undefined) window *= 8;
    else if (start === 1 || found.isCut || found.messages.length >= q.limit)
      return { messages: found.messages.slice(-q.limit), isCut: found.isCut };
    else window *= 8;
  }
}

/** Reads all from a sequence on; `undefined` when far more is there than asked, before fetching it. */
async function readFrom(c: Connection, q: HistoryQuery, start: number): Promise<Newest | undefined> {
  const config: Partial<ConsumerConfig> = {
    name: q.consumer,
    filter_subject: q.filter,
    ack_policy: AckPolicy.None,
    mem_storage: true,
    inactive_threshold: 30_000_000_000,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: start,
  };
  await c.jsm.consumers.delete(q.stream, q.consumer).catch(() => false);
  const info = await c.jsm.consumers.add(q.stream, config);
  try {
    const consumer = await c.js.consumers.get(q.stream, q.consumer);
    const found: StoredMessage[] = [];
    let bytes = 0;
    let isCut = false;
    const dropTo = (count: number): void => {
      for (const old of found.splice(0, found.length - count)) bytes -= old.data.byteLength;
    };
    let left = info.num_pending;
    while (left > 0) {
      const batch = await consumer.fetch({ max_messages: Math.min(FETCH, left), expires: 5000 });
      let got = 0;
      for await (const m of batch) {
        got++;
        const storedAt = Math.floor(m.info.timestampNanos / 1_000_000);
        if (m.seq > q.upTo) continue;
        if (q.since !== undefined && storedAt < q.since) continue;
        found.push({ subject: m.subject, seq: m.seq, storedAt, data: m.data });
        bytes += m.data.byteLength;
        // Only the newest are wanted; a long window must not be held in memory whole.
        if (found.length > q.limit * 2 + FETCH) dropTo(q.limit);
        while (q.maxBytes !== undefined && bytes > q.maxBytes && found.length > 1) {
          dropTo(found.length - 1);
          isCut = true;
        }
      }
      if (got === 0) break;
      left -= got;
    }
    return { messages: found, isCut };
  } finally {
    await c.jsm.consumers.delete(q.stream, q.consumer).catch(() => false);
  }
}

/** The newest sequence of a stream, from its leader. */
export async function frontier(c: Connection, stream: string): Promise<number> {
  return (await c.jsm.streams.info(stream)).state.last_seq;
}
