import { expect, test } from 'vitest';
import type { AgentRow, MeshStatus } from '../../shared/api/contract.ts';
import { LIMITS } from './facts.ts';
import { ledgerSchema, type LedgerState } from './ledger.ts';
import { createNeeds } from './needs.ts';
import { ada, bob, message, MINUTE, peer, person, roster, row, T0 } from './testing.ts';

/** A queue over a small mesh that the test moves. */
function world(stored?: LedgerState) {
  const state = {
    now: T0,
    snapshot: roster(peer(ada), peer(bob)),
    agents: [] as AgentRow[],
    warnings: [] as string[],
    saved: undefined as LedgerState | undefined,
    replies: [] as (string | null)[][],
    send: async (): Promise<'sent' | 'queued'> => 'sent',
  };
  const needs = createNeeds({
    person,
    snapshot: () => state.snapshot,
    agents: () => state.agents,
    endedItself: (id) => state.agents.some((a) => a.id === id && a.process === 'exited'),
    queued: () => [],
    status: () =>
      ({
        space: 'main',
        state: 'ready',
        since: T0,
        reason: null,
        warnings: state.warnings,
      }) as unknown as MeshStatus,
    async reply(to, text, replyTo) {
      const sent = await state.send();
      state.replies.push([to, text, replyTo]);
      return sent;
    },
    stored,
    save: async (ledger) => void (state.saved = structuredClone(ledger)),
    now: () => state.now,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    limits: LIMITS,
  });
  const ids = (): string[] => needs.items().map((i) => i.id);
  return { needs, state, ids };
}
const question = message('1', ada, { peer: 'P' }, 'Which?\n1. red\n2. blue');
const text = (words: string) => ({ kind: 'text', text: words }) as const;

test('a question is answered exactly once, as a reply to its asker', async () => {
  const { needs, state, ids } = world();
  needs.take([question]);
  expect(await needs.answer('1@A', { kind: 'choice', index: 1 })).toBe('Sent to ada.');
  expect(state.replies).toEqual([['A', '2. blue', '1']]);
  expect(ids()).toEqual([]);
  state.now += 3 * MINUTE;
  await expect(needs.answer('1@A', text('Red.'))).rejects.toMatchObject({
    code: 'already-answered',
    message: expect.stringContaining('sam answered it 3 m ago'),
  });
  await expect(needs.answer('1@A', { kind: 'dismiss' })).rejects.toMatchObject({ code: 'already-answered' });
  expect(state.replies).toHaveLength(1);
});

test('of two windows that answer at once, one does', async () => {
  const { needs, state } = world();
  needs.take([question]);
  const outcomes = await Promise.allSettled([needs.answer('1@A', text('a')), needs.answer('1@A', text('b'))]);
  expect(outcomes.map((o) => o.status)).toEqual(['fulfilled', 'rejected']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'already-answered' } });
  expect(state.replies).toEqual([['A', 'a', '1']]);
});

test('an answer that could not be sent leaves the question waiting; one that is queued does not', async () => {
  const { needs, state, ids } = world();
  needs.take([question]);
  state.send = async () => {
    throw new Error('refused');
  };
  await expect(needs.answer('1@A', text('a'))).rejects.toThrow('refused');
  expect(ids()).toEqual(['1@A']);
  state.send = async () => 'queued';
  expect(await needs.answer('1@A', text('a'))).toContain('as soon as the broker is back');
  expect(ids()).toEqual([]);
});

test('what cannot be answered says why', async () => {
  const { needs, state } = world();
  needs.take([question]);
  state.warnings = ['Careful.'];
  const [warning] = needs.items().filter((i) => i.kind === 'mesh');
  const code = (id: string, answer: Parameters<typeof needs.answer>[1]) =>
    needs.answer(id, answer).catch((error: { code: string }) => error.code);
  expect(await code('nothing', text('a'))).toBe('no-such-need');
  expect(await code('1@A', { kind: 'choice', index: 2 })).toBe('no-such-choice');
  expect(await code(warning?.id ?? '', text('a'))).toBe('cannot-answer');
  state.snapshot = roster(peer(ada, { status: 'offline' }));
  expect(await code('1@A', text('a'))).toBe('asker-gone');
  expect(await code('1@A', { kind: 'dismiss' })).toBe('Dismissed.');
  expect(state.replies).toEqual([]);
});

