import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';

/** As many entries as a window keeps; older ones are in the channel's history. */
const MAX_FEED = 2000;

/** The feed with entries added; one that is there already is replaced where it stands: bursts grow in place. */
export function mergeFeed(feed: readonly FeedEntry[], entries: readonly FeedEntry[]): readonly FeedEntry[] {
  if (entries.length === 0) return feed;
  const places = new Map(feed.map((entry, index) => [entry.id, index]));
  const merged = [...feed];
  for (const entry of entries) {
    const place = places.get(entry.id);
    if (place === undefined) {
      places.set(entry.id, merged.length);
      merged.push(entry);
    } else merged[place] = entry;
  }
  return merged.length > MAX_FEED ? merged.slice(-MAX_FEED) : merged;
}
