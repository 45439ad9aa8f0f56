import { create } from 'zustand';
import type { FeedEntry } from '../../../shared/mesh-view/snapshot.ts';
import { usePresenceLog, type PresenceEvent } from '../../state/presence-log.ts';
import { announce, useWindow } from '../../state/store.ts';

/** What the reader of the feed does with it; none of it is kept over a restart. */
export interface MonitorState {
  /** What was there when the feed was paused; `null`: it runs. */
  readonly frozen: {
    readonly mesh: string | null;
    readonly feed: readonly FeedEntry[];
    readonly events: readonly PresenceEvent[];
  } | null;
  /** The row that the keys move from, and whether its details are open. */
  readonly selected: string | null;
  readonly isOpen: boolean;
  /** Counts the wishes to be at the newest row. */
  readonly jumps: number;
}

export const useMonitor = create<MonitorState>(() => ({
  frozen: null,
  selected: null,
  isOpen: false,
  jumps: 0,
}));

/** Stops the feed from growing, or lets it go on. Nothing is lost meanwhile. */
export function togglePause(): void {
  const { frozen } = useMonitor.getState();
  const { meshId, feed } = useWindow.getState();
  if (frozen !== null && frozen.mesh === meshId) {
    useMonitor.setState({ frozen: null });
    announce('The feed goes on.');
    return;
  }
  useMonitor.setState({ frozen: { mesh: meshId, feed, events: usePresenceLog.getState().events } });
  announce('The feed is paused.');
}

/** Goes to the newest row and stays there; a paused feed goes on. */
export function jumpToNewest(): void {
  useMonitor.setState(({ jumps }) => ({ frozen: null, selected: null, isOpen: false, jumps: jumps + 1 }));
}

/** Marks a row; `open` shows its details, `undefined` leaves them as they are. */
export function selectRow(id: string | null, open?: boolean): void {
  useMonitor.setState(({ isOpen }) => ({ selected: id, isOpen: id !== null && (open ?? isOpen) }));
}
