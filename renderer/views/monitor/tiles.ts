import type { AgentRow, NeedItem } from '../../../shared/api/contract.ts';
import { explainAge } from '../../../shared/base/time.ts';
import { joinWords } from '../../../shared/mesh-view/access.ts';
import type { MeshSnapshot } from '../../../shared/mesh-view/snapshot.ts';
import type { Roster, RosterRow, Staleness } from '../../state/roster.ts';

/** One figure of the mesh, with the sentence that says what it rests on. */
export interface Tile {
  readonly id: 'working' | 'waiting' | 'idle' | 'offline' | 'oldest';
  readonly label: string;
  readonly figure: string;
  readonly sentence: string;
  /** Nothing is claimed by this figure: it is empty, or it is of the past. */
  readonly isFaint: boolean;
}

/** What the tiles are made from. Times are epoch milliseconds. */
export interface TileSources {
  readonly roster: Roster;
  readonly snapshot: MeshSnapshot | null;
  readonly agents: readonly AgentRow[];
  /** Needs that wait now, the oldest first. */
  readonly waiting: readonly NeedItem[];
  readonly stale: Staleness | undefined;
  readonly now: number;
  readonly clock: (at: number) => string;
}

type State = 'working' | 'waiting' | 'idle' | 'offline';
const STATES: readonly State[] = ['working', 'waiting', 'idle', 'offline'];
const LABELS: Readonly<Record<State, string>> = {
  working: 'Working',
  waiting: 'Waiting',
  idle: 'Idle',
  offline: 'Offline',
};

/** How many agents are in each state, and what has waited for the person longest. */
export function tilesOf(sources: TileSources): readonly Tile[] {
  const { snapshot, stale } = sources;
  if (snapshot === null || (stale === undefined && snapshot.roster === 'unpopulated')) {
    return [...STATES.map((state) => unknown(state, LABELS[state])), unknown('oldest', 'Oldest unattended')];
  }
  return [...STATES.map((state) => stateTile(state, sources)), oldestTile(sources)];
}

function unknown(id: Tile['id'], label: string): Tile {
  return { id, label, figure: '–', sentence: 'not known yet', isFaint: true };
}

function stateTile(state: State, sources: TileSources): Tile {
  const { roster, stale, clock } = sources;
  const silent = new Set(silentIds(sources.waiting));
  const all = roster.agents.filter((row) => row.word === state || row.word === `was ${state}`);
  if (stale !== undefined) {
    const sentence = `not known since ${clock(stale.since)}`;
    return {
      id: state,
      label: `Was ${LABELS[state].toLowerCase()}`,
      figure: String(all.length),
      sentence,
      isFaint: true,
    };
  }
  const counted = state === 'working' ? all.filter(({ id }) => !silent.has(id)) : all;
  return {
    id: state,
    label: LABELS[state],
    figure: String(counted.length),
    sentence: sentenceOf(state, counted, all.length - counted.length, sources),
    isFaint: counted.length === 0,
  };
}

function sentenceOf(state: State, rows: readonly RosterRow[], silent: number, sources: TileSources): string {
  const { roster, waiting } = sources;
  if (roster.agents.length === 0) return 'nobody yet';
  switch (state) {
    case 'working': {
      if (silent > 0) return `${silent} more, but silent`;
      const starting = roster.agents.filter(({ word }) => word === 'starting').length;
      const more = rows.length === 0 ? '' : 'more ';
      if (starting > 0) return `${starting} ${more}${starting === 1 ? 'is' : 'are'} starting`;
      return rows.length === 0 ? 'nobody right now' : namesOf(rows);
    }
    case 'waiting': {
      if (rows.length === 0) return 'nobody waits';
      const asking = new Set(waiting.map(({ agent }) => agent?.id));
      const onYou = rows.filter(({ id }) => asking.has(id)).length;
      if (onYou === 0) return longest(rows, sources);
      if (onYou < rows.length) return `${onYou} of them on you`;
      return rows.length === 1 ? 'on you' : rows.length === 2 ? 'both on you' : 'all on you';
    }
    case 'idle':
      return rows.length === 0 ? 'nobody is idle' : longest(rows, sources);
    case 'offline':
      return rows.length === 0 ? 'nobody is missing' : lastGone(rows, sources);
  }
}

function longest(rows: readonly RosterRow[], { snapshot, now }: TileSources): string {
  const since = new Map(snapshot?.agents.map((peer) => [peer.id, peer.since]));
  const known = rows.flatMap((row) => {
    const at = since.get(row.id) ?? row.lastSign;
    return at === null ? [] : [{ name: row.name, at }];
  });
  const first = known.toSorted((a, b) => a.at - b.at)[0];
  return first === undefined ? namesOf(rows) : `longest ${explainAge(now - first.at)}, ${first.name}`;
}

/** The newest to go is the one a person wonders about. */
function lastGone(rows: readonly RosterRow[], { agents, now, clock }: TileSources): string {
  const exits = new Map(agents.map(({ id, exit }) => [id, exit?.at]));
  const newest = rows.toSorted((a, b) => (b.lastSign ?? 0) - (a.lastSign ?? 0))[0];
  if (newest === undefined) return '';
  const exit = exits.get(newest.id);
  if (exit !== undefined) return `${newest.name}, exited ${clock(exit)}`;
  return newest.lastSign === null ? newest.name : `${newest.name}, ${explainAge(now - newest.lastSign)} ago`;
}

function namesOf(rows: readonly RosterRow[]): string {
  const names = rows.map(({ name }) => name);
  return joinWords(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names);
}

/** What waits, after the name of whom it is about. */
const KINDS: Readonly<Record<NeedItem['kind'], string>> = {
  question: 'asks a question',
  permission: 'asks for permission',
  trust: 'asks whether to trust',
  silent: 'is silent',
  provider: 'is held up by its provider',
  exit: 'has ended',
  unclaimed: 'asked, and nobody took it',
  undelivered: 'has a message waiting',
  mesh: 'needs a look',
};

function oldestTile({ waiting, stale, now, clock }: TileSources): Tile {
  const label = stale === undefined ? 'Oldest unattended' : 'Was oldest unattended';
  const [oldest] = waiting;
  if (oldest === undefined) {
    const sentence = stale === undefined ? 'nothing waits for you' : `not known since ${clock(stale.since)}`;
    return { id: 'oldest', label, figure: 'none', sentence, isFaint: true };
  }
  const who = `${oldest.agent?.name ?? 'the mesh'} ${KINDS[oldest.kind]}`;
  return {
    id: 'oldest',
    label,
    figure: explainAge(now - oldest.since),
    sentence: stale === undefined ? who : `not known since ${clock(stale.since)}`,
    isFaint: stale !== undefined,
  };
}

/** The instances that say they work and show no sign of it. */
function silentIds(needs: readonly NeedItem[]): readonly string[] {
  return needs.flatMap(({ kind, agent }) => (kind === 'silent' && agent !== null ? [agent.id] : []));
}
