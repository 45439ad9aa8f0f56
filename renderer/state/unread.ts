import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
import { channelKey, dmKey, type ConversationKey, type MeshUi } from './ui.ts';

/** A conversation with one peer, as the sidebar lists it. */
export interface DmRow {
  readonly id: string;
  readonly name: string;
  readonly lastAt: number;
  readonly unread: number;
}

/** The conversation a message belongs to for this person; `undefined` when it is between others. */
export function conversationOf(entry: FeedEntry, personId: string): ConversationKey | undefined {
  if (entry.delivery === 'multicast') return entry.channel === null ? undefined : channelKey(entry.channel);
  if (entry.delivery !== 'unicast') return undefined;
  if (entry.from.id === personId) return entry.toIds[0] === undefined ? undefined : dmKey(entry.toIds[0]);
  return entry.toIds.includes(personId) ? dmKey(entry.from.id) : undefined;
}

/** How many messages of others each conversation has that the person has not seen. */
export function unreadOf(
  feed: readonly FeedEntry[],
  personId: string | undefined,
  lastRead: MeshUi['lastRead'],
): ReadonlyMap<ConversationKey, number> {
  const counts = new Map<ConversationKey, number>();
  if (personId === undefined) return counts;
  for (const entry of feed) {
    if (entry.from.id === personId || entry.historical) continue;
    const key = conversationOf(entry, personId);
    if (key === undefined || entry.ts <= (lastRead[key] ?? 0)) continue;
    counts.set(key, (counts.get(key) ?? 0) + entry.count);
  }
  return counts;
}

/** The person's direct conversations, the newest first. */
export function dmsOf(
  feed: readonly FeedEntry[],
  personId: string | undefined,
  unread: ReadonlyMap<ConversationKey, number>,
): readonly DmRow[] {
  const rows = new Map<string, DmRow>();
  if (personId === undefined) return [];
  for (const entry of feed) {
    if (entry.delivery !== 'unicast') continue;
    const isMine: boolean = entry.from.id === personId;
    if (!isMine && !entry.toIds.includes(personId)) continue;
    const id: string | undefined = isMine ? entry.toIds[0] : entry.from.id;
    const name: string | undefined = isMine ? entry.toNames[0] : entry.from.name;
    if (id === undefined || id === personId) continue;
    rows.set(id, { id, name: name ?? id, lastAt: entry.ts, unread: unread.get(dmKey(id)) ?? 0 });
  }
  return [...rows.values()].toSorted((a, b) => b.lastAt - a.lastAt);
}
