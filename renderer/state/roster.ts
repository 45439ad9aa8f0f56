import type { AgentRow } from '../../shared/api/contract.ts';
import type { MeshSnapshot, PeerView } from '../../shared/mesh-view/snapshot.ts';
import type { WindowState } from './store.ts';

/** A state as it is drawn: each has its own shape. */
export type StateShape = 'working' | 'waiting' | 'idle' | 'offline' | 'stale' | 'starting';

/** One line of the roster. */
export interface RosterRow {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
  readonly shape: StateShape;
  /** The state in a word; in the past tense while nothing is known. */
  readonly word: string;
  readonly activity: string | null;
  readonly lastSign: number | null;
  readonly harness: string | null;
  readonly model: string | null;
  /** Its instance is one that this host runs, so it has a terminal. */
  readonly hasTerminal: boolean;
}

export interface Roster {
  readonly agents: readonly RosterRow[];
  readonly endpoints: readonly RosterRow[];
}

/** Why nothing that is shown may be taken as current, and since when; `undefined` when it may. */
export interface Staleness {
  readonly reason: string;
  readonly since: number;
}

/** The roster as it can be claimed: present peers, then agents of ours that have not been heard of yet. */
export function rosterOf(
  snapshot: MeshSnapshot | null,
  agents: readonly AgentRow[],
  isStale: boolean,
): Roster {
  const own = new Map(agents.map((agent) => [agent.id, agent]));
  const peers = snapshot?.agents ?? [];
  const seen = new Set(peers.map(({ id }) => id));
  const silent = agents.filter(({ id }) => !seen.has(id));
  const rows = [
    ...peers.map((peer) => rowOfPeer(peer, isStale, own.get(peer.id))),
    ...silent.map((agent) => rowOfAgent(agent, isStale)),
  ];
  return {
    agents: rows.sort(byPresenceThenName),
    endpoints: (snapshot?.endpoints ?? []).map((peer) => rowOfPeer(peer, isStale)).sort(byPresenceThenName),
  };
}

/** Whether the view still tells the present, and if not, why: the nearest cause is named. */
export function stalenessOf({
  link,
  snapshot,
  currentAt,
  phase,
}: Pick<WindowState, 'link' | 'snapshot' | 'currentAt' | 'phase'>): Staleness | undefined {
  if (phase === 'down') return { reason: 'this mesh was brought down', since: currentAt ?? link.since };
  if (link.state === 'reconnecting') return { reason: 'the connection was lost', since: link.since };
  if (link.state === 'gone') return { reason: 'the connection was lost', since: link.since };
  if (link.state === 'refused') return { reason: 'this window was signed off', since: link.since };
  if (snapshot === null) return undefined;
  if (!snapshot.connected) {
    return { reason: 'the connection to the broker was lost', since: currentAt ?? snapshot.at };
  }
  if (snapshot.roster === 'stale')
    return { reason: 'presence stopped coming in', since: currentAt ?? snapshot.at };
  return undefined;
}

function rowOfPeer(peer: PeerView, isStale: boolean, agent?: AgentRow): RosterRow {
  const { id, name, role, activity, lastSign, harness, model } = peer;
  const state = agent?.process === 'exited' ? 'offline' : peer.status;
  return {
    id,
    name,
    role,
    activity,
    lastSign,
    harness: harness ?? agent?.agent ?? null,
    model: model ?? agent?.model ?? null,
    shape: isStale ? 'stale' : state,
    word: isStale ? `was ${state}` : state,
    hasTerminal: agent !== undefined,
  };
}

function rowOfAgent(agent: AgentRow, isStale: boolean): RosterRow {
  const { id, name, role, activity, lastOutputAt } = agent;
  const state = agent.process === 'exited' ? 'offline' : agent.status;
  return {
    id,
    name,
    role,
    activity,
    lastSign: agent.exit?.at ?? lastOutputAt ?? agent.since,
    harness: agent.agent,
    model: agent.model,
    shape: isStale || state === 'unknown' ? 'stale' : state,
    word: isStale ? `was ${state}` : state,
    hasTerminal: true,
  };
}

function byPresenceThenName(a: RosterRow, b: RosterRow): number {
  const absent = (row: RosterRow): number => (row.word.endsWith('offline') ? 1 : 0);
  return absent(a) - absent(b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}
