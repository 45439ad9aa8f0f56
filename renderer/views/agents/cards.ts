import type { AgentRow, NeedItem } from '../../../shared/api/contract.ts';
import type { MeshSnapshot } from '../../../shared/mesh-view/snapshot.ts';
import type { Roster, RosterRow, StateShape } from '../../state/roster.ts';
import { dmKey, type ConversationKey } from '../../state/ui.ts';

/** An agent as a card or a line of the list shows it: plain values, so that what did not change is not drawn again. */
export interface AgentCard {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
  readonly shape: StateShape;
  /** The state in a word: `working`, `silent`, `was idle`. */
  readonly word: string;
  /** Since when, epoch ms: of somebody at work the last sign of it, of others the state. */
  readonly since: number | null;
  /** What that age rests on. */
  readonly evidence: string;
  readonly doing: string;
  /** `doing` is ours, not the agent's: it says nothing itself. */
  readonly isDoingSaid: boolean;
  readonly harness: string | null;
  readonly model: string | null;
  readonly unread: number;
  /** This host runs it: there is a terminal, and it can be stopped. */
  readonly isOurs: boolean;
  readonly hasEnded: boolean;
}

export interface CardSources {
  readonly roster: Roster;
  readonly agents: readonly AgentRow[];
  readonly snapshot: MeshSnapshot | null;
  readonly needs: readonly NeedItem[];
  readonly unread: ReadonlyMap<ConversationKey, number>;
  readonly isStale: boolean;
  readonly clock: (at: number) => string;
}

/** All agents of the roster, in its order. */
export function cardsOf(sources: CardSources): readonly AgentCard[] {
  const { roster, agents, snapshot, needs, unread } = sources;
  const own = new Map(agents.map((agent) => [agent.id, agent]));
  const since = new Map(snapshot?.agents.map((peer) => [peer.id, peer.since]));
  const needOf = new Map(
    needs.toReversed().flatMap((need) => (need.agent === null ? [] : [[need.agent.id, need] as const])),
  );
  const silent = new Map(
    needs.flatMap((need) =>
      need.kind === 'silent' && need.agent !== null ? [[need.agent.id, need] as const] : [],
    ),
  );
  return roster.agents.map((row) => {
    const agent = own.get(row.id);
    const state = stateOf(row, agent, since.get(row.id), silent.get(row.id), sources.isStale);
    return {
      id: row.id,
      name: row.name,
      role: row.role,
      ...state,
      ...doingOf(row, agent, state.word, needOf.get(row.id), sources.clock),
      harness: row.harness,
      model: row.model,
      unread: unread.get(dmKey(row.id)) ?? 0,
      isOurs: agent !== undefined,
      hasEnded: agent?.process === 'exited',
    };
  });
}

type State = Pick<AgentCard, 'shape' | 'word' | 'since' | 'evidence'>;

function stateOf(
  row: RosterRow,
  agent: AgentRow | undefined,
  peerSince: number | undefined,
  silent: NeedItem | undefined,
  isStale: boolean,
): State {
  const { shape, word } = row;
  if (isStale) return { shape, word, since: row.lastSign, evidence: 'last sign' };
  const exit = agent?.exit ?? null;
  if (exit !== null) return { shape, word, since: exit.at, evidence: 'exit' };
  if (silent !== undefined && word === 'working') {
    return { shape: 'stale', word: 'silent', since: silent.since, evidence: 'no sign of work' };
  }
  if (word === 'starting') {
    return { shape, word, since: agent?.start.processAt ?? row.lastSign, evidence: 'its start' };
  }
  if (word === 'working') {
    const output = agent?.lastOutputAt ?? null;
    return output === null
      ? { shape, word, since: row.lastSign, evidence: 'last sign' }
      : { shape, word, since: output, evidence: 'output' };
  }
  return { shape, word, since: peerSince ?? row.lastSign, evidence: `${word} since` };
}

function doingOf(
  row: RosterRow,
  agent: AgentRow | undefined,
  word: string,
  need: NeedItem | undefined,
  clock: (at: number) => string,
): Pick<AgentCard, 'doing' | 'isDoingSaid'> {
  const exit = agent?.exit ?? null;
  if (exit !== null) {
    const { at, code, signal } = exit;
    const how = signal !== null && signal !== 0 ? `signal ${signal}` : `code ${code ?? 'unknown'}`;
    return { doing: `Exited ${clock(at)} with ${how}`, isDoingSaid: false };
  }
  if (word === 'silent') return { doing: 'Claims to be working; nothing has moved', isDoingSaid: false };
  if (need !== undefined && word === 'waiting' && need.isQuoted) {
    return { doing: `Asks: ${need.text}`, isDoingSaid: true };
  }
  if (row.activity !== null && row.activity !== '') return { doing: row.activity, isDoingSaid: true };
  if (need !== undefined && word === 'waiting') return { doing: need.text, isDoingSaid: false };
  if (word === 'starting') return { doing: 'Not on the mesh yet', isDoingSaid: false };
  return { doing: 'Says nothing about what it does', isDoingSaid: false };
}

/** Do two cards show the same? */
export function isSameCard(a: AgentCard, b: AgentCard): boolean {
  return (Object.keys(a) as (keyof AgentCard)[]).every((key) => a[key] === b[key]);
}

/** The place that a key leads to in a grid with so many columns; `undefined` for keys that lead nowhere. */
export function placeAfter(key: string, place: number, total: number, columns: number): number | undefined {
  const last = total - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, place + 1);
    case 'ArrowLeft':
      return Math.max(0, place - 1);
    case 'ArrowDown':
      // From the last full row into a shorter one below: to its end.
      return place + columns <= last
        ? place + columns
        : rowOf(place, columns) < rowOf(last, columns)
          ? last
          : place;
    case 'ArrowUp':
      return place - columns >= 0 ? place - columns : place;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function rowOf(place: number, columns: number): number {
  return Math.floor(place / columns);
}
