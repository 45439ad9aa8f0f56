import type { FeedEntry } from '../../../shared/mesh-view/snapshot.ts';
import type { PresenceEvent } from '../../state/presence-log.ts';
import type { MeshUi } from '../../state/ui.ts';

/**
 * The activity of a mesh as one list that only ever grows at its end: 100,000 rows are narrowed down while hundreds
 * come in, so each row is looked at once. Everything is known by identity: an entry that grew is another object.
 */

export type Row = FeedEntry | PresenceEvent;
export type Mode = MeshUi['feedMode'];
export type Test = (row: Row) => boolean;

/** How one list became another. */
export type Growth =
  | { readonly kind: 'same' }
  /** `dropped` went at the start, those at `replaced` (places in the new list) grew, from `from` on all are new. */
  | {
      readonly kind: 'grown';
      readonly dropped: number;
      readonly replaced: readonly number[];
      readonly from: number;
    }
  | { readonly kind: 'other' };

const SAME: Growth = { kind: 'same' };
const OTHER: Growth = { kind: 'other' };

/** How `before` became `after`. Comparing two lists of 100,000 takes a millisecond or two. */
export function growthOf(before: readonly Row[], after: readonly Row[]): Growth {
  if (before === after) return SAME;
  const first = after[0];
  if (before.length === 0 || first === undefined) {
    return before.length > 0 ? OTHER : { kind: 'grown', dropped: 0, replaced: [], from: 0 };
  }
  const dropped = before.findIndex(({ id }) => id === first.id);
  const from = before.length - dropped;
  if (dropped === -1 || from > after.length) return OTHER;
  const replaced: number[] = [];
  for (let place = 0; place < from; place++) {
    const old = before[place + dropped];
    const now = after[place];
    if (old === now) continue;
    if (old?.id !== now?.id) return OTHER;
    replaced.push(place);
  }
  return { kind: 'grown', dropped, replaced, from };
}

/** Messages and changes of presence, in the order in which this window was told. */
export interface Merged {
  readonly feed: readonly FeedEntry[];
  readonly events: readonly PresenceEvent[];
  readonly rows: readonly Row[];
}

export const NOTHING_MERGED: Merged = { feed: [], events: [], rows: [] };

/** Takes in what both lists have become. What is shown keeps its place; only lists that are others are sorted by time. */
export function merge(last: Merged, feed: readonly FeedEntry[], events: readonly PresenceEvent[]): Merged {
  const ofFeed = growthOf(last.feed, feed);
  const ofEvents = growthOf(last.events, events);
  if (ofFeed.kind === 'same' && ofEvents.kind === 'same') return last;
  if (last.rows.length === 0 || ofFeed.kind === 'other' || ofEvents.kind === 'other') {
    return { feed, events, rows: byTime(feed, events) };
  }
  let rows = last.rows;
  const added: Row[] = [];
  if (ofFeed.kind === 'grown') {
    const { dropped, replaced, from } = ofFeed;
    // Changes of presence that stood between what went go with it.
    if (dropped > 0) rows = rows.slice(rows.findIndex(({ id }) => id === feed[0]?.id));
    if (replaced.length > 0) {
      const grown = new Map(replaced.flatMap((place) => entriesAt(feed, place)));
      rows = rows.map((row) => grown.get(row.id) ?? row);
    }
    for (const entry of feed.slice(from)) added.push(entry);
  }
  if (ofEvents.kind === 'grown') {
    const { dropped, from } = ofEvents;
    if (dropped > 0) {
      const gone = new Set(last.events.slice(0, dropped).map(({ id }) => id));
      rows = rows.filter(({ id }) => !gone.has(id));
    }
    for (const event of events.slice(from)) added.push(event);
  }
  return { feed, events, rows: added.length === 0 ? rows : [...rows, ...added] };
}

function entriesAt(feed: readonly FeedEntry[], place: number): [string, Row][] {
  const entry = feed[place];
  return entry === undefined ? [] : [[entry.id, entry]];
}

/** The feed keeps its own order: it is the order of arrival, and senders' clocks differ. */
function byTime(feed: readonly FeedEntry[], events: readonly PresenceEvent[]): readonly Row[] {
  if (events.length === 0) return feed;
  const rows: Row[] = [];
  let next = 0;
  for (const entry of feed) {
    for (let event = events[next]; event !== undefined && event.ts < entry.ts; event = events[next]) {
      rows.push(event);
      next++;
    }
    rows.push(entry);
  }
  return [...rows, ...events.slice(next)];
}

/** How many of each mode there are; a burst counts as often as it was said. */
export type Counts = Readonly<Record<Mode, number>>;

export const NO_COUNTS: Counts = { all: 0, multicast: 0, unicast: 0, anycast: 0, presence: 0 };

/** The counts of a list that grew from another with these. */
export function countModes(last: Counts, before: readonly Row[], after: readonly Row[]): Counts {
  const growth = growthOf(before, after);
  if (growth.kind === 'same') return last;
  const isPlain = growth.kind === 'grown' && growth.dropped === 0 && growth.replaced.length === 0;
  const counts = isPlain ? { ...last } : { ...NO_COUNTS };
  for (let place = isPlain ? growth.from : 0; place < after.length; place++) {
    const row = after[place];
    if (row === undefined) continue;
    const count = row.delivery === 'presence' ? 1 : row.count;
    counts.all += count;
    counts[row.delivery] += count;
  }
  return counts;
}

/** What a row has to be to be shown; `undefined`: anything is. */
export function testOf(mode: Mode, search: string): Test | undefined {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return mode === 'all' ? undefined : (row) => row.delivery === mode;
  const has = (text: string | null): boolean => text !== null && text.toLowerCase().includes(wanted);
  return (row) => {
    if (mode !== 'all' && row.delivery !== mode) return false;
    if (has(row.from.name)) return true;
    if (row.delivery === 'presence') return has(row.status) || has(row.activity);
    return has(row.text) || has(row.channel) || has(row.toService) || row.toNames.some(has);
  };
}

/** How many rows there are after the one with this id; all of them when it is gone. */
export function countAfter(rows: readonly Row[], id: string | undefined): number {
  return id === undefined ? 0 : rows.length - 1 - rows.findLastIndex((row) => row.id === id);
}
