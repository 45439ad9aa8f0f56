import {
  closeSync,
  fsync,
  fsyncSync,
  openSync,
  promises as fs,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJsonText } from '../../../shared/base/bounded-json.ts';
import { messageSchema, type Delivery } from '../../../shared/cotal/envelope.ts';
import { ensurePrivateDir, readJson, writeJson } from '../workspace/files.ts';

/**
 * The durable inbox of one endpoint: what is appended here has been surfaced (decision 8). Readers follow it by
 * cursor, and the ids in it are the memory that shows a message once over live, history and redelivered copies,
 * across restarts. Segments of one JSON row per line; the newest is appended to.
 */
export interface InboxItem {
  /** Position; grows by one per item, never reused. */
  readonly n: number;
  readonly kind: Delivery['kind'];
  readonly sender: string;
  /** The channel or role it came by, empty for a direct message. */
  readonly via: string;
  readonly historical: boolean;
  readonly message: Delivery['message'];
}

export interface Inbox {
  /** Surfaces a delivery once. Returns the item, or nothing when its id was surfaced before. */
  append(delivery: Delivery, historical: boolean): InboxItem | undefined;
  seen(sender: string, id: string): boolean;
  /** Resolves when everything appended so far survives a power cut; acknowledge after it. */
  flushed(): Promise<void>;
  /** Items after a position, oldest first. */
  read(after: number, limit: number): InboxItem[];
  /** The position up to which the reader has handled items. */
  cursor(): number;
  commit(n: number): Promise<void>;
  last(): number;
  close(): Promise<void>;
}

export const inboxItemSchema = z.object({
  n: z.number().int(),
  kind: z.enum(['channel', 'dm', 'anycast']),
  sender: z.string(),
  via: z.string(),
  historical: z.boolean(),
  message: messageSchema,
});
const cursorSchema = z.object({ n: z.number().int().min(0) });

const ITEMS_PER_SEGMENT = 4096;
const BYTES_PER_SEGMENT = 8 * 1024 * 1024;
const LINE_BOUNDS = { maxBytes: 2 * 1024 * 1024, maxDepth: 72 };
/** Ids remembered beyond those still in the segments on disk. */
const KEEP_SEGMENTS = 2;
/** Handled or not, more than this is not kept: a reader that never comes must not fill the disk. */
const MAX_SEGMENTS = 32;

