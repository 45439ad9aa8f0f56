import type { AgentRow } from '../../../shared/api/contract.ts';
import type { Peer, RosterState } from '../../../shared/cotal/presence.ts';
import { shownLine } from '../../../shared/mesh-view/bounds.ts';
import type { AgentRecord } from './agents-file.ts';
import type { AgentTerminal } from './types.ts';

/** When an agent reached each step of its start, as the mesh showed it; `null`: not yet. Epoch milliseconds. */
export interface StartMarks {
  readonly connectedAt: number | null;
  readonly orientedAt: number | null;
  readonly firstTurnAt: number | null;
}

export const NOT_STARTED: StartMarks = { connectedAt: null, orientedAt: null, firstTurnAt: null };

/**
 * The steps as they stand once the mesh shows this of the agent: connected with its first record, oriented when it
 * first says idle or working, at work when it first says working. What is left of a run before `processAt` counts for
 * nothing.
 */
export function markStart(
  marks: StartMarks,
  peer: Peer | undefined,
  processAt: number,
  now: number,
): StartMarks {
  if (peer === undefined || peer.status === 'offline' || peer.lastSign < processAt) return marks;
  return {
    connectedAt: marks.connectedAt ?? now,
    orientedAt: marks.orientedAt ?? (peer.status === 'waiting' ? null : now),
    firstTurnAt: marks.firstTurnAt ?? (peer.status === 'working' ? now : null),
  };
}

/** How many of its last lines an agent that has ended is shown with. */
const LAST_LINES = 6;

/** One managed agent as everybody is shown it: what the mesh says of it, and what its process does. */
export function agentRow(
  record: AgentRecord,
  terminal: AgentTerminal,
  restartedAt: number | null,
  marks: StartMarks,
  peer: Peer | undefined,
  roster: RosterState,
): AgentRow {
  const { state, since, exit } = terminal.state();
  return {
    name: record.name,
    id: record.id,
    role: record.role,
    agent: record.connector,
    status: statusOf(state, peer, roster),
    activity: peer?.activity === undefined ? null : shownLine(peer.activity),
    since: state === 'exited' ? since : (peer?.since ?? record.startedAt),
    process: state,
    pid: state === 'running' ? terminal.pid : null,
    exit: exit ?? null,
    lastOutputAt: terminal.lastOutputAt(),
    restartedAt,
    persona: record.persona,
    cwd: record.cwd,
    model: record.model,
    subscribe: record.subscribe,
    allowSubscribe: record.allowSubscribe,
    allowPublish: record.allowPublish,
    capabilities: record.capabilities,
    parent: record.parent,
    start: { processAt: record.startedAt, ...marks },
    lastLines: state === 'exited' ? terminal.lastLines(LAST_LINES) : [],
  };
}

/** No claim is made while the roster makes none; before its first record an agent is starting. */
function statusOf(
  process: 'running' | 'exited',
  peer: Peer | undefined,
  roster: RosterState,
): AgentRow['status'] {
  if (process === 'exited') return 'offline';
  if (roster !== 'current') return 'unknown';
  return peer?.status ?? 'starting';
}
