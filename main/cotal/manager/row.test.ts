import { expect, test } from 'vitest';
import { agentRowSchema } from '../../../shared/api/rows.ts';
import type { InstanceId } from '../../../shared/base/ids.ts';
import type { Peer, PresenceStatus, RosterState } from '../../../shared/cotal/presence.ts';
import type { AgentRecord } from './agents-file.ts';
import { agentRow as row, markStart, NOT_STARTED } from './row.ts';
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
    lastLines: (n) => ['one', 'two', 'three'].slice(-n),
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

const agentRow = (t: AgentTerminal, restartedAt: number | null, p: Peer | undefined, roster: RosterState) =>
  row(record, t, restartedAt, NOT_STARTED, p, roster);
const status = (t: AgentTerminal, p: Peer | undefined, roster: RosterState): string =>
  agentRow(t, null, p, roster).status;

test('a running agent is what the mesh says of it', () => {
  const shown = agentRow(running, 160, peer('working'), 'current');
  expect(shown).toMatchObject({
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
  expect(agentRowSchema.parse(shown)).toEqual(shown);
  expect(JSON.stringify(shown)).not.toContain('not for everybody');
});

test('before its first record it is starting, since it was started', () => {
  expect(agentRow(running, null, undefined, 'current')).toMatchObject({
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
  expect(agentRow(exited, null, peer('working'), 'current')).toMatchObject({
    process: 'exited',
    pid: null,
    since: 400,
    exit: { code: 3, signal: null, at: 400 },
  });
});

test('its last lines are shown once it has ended', () => {
  expect(agentRow(running, null, peer('working'), 'current').lastLines).toEqual([]);
  expect(agentRow(exited, null, undefined, 'current').lastLines).toEqual(['one', 'two', 'three']);
});

test('the steps of a start are noted once, in their order', () => {
  const at = (now: number, p: Peer | undefined, marks = NOT_STARTED) => markStart(marks, p, 220, now);
  // The record in the roster is of a run before this one.
  expect(at(230, { ...peer('working'), lastSign: 210 })).toEqual(NOT_STARTED);
  expect(at(230, undefined)).toEqual(NOT_STARTED);
  expect(at(230, peer('offline'))).toEqual(NOT_STARTED);
  const connected = at(260, peer('waiting'));
  expect(connected).toEqual({ connectedAt: 260, orientedAt: null, firstTurnAt: null });
  const oriented = at(270, peer('idle'), connected);
  expect(oriented).toEqual({ connectedAt: 260, orientedAt: 270, firstTurnAt: null });
  const working = at(280, peer('working'), oriented);
  expect(working).toEqual({ connectedAt: 260, orientedAt: 270, firstTurnAt: 280 });
  expect(at(290, peer('working'), working)).toEqual(working);
});
