import { describe, expect, it } from 'vitest';
import {
  collectThreads,
  entriesOf,
  mergeConversation,
  readHistory,
  type HistoryEnvelope,
} from './conversation.ts';
import type { FeedEntry } from './snapshot.ts';

const envelope = (
  id: string,
  seq: number,
  ts: number,
  fields: Record<string, unknown> = {},
): HistoryEnvelope => ({
  id,
  ts,
  seq,
  kind: 'channel',
  historical: true,
  space: 'ferrydesk',
  from: { id: 'UOTTO', name: 'otto', role: 'backend' },
  channel: 'review',
  parts: [{ kind: 'text', text: `text of ${id}` }],
  ...fields,
});
const entry = (id: string, ts: number, fields: Partial<FeedEntry> = {}): FeedEntry => ({
  id,
  ts,
  from: { id: 'UOTTO', name: 'otto', role: 'backend' },
  delivery: 'multicast',
  channel: 'review',
  toService: null,
  toIds: [],
  toNames: [],
  count: 1,
  text: `text of ${id}`,
  replyTo: null,
  mentions: [],
  subject: 'cotal.ferrydesk.chat.UOTTO.review',
  historical: false,
  ...fields,
});
const stored = (...envelopes: HistoryEnvelope[]) => readHistory(envelopes, 'ferrydesk');
const ids = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);

describe('readHistory', () => {
  it('takes sender, text, role and the subject that the sender was proved by', () => {
    const [message] = stored(envelope('a', 7, 100));
    expect(message).toMatchObject({
      id: 'a',
      seq: 7,
      from: { id: 'UOTTO', name: 'otto', role: 'backend' },
      text: 'text of a',
      subject: 'cotal.ferrydesk.chat.UOTTO.review',
      historical: true,
    });
    const dm = { kind: 'dm' as const, channel: undefined, to: 'UMARTA' };
    const { channel: _channel, ...rest } = envelope('b', 8, 100, dm);
    expect(stored(rest as HistoryEnvelope)[0]?.subject).toBe('cotal.ferrydesk.inst.UMARTA.UOTTO');
  });
  it('leaves out what has not the shape of a message', () => {
    expect(stored(envelope('a', 1, 1, { parts: 'no' }), envelope('b', 2, 2, { from: null }))).toEqual([]);
  });
});

