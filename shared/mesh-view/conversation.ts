import type { ChannelName, InstanceId, SpaceName } from '../base/ids.ts';
import { messageSchema, textOf } from '../cotal/envelope.ts';
import { chatSubject, instSubject, spaceNames, svcSubject, type SpaceNames } from '../cotal/subjects.ts';
import { shownId, shownName, shownRole } from './bounds.ts';
import type { FeedEntry } from './snapshot.ts';

/** What one conversation is of. */
export type ConversationOf =
  | { readonly kind: 'channel'; readonly channel: string }
  | { readonly kind: 'dm'; readonly id: string };

/** One message of a conversation, from history, from the live feed, or from both. Times: epoch ms. */
export interface ConversationMessage {
  /** Unlike the id, which a sender chooses, no two messages share it. */
  readonly key: string;
  readonly id: string;
  readonly ts: number;
  /** Its place in the stream; `null` while only the live feed has told of it. */
  readonly seq: number | null;
  readonly from: { readonly id: string; readonly name: string; readonly role: string | null };
  readonly text: string;
  /** The feed carries the beginning of a long text only; the whole of it is in history. */
  readonly isCut: boolean;
  readonly replyTo: string | null;
  /** Names or instance ids, as far as they are known. */
  readonly mentions: readonly string[];
  readonly subject: string;
  /** It was there before anybody here listened. */
  readonly historical: boolean;
  /** The message as it is stored; `null` while only the live feed has told of it. */
  readonly envelope: HistoryEnvelope | null;
}

/** A stored message as `mesh.history` answers it. */
export interface HistoryEnvelope {
  readonly [field: string]: unknown;
  readonly kind: 'channel' | 'dm' | 'anycast';
  readonly seq: number;
}

/** A message that was answered in its thread. */
export interface Thread {
  /** Oldest first, never empty. */
  readonly replies: readonly ConversationMessage[];
}

/** A conversation as it is read: what stands in it, and what was answered to what stands in it. */
export interface Conversation {
  /** All messages but those in threads, oldest first. */
  readonly main: readonly ConversationMessage[];
  /** By the key of the message that was answered. */
  readonly threads: ReadonlyMap<string, Thread>;
}

/** The feed cuts texts at this length. */
const FEED_CHARS = 16_000;
/** A text to several peers within this long is one entry of the feed. */
const BURST_MS = 400;

/** Reads what history answered; a message that has not the shape of one is left out. */
export function readHistory(
  envelopes: readonly HistoryEnvelope[],
  space: string,
): readonly ConversationMessage[] {
  const names = spaceNames(space as SpaceName);
  return envelopes.flatMap((envelope) => {
    const parsed = messageSchema.safeParse(envelope);
    if (!parsed.success) return [];
    const { ts, from, replyTo, mentions } = parsed.data;
    const id = shownId(parsed.data.id);
    const subject = subjectOf(names, envelope.kind, parsed.data);
    return [
      {
        key: id === '' ? `${from.id} :${envelope.seq}` : keyOf(from.id, id),
        id,
        ts,
        seq: envelope.seq,
        from: { id: from.id, name: shownName(from.name, from.id), role: shownRole(from.role) },
        text: textOf(parsed.data),
        isCut: false,
        replyTo: shownId(replyTo ?? '') || null,
        mentions: mentions ?? [],
        subject,
        historical: true,
        envelope,
      },
    ];
  });
}

/** The part of the live feed that belongs to a conversation of the person's. */
export function entriesOf(
  feed: readonly FeedEntry[],
  of: ConversationOf,
  personId: string | undefined,
): readonly FeedEntry[] {
  if (of.kind === 'channel')
    return feed.filter((e) => e.delivery === 'multicast' && e.channel === of.channel);
  if (personId === undefined) return [];
  return feed.filter(
    (e) =>
      e.delivery === 'unicast' &&
      ((e.from.id === personId && e.toIds.includes(of.id)) ||
        (e.from.id === of.id && e.toIds.includes(personId))),
  );
}

/**
 * Stored and live messages in one line, each once. What is stored stands in the order of its stream; what was only
 * seen live comes by its time among it, looked for from the end, so that one wrong clock moves no other message.
 */
export function mergeConversation(
  stored: readonly ConversationMessage[],
  live: readonly FeedEntry[],
): readonly ConversationMessage[] {
  const seenLive = new Map(live.map((entry) => [keyOf(entry.from.id, entry.id), entry]));
  const known = new Map<string, ConversationMessage>();
  const unnamed = new Set<string>();
  const bySeq = stored.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  for (const message of bySeq) {
    if (known.has(message.key)) continue;
    const entry = seenLive.get(message.key);
    known.set(message.key, entry === undefined ? message : withLive(message, entry));
    if (message.id === '') unnamed.add(unnamedKey(message.from.id, message.ts, message.text));
  }
  const merged = [...known.values()];
  for (const entry of live) {
    const message = liveMessage(entry);
    if (known.has(message.key) || isStoredUnnamed(message, unnamed)) continue;
    if (entry.count > 1 && isStoredBurst(message, merged)) continue;
    known.set(message.key, message);
    insertByTime(merged, message);
  }
  return merged;
}