export async function openInbox(dir: string, onProblem: (sentence: string) => void): Promise<Inbox> {
  await ensurePrivateDir(dir);
  const cursorFile = path.join(dir, 'cursor.json');
  let cursor =
    (await readJson(cursorFile, cursorSchema, `Remove ${cursorFile}; unread messages are then shown again.`))
      ?.n ?? 0;
  let segments = listSegments(dir);
  const ids = new Set<string>();
  let last = 0;
  for (const segment of segments) {
    for (const item of readSegment(dir, segment, onProblem)) {
      ids.add(idKey(item.sender, item.message.id));
      last = Math.max(last, item.n);
    }
  }
  last = Math.max(last, cursor);

  let first = segments.at(-1) ?? last + 1;
  if (segments.length === 0) segments = [first];
  let file = openSync(segmentPath(dir, first), 'a', 0o600);
  const content = readFileSync(segmentPath(dir, first));
  let bytes = content.byteLength;
  /** The file ends inside a line that a crash or a full disk cut off; the next one has to begin on its own. */
  let torn = bytes > 0 && content.at(-1) !== 0x0a;
  let flushing: Promise<void> | undefined;
  let dirty = false;

  function rotate(): void {
    // What was appended to it has to survive too, and a flush that is under way still needs the file.
    const full = file;
    if (dirty) fsyncSync(full);
    dirty = false;
    void (flushing ?? Promise.resolve()).then(() => closeSync(full));
    first = last + 1;
    segments.push(first);
    file = openSync(segmentPath(dir, first), 'a', 0o600);
    bytes = 0;
    // A segment may go once all its items are handled, or when there are far too many.
    while (segments.length > KEEP_SEGMENTS) {
      const next = segments[1] ?? 0;
      if (next - 1 > cursor && segments.length <= MAX_SEGMENTS) break;
      if (next - 1 > cursor) onProblem(`The inbox is full; messages before ${next} are dropped unread.`);
      const gone = segments.shift() ?? 0;
      void fs.rm(segmentPath(dir, gone), { force: true }).catch(() => undefined);
    }
    if (ids.size > ITEMS_PER_SEGMENT * (KEEP_SEGMENTS + 2))
      forgetOldest(ids, ids.size - ITEMS_PER_SEGMENT * (KEEP_SEGMENTS + 1));
  }

  return {
    append(delivery, historical) {
      const { message, sender } = delivery;
      const key = idKey(sender, message.id);
      // §11 of the facts: an empty id is never a dedup key.
      if (message.id !== '' && ids.has(key)) return undefined;
      const via =
        delivery.kind === 'channel' ? delivery.channel : delivery.kind === 'anycast' ? delivery.role : '';
      const item: InboxItem = { n: last + 1, kind: delivery.kind, sender, via, historical, message };
      const line = `${torn ? '\n' : ''}${JSON.stringify(item)}\n`;
      torn = true;
      writeFileSync(file, line);
      torn = false;
      last = item.n;
      bytes += line.length;
      dirty = true;
      ids.add(key);
      if (last - first + 1 >= ITEMS_PER_SEGMENT || bytes >= BYTES_PER_SEGMENT) rotate();
      return item;
    },
    seen: (sender, id) => id !== '' && ids.has(idKey(sender, id)),
    flushed() {
      if (!dirty && flushing === undefined) return Promise.resolve();
      // One fsync serves everybody who waits: those that come while it runs share the next one.
      const next = (flushing ?? Promise.resolve()).then(
        () =>
          new Promise<void>((resolve, reject) => {
            if (!dirty) return resolve();
            dirty = false;
            fsync(file, (error) => {
              if (error === null) return resolve();
              dirty = true;
              reject(error);
            });
          }),
      );
      const settled: Promise<void> = next
        .catch(() => undefined)
        .then(() => {
          // Only the last of those that wait ends the waiting.
          if (flushing === settled) flushing = undefined;
        });
      flushing = settled;
      return next;
    },
    read(after, limit) {
      const out: InboxItem[] = [];
      for (const [i, segment] of segments.entries()) {
        const next = segments[i + 1];
        if (next !== undefined && next - 1 <= after) continue;
        for (const item of readSegment(dir, segment, onProblem)) {
          if (item.n <= after) continue;
          out.push(item);
          if (out.length >= limit) return out;
        }
      }
      return out;
    },
    cursor: () => cursor,
    async commit(n) {
      if (n <= cursor) return;
      cursor = Math.min(n, last);
      await writeJson(cursorFile, { n: cursor });
    },
    last: () => last,
    async close() {
      await flushing;
      closeSync(file);
    },
  };
}

const segmentPath = (dir: string, first: number): string =>
  path.join(dir, `items-${String(first).padStart(12, '0')}.jsonl`);

function listSegments(dir: string): number[] {
  return readdirSync(dir)
    .map((name) => /^items-(\d{12})\.jsonl$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .toSorted((a, b) => a - b);
}

function readSegment(dir: string, first: number, onProblem: (sentence: string) => void): InboxItem[] {
  const items: InboxItem[] = [];
  let torn = 0;
  for (const line of readFileSync(segmentPath(dir, first), 'utf8').split('\n')) {
    if (line === '') continue;
    const json = parseJsonText(line, LINE_BOUNDS);
    const item = json.ok ? inboxItemSchema.safeParse(json.value) : undefined;
    if (item?.success === true) items.push(item.data);
    else torn++;
  }
  // A torn line was never acknowledged, so the broker delivers its message again.
  if (torn > 0) onProblem(`${torn} damaged line(s) in ${segmentPath(dir, first)} were passed over.`);
  return items;
}

function idKey(sender: string, id: string): string {
  return `${sender} ${id}`;
}

function forgetOldest(ids: Set<string>, count: number): void {
  let left = count;
  for (const id of ids) {
    if (left-- <= 0) return;
    ids.delete(id);
  }
}
