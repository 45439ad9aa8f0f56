import { create } from 'zustand';
import { rosterOf, stalenessOf, type Roster, type RosterRow, type Staleness } from './roster.ts';
import { useWindow, type WindowState } from './store.ts';
import { meshUiOf, useUi, type ConversationKey, type Ui } from './ui.ts';
import { dmsOf, unreadOf, type DmRow } from './unread.ts';

/** What every view reads and none derives for itself. */
export interface Derived {
  /** Why nothing shown may be taken as current; `undefined` when it may. */
  readonly stale: Staleness | undefined;
  readonly roster: Roster;
  /** Agents and endpoints by instance id. */
  readonly rows: ReadonlyMap<string, RosterRow>;
  readonly unread: ReadonlyMap<ConversationKey, number>;
  readonly dms: readonly DmRow[];
  /** Needs that wait now, the oldest first; those put off come when their time has. */
  readonly waiting: WindowState['needs'];
}

const NOBODY: Roster = { agents: [], endpoints: [] };

export const useDerived = create<Derived>(() => ({
  stale: undefined,
  roster: NOBODY,
  rows: new Map(),
  unread: new Map(),
  dms: [],
  waiting: [],
}));

/** Keeps what is derived in step with what it is derived from. Called once, at the start of the page. */
export function deriveAlways(): void {
  const onWindow = (now: WindowState, before?: WindowState): void => {
    const stale = stalenessOf(now);
    const last = useDerived.getState();
    const isSameStale = stale?.reason === last.stale?.reason && stale?.since === last.stale?.since;
    const changed: Partial<Derived> = isSameStale ? {} : { stale };
    if (!isSameStale || now.snapshot !== before?.snapshot || now.agents !== before.agents) {
      const roster = rosterOf(now.snapshot, now.agents, stale !== undefined);
      const rows = new Map([...roster.agents, ...roster.endpoints].map((row) => [row.id, row]));
      Object.assign(changed, { roster, rows });
    }
    if (now.feed !== before?.feed || now.person !== before.person) {
      Object.assign(changed, conversations(now, useUi.getState()));
    }
    if (now.needs !== before?.needs) {
      const waiting = now.needs
        .filter(({ snoozedUntil }) => snoozedUntil === null)
        .toSorted((a, b) => a.since - b.since);
      Object.assign(changed, { waiting });
    }
    if (Object.keys(changed).length > 0) useDerived.setState(changed);
  };
  useWindow.subscribe(onWindow);
  useUi.subscribe((ui, before) => {
    if (meshUiOf(ui).lastRead !== meshUiOf(before).lastRead) {
      useDerived.setState(conversations(useWindow.getState(), ui));
    }
  });
  onWindow(useWindow.getState());
}

function conversations({ feed, person }: WindowState, ui: Ui): Pick<Derived, 'unread' | 'dms'> {
  const unread = unreadOf(feed, person?.id, meshUiOf(ui).lastRead);
  return { unread, dms: dmsOf(feed, person?.id, unread) };
}

/** Why nothing shown may be taken as current; `undefined` when it may. */
export function useStale(): Staleness | undefined {
  return useDerived((d) => d.stale);
}

export function useRoster(): Roster {
  return useDerived((d) => d.roster);
}
