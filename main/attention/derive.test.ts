import { expect, test } from 'vitest';
import { needItemSchema } from '../../shared/api/rows.ts';
import { deriveNeeds } from './derive.ts';
import { LIMITS, type Ask, type Facts } from './facts.ts';
import { ada, agent, bob, facts, message, MINUTE, peer, person, roster, row, T0 } from './testing.ts';

function needs(over: Partial<Facts>) {
  const items = deriveNeeds(facts(over), LIMITS);
  for (const item of items) expect(needItemSchema.parse(item)).toEqual(item);
  return items;
}
const ask: Ask = {
  id: '1@A',
  messageId: '1',
  from: ada,
  at: T0,
  channel: null,
  isTask: false,
  text: 'Which?',
  choices: ['red', 'blue'],
};

test('a mesh where all goes well needs nobody', () => {
  expect(
    needs({
      snapshot: roster(
        peer(ada, { status: 'working' }),
        peer(bob, { status: 'waiting', activity: 'waiting for ada' }),
      ),
      agents: [agent(row(ada, { status: 'working' })), agent(row(bob))],
    }),
  ).toEqual([]);
});

test("a question is shown in the agent's words with its choices", () => {
  expect(needs({ asks: [ask], snapshot: roster(peer(ada)), agents: [agent(row(ada))] })).toMatchObject([
    {
      id: '1@A',
      kind: 'question',
      agent: ada,
      since: T0,
      text: 'Which?',
      isQuoted: true,
      choices: ['red', 'blue'],
      acts: ['answer', 'terminal', 'dismiss'],
      isAskerGone: false,
    },
  ]);
});

test('a question whose asker is gone can only be dismissed, and is dropped after a while', () => {
  const gone = { asks: [ask], snapshot: roster(peer(ada, { status: 'offline', since: T0 + MINUTE })) };
  expect(needs({ ...gone, now: T0 + 2 * MINUTE })).toMatchObject([{ isAskerGone: true, acts: ['dismiss'] }]);
  expect(needs({ ...gone, now: T0 + 62 * MINUTE })).toEqual([]);
  expect(needs({ asks: [ask], now: T0 + 1 })).toMatchObject([{ isAskerGone: true }]);
  // While the roster makes no claim, and while the agent is just being started again, nobody is gone.
  const stale = { ...gone.snapshot, roster: 'stale' as const };
  expect(needs({ ...gone, snapshot: stale })).toMatchObject([{ isAskerGone: false }]);
  expect(needs({ ...gone, agents: [agent(row(ada, { status: 'starting' }))] })).toMatchObject([
    { isAskerGone: false },
  ]);
});

test('waiting for leave or for a word is shown, once, and not when the roster is stale', () => {
  const waiting = (activity: string) => roster(peer(ada, { status: 'waiting', activity }));
  const agents = [agent(row(ada))];
  expect(needs({ snapshot: waiting('permission to run rm'), agents })).toMatchObject([
    { id: 'waiting:A', kind: 'permission', text: 'permission to run rm', acts: ['terminal', 'dismiss'] },
  ]);
  expect(needs({ snapshot: waiting('which branch?') })).toMatchObject([
    { kind: 'question', acts: ['answer', 'dismiss'] },
  ]);
  expect(needs({ snapshot: waiting('your answer'), asks: [ask] }).map((i) => i.id)).toEqual(['1@A']);
  expect(needs({ snapshot: { ...waiting('which branch?'), roster: 'stale' } })).toEqual([]);
});

test('an agent that ended by itself is shown with how, and its last lines', () => {
  const exited = (code: number | null, signal: number | null) =>
    row(ada, { process: 'exited', exit: { code, signal, at: T0 + 5 }, lastLines: ['boom'] });
  const [item] = needs({ agents: [agent(exited(3, null), { endedItself: true })] });
  expect(item).toMatchObject({
    id: 'exit:A',
    kind: 'exit',
    since: T0 + 5,
    evidence: ['boom'],
    isQuoted: false,
  });
  expect(item?.text).toBe('ada ended by itself with exit code 3.');
  expect(needs({ agents: [agent(exited(null, 9), { endedItself: true })] })[0]?.text).toContain('signal 9');
  expect(needs({ agents: [agent(exited(0, null))] })).toEqual([]);
});

