import { expect, test } from 'vitest';
import { createAsks } from './asks.ts';
import { ada, bob, message, person, T0 } from './testing.ts';

const asks = () => createAsks(person, () => T0);
const question = (id: string, from = ada, over = {}) =>
  message(id, from, { peer: 'P' }, `Shall I, ${id}?`, over);
const ids = (a: ReturnType<typeof asks>): string[] => a.open().map((ask) => ask.id);

test('a direct message that asks, and a post that names the person and asks, wait for them', () => {
  const a = asks();
  a.take([
    question('1'),
    message('2', bob, { channel: 'general' }, '@sam which one?\n1. red\n2. blue', { ts: T0 + 1 }),
    message('3', bob, { channel: 'general' }, 'Which one?', { mentions: ['P'], ts: T0 + 2 }),
    message('4', bob, { channel: 'general' }, 'Anybody there?'),
    message('5', ada, { peer: 'B' }, 'Bob, do you know?'),
    message('6', ada, { peer: 'P' }, 'All done.'),
    message('7', ada, { role: 'reviewer' }, 'Who takes this?'),
    message('9', ada, { role: 'human' }, 'Please sign the release.', { ts: T0 + 3 }),
    message('8', person, { peer: 'A' }, 'Are you there?'),
  ]);
  expect(ids(a)).toEqual(['1@A', '2@B', '3@B', '9@A']);
  expect(a.open().map((ask) => ask.isTask)).toEqual([false, false, false, true]);
  expect(a.open()[1]).toMatchObject({
    from: bob,
    channel: 'general',
    choices: ['red', 'blue'],
    messageId: '2',
  });
});

test('what the person answered in a conversation does not wait any more, in whichever order it is read', () => {
  const reply = message('r', person, { peer: 'A' }, 'Yes.', { ts: T0 + 5 });
  const both = asks();
  both.take([question('1')]);
  both.take([reply]);
  expect(ids(both)).toEqual([]);
  expect(both.answeredAt('1@A')).toBe(T0 + 5);
  // It is not asked again when history is read once more.
  both.take([question('1', ada, { historical: true })]);
  expect(ids(both)).toEqual([]);
  const backwards = asks();
  backwards.take([reply]);
  backwards.take([question('1')]);
  expect(ids(backwards)).toEqual([]);
});

test('what the person said before, elsewhere or to others is no answer', () => {
  const a = asks();
  a.take([
    question('1'),
    message('2', bob, { channel: 'general' }, '@sam really?'),
    message('x', person, { peer: 'A' }, 'Hello.', { ts: T0 - 5 }),
    message('y', person, { channel: 'general' }, 'Good morning.', { ts: T0 + 5 }),
    message('z', person, { peer: 'C' }, 'Hello.', { ts: T0 + 5 }),
  ]);
  expect(ids(a)).toEqual(['1@A', '2@B']);
  a.take([message('w', person, { channel: 'general' }, '@bob yes', { ts: T0 + 6, mentions: ['B'] })]);
  expect(ids(a)).toEqual(['1@A']);
});

test("the person's own words given back ask nothing", () => {
  const a = asks();
  a.take([
    message('q', person, { peer: 'A' }, 'Are you there?'),
    message('1', ada, { peer: 'P' }, 'You said: Are you there?', { replyTo: 'q', ts: T0 + 1 }),
    message('2', ada, { peer: 'P' }, 'Yes. Are you?', { replyTo: 'q', ts: T0 + 2 }),
  ]);
  expect(ids(a)).toEqual(['2@A']);
});

test('two senders with one message id are two questions, and one who floods pushes nobody else out', () => {
  const a = asks();
  a.take([question('1', ada), question('1', bob)]);
  expect(ids(a)).toEqual(['1@A', '1@B']);
  a.take(Array.from({ length: 500 }, (_, i) => question(`f${i}`, bob, { ts: T0 + i })));
  expect(ids(a)).toContain('1@A');
  expect(ids(a)).toHaveLength(21);
});

test('who was heard is noted, but not from history', () => {
  const a = asks();
  a.take([question('1'), question('2', bob, { historical: true })]);
  expect([a.heardAt('A'), a.heardAt('B')]).toEqual([T0, undefined]);
});
