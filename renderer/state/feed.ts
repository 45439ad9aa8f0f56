import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';

/** As many entries as a window keeps; older ones are in the channel's history. */
const MAX_FEED = 120_000;

/** Where each entry of the feed stands that was merged last, so that a burst does not search the whole of it. */
let index: { readonly of: readonly FeedEntry[]; readonly places: Map<string, number> } | undefined;

/** The feed with entries added; one that is there already is replaced where it stands: bursts grow in place. */
export function mergeFeed(feed: readonly FeedEntry[], entries: readonly FeedEntry[]): readonly FeedEntry[] {
  if (entries.length === 0) return feed;
  const places =
    index?.of === feed ? index.places : new Map(feed.map((entry, place) => [entry.id, place] as const));
  const merged = [...feed];
  for (const entry of entries) {
    const place = places.get(entry.id);
    if (place === undefined) {
      places.set(entry.id, merged.length);
      merged.push(entry);
    } else merged[place] = entry;
  }
  if (merged.length <= MAX_FEED) {
    index = { of: merged, places };
    return merged;
  }
  // A tenth at once: places are counted anew only then.
  return merged.slice(-Math.floor(MAX_FEED * 0.9));
}
