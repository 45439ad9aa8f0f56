import { describe, expect, it } from 'vitest';
import type { AgentRow, NeedItem } from '../../../shared/api/contract.ts';
import { startStepsOf, stepTime } from './start-steps.ts';

const agent = (start: Partial<AgentRow['start']>, change: Partial<AgentRow> = {}): AgentRow => ({
  name: 'reed',
  id: 'id-reed',
  role: null,
  agent: 'claude',
  status: 'starting',
  activity: null,
  since: 0,
  process: 'running',
  pid: 1,
  exit: null,
  lastOutputAt: null,
  restartedAt: null,
  persona: 'default',
  cwd: '/',
  model: null,
  subscribe: [],
  allowSubscribe: [],
  allowPublish: [],
  capabilities: [],
  parent: null,
  start: { processAt: 1400, connectedAt: null, orientedAt: null, firstTurnAt: null, ...start },
  lastLines: [],
  ...change,
});
const told = (row: AgentRow, now: number, need?: NeedItem) =>
  startStepsOf(row, 1000, now, need).map(({ id, state, ms }) => `${id} ${state} ${ms}`);

describe('startStepsOf', () => {
  it('goes from one step to the next, each with its own time', () => {
    expect(told(agent({}), 2000)).toEqual([
      'process done 400',
      'connected running 600',
      'oriented next null',
      'first-turn next null',
    ]);
    expect(told(agent({ connectedAt: 2500 }), 3000)).toEqual([
      'process done 400',
      'connected done 1100',
      'oriented running 500',
      'first-turn next null',
    ]);
  });

  it('waits for the first turn without a clock', () => {
    const steps = startStepsOf(agent({ connectedAt: 2500, orientedAt: 3000 }), 1000, 99_000);
    expect(steps[3]).toMatchObject({
      state: 'quiet',
      ms: null,
      sentence: 'when it is first asked something',
    });
  });

  it('takes a later step for those before it', () => {
    expect(told(agent({ firstTurnAt: 4000 }), 5000)).toEqual([
      'process done 400',
      'connected done null',
      'oriented done null',
      'first-turn done 2600',
    ]);
  });

  it('says when a step takes too long, and what may hold it up', () => {
    const late = startStepsOf(agent({ connectedAt: 2000 }), 1000, 22_000)[2];
    expect(late).toMatchObject({ state: 'late', ms: 20_000 });
    expect(late?.sentence).toMatch(/may be asking something in its terminal/);
    expect(startStepsOf(agent({}), 1000, 21_399)[1]?.state).toBe('running');
    expect(startStepsOf(agent({}), 1000, 21_400)[1]?.sentence).toMatch(/has not come to the mesh/);
  });

  it('says at once what the agent asks', () => {
    const need = { text: 'Do you trust this folder?' } as NeedItem;
    expect(startStepsOf(agent({ connectedAt: 2000 }), 1000, 2100, need)[2]).toMatchObject({
      state: 'late',
      sentence: 'Do you trust this folder?',
    });
  });

  it('names the step that failed, and how', () => {
    const ended = agent({}, { process: 'exited', exit: { code: 127, signal: null, at: 1900 } });
    const steps = startStepsOf(ended, 1000, 99_000);
    expect(steps[1]).toMatchObject({
      state: 'failed',
      ms: 500,
      sentence: 'claude ended with code 127 before this step.',
    });
    expect(steps[2]?.state).toBe('next');
    const killed = agent({}, { process: 'exited', exit: { code: null, signal: 9, at: 1900 } });
    expect(startStepsOf(killed, 1000, 2000)[1]?.sentence).toMatch(/by signal 9/);
  });

  it('has no negative time when clocks differ', () => {
    expect(startStepsOf(agent({ processAt: 900 }), 1000, 800).map(({ ms }) => ms)).toEqual([
      0,
      0,
      null,
      null,
    ]);
  });
});

describe('stepTime', () => {
  it('is short', () => {
    expect([400, 20_000, 59_949, 180_000].map(stepTime)).toEqual(['0.4 s', '20.0 s', '59.9 s', '3 m']);
  });
});
