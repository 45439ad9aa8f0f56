import type { AgentRow } from '../../shared/api/contract.ts';
import type { FeedEntry, MeshSnapshot, PeerView } from '../../shared/mesh-view/snapshot.ts';
import type { AgentFact, Facts } from './facts.ts';

/** Facts for tests: a mesh where nothing needs anybody, and the pieces to change that. */
export const T0 = 1_800_000_000_000;
export const MINUTE = 60_000;
export const person = { id: 'P', name: 'sam' };
export const ada = { id: 'A', name: 'ada' };
export const bob = { id: 'B', name: 'bob' };

export function peer(who: { id: string; name: string }, over: Partial<PeerView> = {}): PeerView {
  const said = { role: null, activity: null, harness: null, model: null, description: null };
  return { ...who, kind: 'agent', status: 'idle', since: T0, lastSign: T0, ...said, ...over };
}

export function row(who: { id: string; name: string }, over: Partial<AgentRow> = {}): AgentRow {
  return {
    ...who,
    role: null,
    agent: 'demo',
    status: 'idle',
    activity: null,
    since: T0,
    process: 'running',
    pid: 1,
    exit: null,
    lastOutputAt: null,
    restartedAt: null,
    persona: 'demo',
    cwd: '/p',
    model: null,
    subscribe: [],
    allowSubscribe: [],
    allowPublish: [],
    capabilities: [],
    parent: null,
    start: { processAt: T0, connectedAt: T0, orientedAt: T0, firstTurnAt: null },
    lastLines: [],
    ...over,
  };
}

export const agent = (of: AgentRow, over: Partial<AgentFact> = {}): AgentFact => ({
  row: of,
  endedItself: false,
  lastSignAt: T0,
  ...over,
});

/** A message: to a channel, to an instance, or to the holder of a role. */
export function message(
  id: string,
  from: { id: string; name: string },
  to: { channel: string } | { peer: string } | { role: string },
  text: string,
  over: Partial<FeedEntry> = {},
): FeedEntry {
  return {
    id,
    ts: T0,
    from: { ...from, role: null },
    delivery: 'channel' in to ? 'multicast' : 'peer' in to ? 'unicast' : 'anycast',
    channel: 'channel' in to ? to.channel : null,
    toService: 'role' in to ? to.role : null,
    toIds: 'peer' in to ? [to.peer] : [],
    toNames: 'peer' in to ? [to.peer] : [],
    count: 1,
    text,
    replyTo: null,
    mentions: [],
    subject: '',
    historical: false,
    ...over,
  };
}

export const roster = (...agents: PeerView[]): MeshSnapshot => ({
  space: 'main',
  at: T0,
  roster: 'current',
  agents,
  endpoints: [peer(person, { kind: 'endpoint', role: 'human' })],
  channels: [],
  counts: { working: 0, waiting: 0, idle: 0, offline: 0 },
  oldestWaiting: null,
  msgsPerSec: 0,
  connected: true,
  connectedReason: null,
  dmVisible: true,
});

export function facts(over: Partial<Facts> = {}): Facts {
  return {
    now: T0,
    person,
    snapshot: roster(),
    agents: [],
    asks: [],
    sent: [],
    queued: [],
    status: { space: 'main', state: 'ready', since: T0, reason: null },
    warnings: [],
    ...over,
  };
}