describe('mergeConversation', () => {
  it('shows once what is both stored and live, and knows that somebody listened', () => {
    const merged = mergeConversation(stored(envelope('a', 1, 10), envelope('b', 2, 20)), [
      entry('b', 20),
      entry('c', 30),
    ]);
    expect(merged.map(({ id, seq, historical }) => [id, seq, historical])).toEqual([
      ['a', 1, true],
      ['b', 2, false],
      ['c', null, false],
    ]);
  });
  it('takes the whole text from history where the feed has cut it', () => {
    const long = 'x'.repeat(20_000);
    const parts = [{ kind: 'text', text: long }];
    const cut = entry('a', 10, { text: long.slice(0, 16_000) });
    expect(mergeConversation([], [cut])[0]?.isCut).toBe(true);
    const [message] = mergeConversation(stored(envelope('a', 1, 10, { parts })), [cut]);
    expect(message).toMatchObject({ isCut: false, text: long });
  });
  it('keeps the order of the stream, whatever the clocks of the senders say', () => {
    const merged = mergeConversation(stored(envelope('b', 2, 5), envelope('a', 1, 9_000_000)), []);
    expect(ids(merged)).toEqual(['a', 'b']);
  });
  it('puts a live message at the end even after one from the future', () => {
    const history = stored(envelope('future', 1, 9_000_000), envelope('b', 2, 20));
    expect(ids(mergeConversation(history, [entry('c', 30)]))).toEqual(['future', 'b', 'c']);
  });
  it('does not let one sender take the place of another by using its id', () => {
    const forged = entry('a', 30, { from: { id: 'UEVIL', name: 'evil', role: null }, text: 'forged' });
    const merged = mergeConversation(stored(envelope('a', 1, 10)), [forged]);
    expect(merged.map(({ text }) => text)).toEqual(['text of a', 'forged']);
    expect(new Set(merged.map(({ key }) => key)).size).toBe(2);
  });
  it('shows messages without an id each, but not twice for being in the feed as well', () => {
    const parts = [{ kind: 'text', text: 'hm' }];
    const history = stored(envelope('', 1, 10, { parts }), envelope('', 2, 11, { parts }));
    const live = [entry('UOTTO:11:0', 11, { text: 'hm' })];
    const merged = mergeConversation(history, live);
    expect(merged.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(new Set(merged.map(({ key }) => key)).size).toBe(2);
  });
  it('shows a burst to several peers once in the conversation with one of them', () => {
    const { channel: _channel, ...dm } = envelope('second', 5, 100, { to: 'UPAX', kind: 'dm' });
    const parts = [{ kind: 'text', text: 'to all of you' }];
    const burst = entry('first', 99, { count: 2, delivery: 'unicast', text: 'to all of you' });
    const merged = mergeConversation(stored({ ...(dm as HistoryEnvelope), parts }), [burst]);
    expect(ids(merged)).toEqual(['second']);
  });
});

describe('entriesOf', () => {
  const feed = [
    entry('channel', 1),
    entry('elsewhere', 2, { channel: 'build' }),
    entry('to me', 3, { delivery: 'unicast', channel: null, toIds: ['UMARTA'] }),
    entry('from me', 4, {
      delivery: 'unicast',
      channel: null,
      from: { id: 'UMARTA', name: 'marta', role: null },
      toIds: ['UPAX', 'UOTTO'],
    }),
    entry('between others', 5, { delivery: 'unicast', channel: null, toIds: ['UPAX'] }),
  ];
  it('takes what was said in the channel', () => {
    expect(ids(entriesOf(feed, { kind: 'channel', channel: 'review' }, 'UMARTA'))).toEqual(['channel']);
  });
  it('takes what the person and the peer said to each other, not what the peer said to others', () => {
    expect(ids(entriesOf(feed, { kind: 'dm', id: 'UOTTO' }, 'UMARTA'))).toEqual(['to me', 'from me']);
  });
});

describe('collectThreads', () => {
  const line = (...pairs: readonly (readonly [id: string, replyTo: string | null])[]) =>
    collectThreads(
      mergeConversation(
        [],
        pairs.map(([id, replyTo], ts) => entry(id, ts, { replyTo })),
      ),
    );
  const shape = (conversation: ReturnType<typeof collectThreads>) => ({
    main: ids(conversation.main),
    threads: Object.fromEntries([...conversation.threads].map(([key, { replies }]) => [key, ids(replies)])),
  });

  it('takes answers, and answers to answers, out of the line', () => {
    expect(shape(line(['root', null], ['a', 'root'], ['other', null], ['b', 'a']))).toEqual({
      main: ['root', 'other'],
      threads: { 'UOTTO root': ['a', 'b'] },
    });
  });
  it('leaves an answer to something that is not here in the line', () => {
    expect(shape(line(['a', 'gone'], ['b', 'a']))).toEqual({ main: ['a'], threads: { 'UOTTO a': ['b'] } });
  });
  it('is not led in circles', () => {
    expect(shape(line(['self', 'self'], ['a', 'b'], ['b', 'a'], ['c', 'a']))).toEqual({
      main: ['self', 'a', 'b'],
      threads: { 'UOTTO a': ['c'] },
    });
  });
  it('sorts a chain of thousands without delay', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => [`m${i}`, i === 0 ? null : `m${i - 1}`] as const);
    const { main, threads } = line(...chain);
    expect(ids(main)).toEqual(['m0']);
    expect(threads.get('UOTTO m0')?.replies).toHaveLength(19_999);
  });
});