test('a question that was answered in a conversation says so', async () => {
  const { needs, state } = world();
  needs.take([question, message('r', person, { peer: 'A' }, 'Red.', { ts: T0 + 1 })]);
  state.now += MINUTE;
  await expect(needs.answer('1@A', text('a'))).rejects.toMatchObject({
    code: 'already-answered',
    message: expect.stringContaining('with a message'),
  });
});

test('what is put off is shown as such and comes back; what was closed stays closed over a restart', async () => {
  const { needs, state } = world();
  needs.take([question, message('2', bob, { peer: 'P' }, 'And now?')]);
  await needs.snooze('1@A', T0 + MINUTE);
  await needs.answer('2@B', { kind: 'dismiss' });
  expect(needs.items()).toMatchObject([{ id: '1@A', snoozedUntil: T0 + MINUTE }]);
  expect(ledgerSchema.parse(state.saved)).toEqual(state.saved);

  const later = world(state.saved);
  later.needs.take([question, message('2', bob, { peer: 'P' }, 'And now?')]);
  expect(later.needs.items()).toMatchObject([{ id: '1@A', snoozedUntil: T0 + MINUTE }]);
  later.state.now = T0 + MINUTE;
  expect(later.needs.items()).toMatchObject([{ id: '1@A', snoozedUntil: null }]);
  await later.needs.snooze('1@A', T0 + 9 * MINUTE);
  await later.needs.snooze('1@A', null);
  expect(later.needs.items()).toMatchObject([{ snoozedUntil: null }]);
  await expect(later.needs.answer('2@B', text('x'))).rejects.toMatchObject({ code: 'already-answered' });
});

test('the next exit of an agent is news, though the last one was dismissed', async () => {
  const { needs, state, ids } = world();
  const exited = (at: number) => row(ada, { process: 'exited', exit: { code: 1, signal: null, at } });
  state.agents = [exited(T0)];
  await needs.answer('exit:A', { kind: 'dismiss' });
  expect(ids()).toEqual([]);
  state.agents = [exited(T0 + 1)];
  expect(ids()).toEqual(['exit:A']);
});

test('any sign of an agent ends its silence, and a nudge gives it the whole time again', async () => {
  const { needs, state, ids } = world();
  const working = (activity: string) => [row(ada, { status: 'working', activity })];
  state.agents = working('one');
  expect(ids()).toEqual([]);
  state.now += 10 * MINUTE;
  expect(ids()).toEqual(['silent:A']);
  state.agents = working('two');
  expect(ids()).toEqual([]);
  state.now += 10 * MINUTE;
  expect(ids()).toEqual(['silent:A']);
  needs.take([message('m', ada, { channel: 'general' }, 'Still here.')]);
  expect(ids()).toEqual([]);
  state.now += 10 * MINUTE;
  await needs.answer('silent:A', text('Are you there?'));
  expect(state.replies).toEqual([['A', 'Are you there?', null]]);
  state.now += 10 * MINUTE - 1;
  expect(ids()).toEqual([]);
  state.now += 1;
  expect(ids()).toEqual(['silent:A']);
});

test('listeners hear of changes only', () => {
  const { needs, state } = world();
  const heard: string[][] = [];
  needs.onChange((items) => heard.push(items.map((i) => i.id)));
  needs.refresh();
  needs.take([question]);
  needs.refresh();
  state.warnings = ['Careful.'];
  needs.refresh();
  expect(heard).toEqual([['1@A'], ['1@A', expect.stringMatching(/^mesh:/)]]);
});

test('what is kept is bounded', async () => {
  const { needs, state } = world();
  state.agents = [];
  for (let i = 0; i < 1100; i += 1) {
    state.warnings = [`Warning ${i}.`];
    await needs.answer(needs.items()[0]?.id ?? '', { kind: 'dismiss' });
  }
  expect(state.saved?.closed).toHaveLength(1000);
});