test('an agent that says it works and gives no sign is silent from the tenth minute on', () => {
  const working = row(ada, { status: 'working', activity: 'thinking', lastOutputAt: T0 - MINUTE });
  const at = (ms: number, of = working) => needs({ now: T0 + ms, agents: [agent(of)] });
  expect(at(10 * MINUTE - 1)).toEqual([]);
  expect(at(10 * MINUTE)).toMatchObject([
    {
      id: 'silent:A',
      kind: 'silent',
      since: T0,
      evidence: ['Last output 11 m ago.', 'It last said: thinking'],
      acts: ['terminal', 'nudge', 'restart', 'stop', 'dismiss'],
    },
  ]);
  expect(at(10 * MINUTE, row(ada, { status: 'idle' }))).toEqual([]);
  expect(at(10 * MINUTE, row(ada, { status: 'unknown' }))).toEqual([]);
});

test('a message to somebody who was away before it was sent waits; one who was there has it', () => {
  const letter = message('m', person, { peer: 'A' }, 'Hello.');
  const at = (p: ReturnType<typeof peer> | undefined, from = letter, now = T0 + MINUTE) =>
    needs({ now, sent: [from], snapshot: p === undefined ? roster() : roster(p) });
  const away = peer(ada, { status: 'offline', lastSign: T0 - 1 });
  expect(at(away)).toMatchObject([
    { id: 'letter:m@P>A', kind: 'undelivered', agent: ada, acts: ['dismiss'] },
  ]);
  expect(at(undefined)).toMatchObject([{ kind: 'undelivered' }]);
  // Of a receiver that nobody here has seen, an old message says nothing.
  expect(at(undefined, { ...letter, historical: true })).toEqual([]);
  expect(at(peer(ada, { status: 'offline', lastSign: T0 + 1 }))).toEqual([]);
  expect(at(peer(ada))).toEqual([]);
  expect(at(away, letter, T0 + 1)).toEqual([]);
  expect(at(away, letter, T0 + 25 * 60 * MINUTE)).toEqual([]);
  const of = message('m', bob, { peer: 'A' }, 'Hello.');
  expect(at(away, of)).toMatchObject([{ text: 'A message from bob to ada waits: ada is not here.' }]);
  // A stranger that only wrote from a command line is not known to read anything.
  expect(at(undefined, of)).toEqual([]);
});

test('a task waits until somebody held its role', () => {
  const task = message('t', ada, { role: 'reviewer' }, 'Look at this.');
  const at = (...peers: ReturnType<typeof peer>[]) =>
    needs({ now: T0 + MINUTE, sent: [task], snapshot: roster(peer(ada), ...peers) });
  expect(at()).toMatchObject([{ id: 'task:t@A', kind: 'unclaimed', since: T0, agent: null }]);
  expect(at(peer(bob, { role: 'reviewer' }))).toEqual([]);
  expect(at(peer(bob, { role: 'reviewer', status: 'offline', lastSign: T0 + 1 }))).toEqual([]);
  expect(at(peer(bob, { role: 'reviewer', status: 'offline', lastSign: T0 - 1 }))).toHaveLength(1);
});

test('what is not sent yet, and what ails the mesh', () => {
  const queued = [{ id: 'q', at: T0, to: '#general', text: 'Hello.' }];
  expect(needs({ queued, now: T0 + 4999 })).toEqual([]);
  expect(needs({ queued, now: T0 + 5000 })).toMatchObject([{ id: 'queued:q', kind: 'undelivered' }]);
  const status = { space: 'main', state: 'failing' as const, since: T0, reason: 'It ended three times.' };
  const warnings = [
    { text: 'One.', since: T0 + 1 },
    { text: 'Two.', since: T0 + 2 },
  ];
  const items = needs({ status, warnings });
  expect(items.map((i) => i.kind)).toEqual(['mesh', 'mesh', 'mesh']);
  expect(items[0]).toMatchObject({
    id: 'mesh:state',
    evidence: ['It ended three times.'],
    acts: ['retry', 'dismiss'],
  });
  expect(new Set(items.map((i) => i.id)).size).toBe(3);
  const degraded = { ...status, state: 'degraded' as const };
  expect(needs({ status: degraded, now: T0 + 4999 })).toEqual([]);
  expect(needs({ status: degraded, now: T0 + 5000 })).toMatchObject([
    { id: 'mesh:state', acts: ['dismiss'] },
  ]);
});

test('the oldest comes first, and ids stay within what the contract takes', () => {
  const items = needs({
    asks: [
      { ...ask, id: `${'x'.repeat(400)}@A`, at: T0 + 2 },
      { ...ask, id: 'old@A', at: T0 + 1 },
    ],
    snapshot: roster(peer(ada)),
  });
  expect(items.map((i) => i.since)).toEqual([T0 + 1, T0 + 2]);
  expect(items[1]?.id).toHaveLength(200);
});
