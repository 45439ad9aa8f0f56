import { describe, expect, it } from 'vitest';
import { collectThreads, type ConversationMessage } from '../../../shared/mesh-view/conversation.ts';
import { layoutRows, layoutThread, newReplies, stillPending, type LayoutOptions, type Row } from './rows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const message = (id: string, ts: number, fields: Partial<ConversationMessage> = {}): ConversationMessage => ({
  key: `otto ${id}`,
  id,
  ts,
  seq: null,
  from: { id: 'otto', name: 'otto', role: null },
  text: id,
  isCut: false,
  replyTo: null,
  mentions: [],
  subject: '',
  historical: false,
  envelope: null,
  ...fields,
});
const old = (id: string, ts: number, fields: Partial<ConversationMessage> = {}) =>
  message(id, ts, { historical: true, ...fields });
const by = (name: string) => ({ from: { id: name, name, role: null } });
const options: LayoutOptions = {
  unread: { after: 0, until: 0 },
  personId: 'marta',
  liveSince: null,
  dayOf: (at) => String(Math.floor(at / DAY)),
  pending: [],
};
const layout = (messages: readonly ConversationMessage[], o: Partial<LayoutOptions> = {}) =>
  layoutRows(collectThreads(messages), { ...options, ...o });
const words = (rows: readonly Row[]) =>
  rows.map((row) => {
    switch (row.kind) {
      case 'day':
        return `day ${row.at / DAY}`;
      case 'replayed':
        return `${row.count} replayed, live since ${row.since}`;
      case 'new':
        return `${row.count} new`;
      case 'message':
        return `${row.isFirst ? `${row.message.from.name}: ` : '  '}${row.message.id}`;
      case 'pending':
        return `pending ${row.pending.text}`;
    }
  });

describe('layoutRows', () => {
  it('groups what one sender says within five minutes of the message before', () => {
    const rows = layout([
      message('a', 0),
      message('b', 5 * MINUTE),
      message('c', 10 * MINUTE + 1),
      message('d', 10 * MINUTE + 2, by('iris')),
      message('e', 10 * MINUTE + 3),
    ]);
    expect(words(rows)).toEqual(['day 0', 'otto: a', '  b', 'otto: c', 'iris: d', 'otto: e']);
  });
  it('starts a group anew when a sender calls itself otherwise', () => {
    const rows = layout([
      message('a', 0),
      message('b', 1, { from: { id: 'otto', name: 'iris', role: null } }),
    ]);
    expect(words(rows)).toEqual(['day 0', 'otto: a', 'iris: b']);
  });
  it('divides days', () => {
    expect(words(layout([message('a', DAY - 1), message('b', DAY)]))).toEqual([
      `day ${(DAY - 1) / DAY}`,
      'otto: a',
      'day 1',
      'otto: b',
    ]);
  });
  it('says where history ends and since when it is live', () => {
    const messages = [old('a', 10), old('b', 20), message('c', 40)];
    expect(words(layout(messages, { liveSince: 30 }))).toEqual([
      'day ' + 10 / DAY,
      'otto: a',
      '  b',
      '2 replayed, live since 30',
      'otto: c',
    ]);
    // A mesh that has been up for long: what is older than the feed was not seen live by this window.
    expect(words(layout(messages, { liveSince: 5 }))).toContain('2 replayed, live since 40');
    expect(words(layout([old('a', 10)], { liveSince: 30 })).at(-1)).toBe('1 replayed, live since 30');
    expect(words(layout([message('a', 10)]))).not.toContain('replayed');
  });
  it('draws the line at what the person had read when the conversation was opened', () => {
    const messages = [
      message('read', 10),
      message('mine', 20, by('marta')),
      message('new', 30),
      message('newer', 40),
      message('after', 50),
    ];
    expect(words(layout(messages, { unread: { after: 10, until: 45 } }))).toEqual([
      'day ' + 10 / DAY,
      'otto: read',
      'marta: mine',
      '2 new',
      'otto: new',
      '  newer',
      '  after',
    ]);
  });
  it('calls history new only to who was here before', () => {
    const messages = [old('a', 10), old('b', 20)];
    expect(words(layout(messages, { unread: { after: 0, until: 99 } })).join()).not.toContain('new');
    expect(words(layout(messages, { unread: { after: 15, until: 99 } }))).toContain('1 new');
  });
  it('shows what is on its way last', () => {
    const pending = [{ key: 'p', id: null, text: 'hello', at: 5, replyTo: null, state: 'sending' as const }];
    expect(words(layout([message('a', 0)], { pending })).at(-1)).toBe('pending hello');
  });
  it('has a key of its own for every line', () => {
    const rows = layout([old('a', 0), message('b', DAY), message('c', 2), message('d', DAY)], {
      unread: { after: 1, until: DAY },
    });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});

it('lays a thread out under what was answered, and counts its new answers', () => {
  const root = message('root', 0);
  const messages = [
    root,
    message('a', 1, { replyTo: 'root' }),
    message('b', 2, { replyTo: 'root', ...by('iris') }),
  ];
  const thread = collectThreads(messages).threads.get(root.key)!;
  expect(words(layoutThread(root, thread, options))).toEqual(['otto: root', 'otto: a', 'iris: b']);
  expect(newReplies(thread, { unread: { after: 1, until: 5 }, personId: 'marta' })).toBe(1);
});

it('forgets what is on its way when it has come back', () => {
  const pending = [
    { key: 'p', id: 'a', text: '', at: 0, replyTo: null, state: 'sent' as const },
    { key: 'q', id: null, text: '', at: 0, replyTo: null, state: 'sending' as const },
  ];
  expect(stillPending(pending, [message('a', 1)]).map(({ key }) => key)).toEqual(['q']);
  expect(stillPending(pending, [])).toBe(pending);
});
