import type { AgentRow } from '../../../shared/api/contract.ts';
import type { Peer, RosterState } from '../../../shared/cotal/presence.ts';
import type { AgentRecord } from './agents-file.ts';
import type { AgentTerminal } from './types.ts';

/** One managed agent as everybody is shown it: what the mesh says of it, and what its process does. */
export function agentRow(
  record: AgentRecord,
  terminal: AgentTerminal,
  restartedAt: number | null,
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
    activity: peer?.activity ?? null,
    since: state === 'exited' ? since : (peer?.since ?? record.startedAt),
    process: state,
    pid: state === 'running' ? terminal.pid : null,
    exit: exit ?? null,
    lastOutputAt: terminal.lastOutputAt(),
    restartedAt,
    persona: record.persona,
    cwd: record.cwd,
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
