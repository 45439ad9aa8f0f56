import { expect, test } from 'vitest';
import { agentRowSchema } from '../../../shared/api/contract.ts';
import type { InstanceId } from '../../../shared/base/ids.ts';
import type { Peer, PresenceStatus, RosterState } from '../../../shared/cotal/presence.ts';
import type { AgentRecord } from './agents-file.ts';
import { agentRow } from './row.ts';
import type { AgentTerminal } from './types.ts';

const id = `U${'A'.repeat(55)}` as InstanceId;
const record: AgentRecord = {
  name: 'ada',
  id,
  role: 'builder',
  connector: 'shell',
  persona: 'ada',
  personaFile: '/p/ada.md',
  cwd: '/p',
  description: null,
  model: null,
  variant: null,
  prompt: 'not for everybody',
  subscribe: [],
  allowSubscribe: [],
  allowPublish: [],
  capabilities: [],
  parent: null,
  pid: 7,
  startTime: 's',
  startedAt: 100,
};

function terminal(state: ReturnType<AgentTerminal['state']>): AgentTerminal {
  return {
    pid: 42,
    state: () => state,
    lastOutputAt: () => 300,
    lastLines: () => [],
    onExit: () => () => undefined,
    stop: async () => undefined,
    dispose: async () => undefined,
  };
}
const running = terminal({ state: 'running', since: 150 });
const exited = terminal({ state: 'exited', since: 400, exit: { code: 3, signal: null, at: 400 } });

function peer(status: PresenceStatus): Peer {
  const card = { id, name: 'ada', kind: 'agent' as const };
  return { id, card, status, activity: 'reading', since: 200, lastSign: 250, skewMs: 0 };
}

const status = (t: AgentTerminal, p: Peer | undefined, roster: RosterState): string =>
  agentRow(record, t, null, p, roster).status;

test('a running agent is what the mesh says of it', () => {
  const row = agentRow(record, running, 160, peer('working'), 'current');
  expect(row).toMatchObject({
    name: 'ada',
    id,
    agent: 'shell',
    status: 'working',
    activity: 'reading',
    since: 200,
    process: 'running',
    pid: 42,
    exit: null,
    lastOutputAt: 300,
    restartedAt: 160,
  });
  expect(agentRowSchema.parse(row)).toEqual(row);
  expect(JSON.stringify(row)).not.toContain('not for everybody');
});

test('before its first record it is starting, since it was started', () => {
  expect(agentRow(record, running, null, undefined, 'current')).toMatchObject({
    status: 'starting',
    since: 100,
    activity: null,
  });
});

test('nothing is claimed while the roster makes no claim', () => {
  for (const roster of ['stale', 'unpopulated'] as const) {
    expect(status(running, peer('working'), roster)).toBe('unknown');
    expect(status(running, undefined, roster)).toBe('unknown');
  }
});

test('an agent whose process ended is offline, whatever the mesh still says', () => {
  for (const roster of ['current', 'stale'] as const)
    expect(status(exited, peer('working'), roster)).toBe('offline');
  expect(agentRow(record, exited, null, peer('working'), 'current')).toMatchObject({
    process: 'exited',
    pid: null,
    since: 400,
    exit: { code: 3, signal: null, at: 400 },
  });
});
