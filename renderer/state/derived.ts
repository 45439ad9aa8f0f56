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
  /** Ids of agents that say they are working while nothing moves. */
  readonly silent: ReadonlySet<string>;
}

const COUNT_MS = 200;
const NOBODY: Roster = { agents: [], endpoints: [] };

export const useDerived = create<Derived>(() => ({
  stale: undefined,
  roster: NOBODY,
  rows: new Map(),
  unread: new Map(),
  dms: [],
  waiting: [],
  silent: new Set(),
}));

/** Keeps what is derived in step with what it is derived from. Called once, at the start of the page. */
export function deriveAlways(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const talk = (): void => {
    clearTimeout(timer);
    timer = undefined;
    useDerived.setState(conversations(useWindow.getState(), useUi.getState()));
  };
  /** A long feed is counted through a few times a second, however fast it grows. */
  const soon = (): void => {
    timer ??= setTimeout(talk, COUNT_MS);
  };
  const onWindow = (now: WindowState, before?: WindowState): void => {
    const stale = stalenessOf(now);
    const last = useDerived.getState();
    const isSameStale = stale?.reason === last.stale?.reason && stale?.since === last.stale?.since;
    const changed: Partial<Derived> = isSameStale ? {} : { stale };
    if (!isSameStale || now.snapshot !== before?.snapshot || now.agents !== before.agents) {
      const fresh = rosterOf(now.snapshot, now.agents, stale !== undefined);
      const roster = {
        agents: fresh.agents.map((row) => sameRow(last.rows, row)),
        endpoints: fresh.endpoints.map((row) => sameRow(last.rows, row)),
      };
      const rows = new Map([...roster.agents, ...roster.endpoints].map((row) => [row.id, row]));
      Object.assign(changed, { roster, rows });
    }
    if (now.feed !== before?.feed || now.person !== before.person) soon();
    if (now.needs !== before?.needs) {
      const waiting = now.needs
        .filter(({ snoozedUntil }) => snoozedUntil === null)
        .toSorted((a, b) => a.since - b.since);
      const silent = now.needs.flatMap(({ kind, agent }) =>
        kind === 'silent' && agent !== null ? [agent.id] : [],
      );
      Object.assign(changed, { waiting, silent: new Set(silent) });
    }
    if (Object.keys(changed).length > 0) useDerived.setState(changed);
  };
  useWindow.subscribe(onWindow);
  useUi.subscribe((ui, before) => {
    if (meshUiOf(ui).lastRead !== meshUiOf(before).lastRead) talk();
  });
  onWindow(useWindow.getState());
}

/** A row that says what it said before is the one from before: who draws it need not draw it again. */
function sameRow(before: ReadonlyMap<string, RosterRow>, row: RosterRow): RosterRow {
  const old = before.get(row.id);
  return old !== undefined && ROW_KEYS.every((key) => old[key] === row[key]) ? old : row;
}

const ROW_KEYS = [
  'name',
  'role',
  'shape',
  'word',
  'activity',
  'lastSign',
  'harness',
  'model',
  'hasTerminal',
] as const satisfies readonly (keyof RosterRow)[];

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