/**
 * Sorts out threads: an answer to a message that is here belongs to its thread, an answer to an answer as well. An
 * answer to something that is not here stays in the line. Only the sender vouches for `replyTo`, so circles are
 * possible and lead nowhere.
 */
export function collectThreads(messages: readonly ConversationMessage[]): Conversation {
  const byId = new Map<string, ConversationMessage>();
  for (const message of messages)
    if (message.id !== '' && !byId.has(message.id)) byId.set(message.id, message);
  const roots: Roots = new Map();
  const replies = new Map<string, ConversationMessage[]>();
  const main: ConversationMessage[] = [];
  for (const message of messages) {
    const root = rootOf(message, byId, roots);
    const thread = root === undefined ? main : (replies.get(root.key) ?? []);
    thread.push(message);
    if (root !== undefined) replies.set(root.key, thread);
  }
  return { main, threads: new Map([...replies].map(([key, found]) => [key, { replies: found }])) };
}

/** The message of an id; of several that claim it, the first. */
export function findMessage(
  messages: readonly ConversationMessage[],
  id: string,
): ConversationMessage | undefined {
  return messages.find((message) => message.id === id);
}

/** By key, as far as it was found out: the message whose thread it is in; `undefined` when it stands in the line. */
type Roots = Map<string, ConversationMessage | undefined>;

/** Follows the answers up to where one stands in the line. Those of a circle all do. */
function rootOf(
  message: ConversationMessage,
  byId: ReadonlyMap<string, ConversationMessage>,
  roots: Roots,
): ConversationMessage | undefined {
  const path: ConversationMessage[] = [];
  let at = message;
  while (!roots.has(at.key)) {
    const circle = path.indexOf(at);
    const answered = at.replyTo === null ? undefined : byId.get(at.replyTo);
    if (circle !== -1) for (const each of path.slice(circle)) roots.set(each.key, undefined);
    else if (answered === undefined) roots.set(at.key, undefined);
    else {
      path.push(at);
      at = answered;
    }
  }
  const root = roots.get(at.key) ?? at;
  for (const each of path) if (!roots.has(each.key)) roots.set(each.key, root);
  return roots.get(message.key);
}

function liveMessage(entry: FeedEntry): ConversationMessage {
  const { id, ts, from, text, replyTo, mentions, subject, historical } = entry;
  return {
    key: keyOf(from.id, id),
    id,
    ts,
    seq: null,
    from,
    text,
    isCut: text.length >= FEED_CHARS,
    replyTo,
    mentions,
    subject,
    historical,
    envelope: null,
  };
}

/** What is stored has the whole text and its place; the feed knows whether somebody was listening. */
function withLive(message: ConversationMessage, { mentions, historical }: FeedEntry): ConversationMessage {
  return { ...message, historical, mentions: [...new Set([...message.mentions, ...mentions])] };
}

function keyOf(sender: string, id: string): string {
  return `${sender} ${id}`;
}

function unnamedKey(sender: string, ts: number, text: string): string {
  return `${sender}:${ts} ${text.slice(0, FEED_CHARS)}`;
}

/** The feed gives a message without an id one of its own making, `sender:ts:count`; history leaves it without. */
function isStoredUnnamed({ id, from, ts, text }: ConversationMessage, unnamed: ReadonlySet<string>): boolean {
  return id.startsWith(`${from.id}:${ts}:`) && unnamed.has(unnamedKey(from.id, ts, text));
}

/** A burst to several peers has the id of its first message, which may have gone to somebody else. */
function isStoredBurst(
  { from, ts, text }: ConversationMessage,
  merged: readonly ConversationMessage[],
): boolean {
  return merged.some(
    (m) =>
      m.seq !== null &&
      m.from.id === from.id &&
      Math.abs(m.ts - ts) <= BURST_MS &&
      m.text.slice(0, FEED_CHARS) === text,
  );
}

function insertByTime(merged: ConversationMessage[], message: ConversationMessage): void {
  let at = merged.length;
  while (at > 0 && (merged[at - 1]?.ts ?? 0) > message.ts) at--;
  merged.splice(at, 0, message);
}

function subjectOf(
  names: SpaceNames,
  kind: HistoryEnvelope['kind'],
  message: {
    from: { id: string };
    channel?: string | undefined;
    to?: string | undefined;
    toService?: string | undefined;
  },
): string {
  const sender = message.from.id as InstanceId;
  switch (kind) {
    case 'channel':
      return chatSubject(names, sender, (message.channel ?? '') as ChannelName);
    case 'dm':
      return instSubject(names, (message.to ?? '') as InstanceId, sender);
    case 'anycast':
      return svcSubject(names, (message.toService ?? '') as Parameters<typeof svcSubject>[1], sender);
  }
}
