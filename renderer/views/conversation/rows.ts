import type { Conversation, ConversationMessage, Thread } from '../../../shared/mesh-view/conversation.ts';

/** A message that this window has sent and that has not come back through the mesh. */
export interface PendingMessage {
  readonly key: string;
  /** Given by the host with its answer; until then nobody knows it. */
  readonly id: string | null;
  readonly text: string;
  readonly at: number;
  readonly replyTo: string | null;
  readonly state: 'sending' | 'sent' | 'queued';
}

/** One line of a conversation as it is laid out. */
export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'replayed'; readonly key: string; readonly count: number; readonly since: number | null }
  | { readonly kind: 'new'; readonly key: string; readonly count: number }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: ConversationMessage;
      /** Is it the first of a group of the same sender, with name and time? */
      readonly isFirst: boolean;
      readonly thread: Thread | undefined;
    }
  | { readonly kind: 'pending'; readonly key: string; readonly pending: PendingMessage };

export interface LayoutOptions {
  /** Messages of others after the first time and up to the second are new. */
  readonly unread: { readonly after: number; readonly until: number };
  readonly personId: string | undefined;
  /** Since when somebody here listens; `null`: not known. */
  readonly liveSince: number | null;
  /** Names the day that a time falls on, where the person is. */
  readonly dayOf: (at: number) => string;
  readonly pending: readonly PendingMessage[];
}

/** Messages of one sender within this long of the one before are one group. */
const GROUP_MS = 5 * 60_000;

/** A conversation in lines: days, groups, where history ends, where what is new begins, what is on its way. */
export function layoutRows(conversation: Conversation, o: LayoutOptions): readonly Row[] {
  const { main, threads } = conversation;
  const replayed = main.findIndex(({ historical }) => !historical);
  const replayedCount = replayed === -1 ? main.length : replayed;
  const isNew = (message: ConversationMessage): boolean => isUnread(message, o);
  const firstNew = main.findIndex(isNew);
  const rows: Row[] = [];
  let before: ConversationMessage | undefined;
  main.forEach((message, index) => {
    const length = rows.length;
    if (index === replayedCount && index > 0) rows.push(replayedRow(replayedCount, main, o.liveSince));
    const day = o.dayOf(message.ts);
    if (before === undefined || o.dayOf(before.ts) !== day)
      rows.push({ kind: 'day', key: `day ${day} ${index === 0 ? 'first' : message.key}`, at: message.ts });
    if (index === firstNew) {
      rows.push({ kind: 'new', key: 'new', count: main.slice(firstNew).filter(isNew).length });
    }
    const isFirst = rows.length > length || !isSameGroup(before, message);
    rows.push({ kind: 'message', key: message.key, message, isFirst, thread: threads.get(message.key) });
    before = message;
  });
  if (replayedCount === main.length && main.length > 0)
    rows.push(replayedRow(replayedCount, main, o.liveSince));
  const last = o.pending.map((pending): Row => ({ kind: 'pending', key: pending.key, pending }));
  return [...rows, ...last];
}

/** A thread in lines: what was answered, then the answers. */
export function layoutThread(
  root: ConversationMessage,
  thread: Thread | undefined,
  o: LayoutOptions,
): readonly Row[] {
  const replies = { main: thread?.replies ?? [], threads: new Map<string, Thread>() };
  const [first, ...others] = layoutRows(replies, { ...o, liveSince: null }).filter(
    ({ kind }) => kind !== 'replayed',
  );
  const isSameDay = first?.kind === 'day' && o.dayOf(first.at) === o.dayOf(root.ts);
  const answers = first === undefined || isSameDay ? others : [first, ...others];
  return [{ kind: 'message', key: root.key, message: root, isFirst: true, thread: undefined }, ...answers];
}

/** How many answers of a thread are new to the person. */
export function newReplies(thread: Thread, o: Pick<LayoutOptions, 'unread' | 'personId'>): number {
  return thread.replies.filter((reply) => isUnread(reply, o)).length;
}

/** What has come back through the mesh is no longer on its way. */
export function stillPending(
  pending: readonly PendingMessage[],
  messages: readonly ConversationMessage[],
): readonly PendingMessage[] {
  const left = pending.filter(({ id }) => id === null || !messages.some((message) => message.id === id));
  return left.length === pending.length ? pending : left;
}

function isUnread(
  message: ConversationMessage,
  { unread, personId }: Pick<LayoutOptions, 'unread' | 'personId'>,
) {
  if (message.from.id === personId || message.ts <= unread.after || message.ts > unread.until) return false;
  // Who never was here has missed nothing that was said before anybody listened.
  return unread.after > 0 || !message.historical;
}

function isSameGroup(before: ConversationMessage | undefined, message: ConversationMessage): boolean {
  if (before === undefined || before.from.id !== message.from.id || before.from.name !== message.from.name)
    return false;
  return message.replyTo === null && Math.abs(message.ts - before.ts) <= GROUP_MS;
}

/** Live since: when listening began, if that is between the last replayed and the first live message. */
function replayedRow(count: number, main: readonly ConversationMessage[], since: number | null): Row {
  const last = main[count - 1]?.ts ?? -Infinity;
  const next = main[count]?.ts ?? Infinity;
  const isBetween = since !== null && since >= last && since <= next;
  return {
    kind: 'replayed',
    key: 'replayed',
    count,
    since: isBetween ? since : next === Infinity ? null : next,
  };
}
