import { create } from 'zustand';
import { usePresenceLog } from '../../state/presence-log.ts';
import { useWindow } from '../../state/store.ts';
import { meshUiOf, useUi } from '../../state/ui.ts';
import {
  countAfter,
  countModes,
  merge,
  NO_COUNTS,
  NOTHING_MERGED,
  testOf,
  type Counts,
  type Row,
  type Test,
} from './activity.ts';
import { useMonitor } from './control.ts';
import { createSieve } from './sieve.ts';

/** A frame has time for this much of looking through the rows, in milliseconds. */
const SLICE_MS = 6;

/** The activity as the person wants to see it now. */
export interface Activity {
  readonly rows: readonly Row[];
  /** Names what the rows were chosen by: with another one, it is another list. */
  readonly query: string;
  readonly counts: Counts;
  /** The rows are those of the query before: the new one is still being looked for. */
  readonly isSearching: boolean;
  /** How many came since the feed was paused; `null` while it runs. */
  readonly missed: number | null;
}

const NOTHING: Activity = { rows: [], query: '', counts: NO_COUNTS, isSearching: false, missed: null };

export const useActivity = create<Activity>(() => NOTHING);

/** Keeps the activity in step with what it is made from, at most once a frame. Returns what ends that. */
export function followActivity(): () => void {
  const sieve = createSieve();
  let merged = NOTHING_MERGED;
  let counts = NO_COUNTS;
  let wanted: { readonly mode: string; readonly search: string; readonly test: Test | undefined } | undefined;
  let frame: number | undefined;

  function update(): void {
    frame = undefined;
    const { meshId, feed } = useWindow.getState();
    const { events } = usePresenceLog.getState();
    const held = useMonitor.getState().frozen;
    const frozen = held?.mesh === meshId ? held : null;
    const { feedMode: mode, feedSearch: search } = meshUiOf(useUi.getState());
    if (wanted?.mode !== mode || wanted.search !== search)
      wanted = { mode, search, test: testOf(mode, search) };

    const before = merged.rows;
    merged = merge(merged, frozen?.feed ?? feed, frozen?.events ?? events);
    counts = countModes(counts, before, merged.rows);
    const until = performance.now() + SLICE_MS;
    const { test } = wanted;
    const found =
      test === undefined ? merged.rows : sieve.sift(merged.rows, test, () => performance.now() > until);
    const missed =
      frozen === null
        ? null
        : countAfter(feed, frozen.feed.at(-1)?.id) + countAfter(events, frozen.events.at(-1)?.id);
    const rest = { counts, missed, isSearching: found === undefined };
    // Until all has been gone through, what was found before stays.
    if (found === undefined) schedule();
    useActivity.setState(found === undefined ? rest : { ...rest, rows: found, query: `${mode} ${search}` });
  }
  function schedule(): void {
    frame ??= requestAnimationFrame(update);
  }

  const ends = [
    useWindow.subscribe((now, before) => {
      if (now.feed !== before.feed || now.meshId !== before.meshId) schedule();
    }),
    usePresenceLog.subscribe(schedule),
    useMonitor.subscribe((now, before) => {
      if (now.frozen !== before.frozen) schedule();
    }),
    useUi.subscribe((now, before) => {
      const [ui, last] = [meshUiOf(now), meshUiOf(before)];
      if (ui.feedMode !== last.feedMode || ui.feedSearch !== last.feedSearch) schedule();
    }),
  ];
  update();
  return () => {
    for (const end of ends) end();
    if (frame !== undefined) cancelAnimationFrame(frame);
    useActivity.setState(NOTHING);
  };
}
