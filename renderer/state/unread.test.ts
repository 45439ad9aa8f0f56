import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
import { channelKey, dmKey } from './ui.ts';
import { conversationOf, dmsOf, unreadOf } from './unread.ts';

const ME = 'UME';
const entry = (of: Partial<FeedEntry>): FeedEntry => ({
  id: Math.random().toString(36),
  ts: 1000,
  from: { id: 'UIRIS', name: 'iris', role: null },
  delivery: 'multicast',
  channel: 'general',
  toService: null,
  toIds: [],
  toNames: [],
  count: 1,
  text: 'x',
  replyTo: null,
  mentions: [],
  subject: '',
  historical: false,
  ...of,
});
const dm = (of: Partial<FeedEntry>): FeedEntry => entry({ delivery: 'unicast', channel: null, ...of });
const toMe = dm({ toIds: [ME], toNames: ['me'], ts: 2000 });
const mine = dm({ from: { id: ME, name: 'me', role: null }, toIds: ['UOTTO'], toNames: ['otto'], ts: 3000 });
const between = dm({ toIds: ['UOTTO'], toNames: ['otto'] });

describe('conversations of the person', () => {
  it('belong to the other side, whoever wrote; what is between others is none', () => {
    expect(conversationOf(toMe, ME)).toBe(dmKey('UIRIS'));
    expect(conversationOf(mine, ME)).toBe(dmKey('UOTTO'));
    expect(conversationOf(between, ME)).toBeUndefined();
    expect(conversationOf(entry({}), ME)).toBe(channelKey('general'));
  });
  it('count what others wrote after the person looked', () => {
    const feed = [
      entry({ ts: 1000, count: 3 }),
      entry({ ts: 5000 }),
      toMe,
      mine,
      entry({ historical: true }),
    ];
    const unread = unreadOf(feed, ME, { [channelKey('general')]: 1000 });
    expect([...unread]).toEqual([
      [channelKey('general'), 1],
      [dmKey('UIRIS'), 1],
    ]);
  });
  it('are listed newest first, by id: two peers may bear one name', () => {
    const other = dm({ from: { id: 'UIRIS2', name: 'iris', role: null }, toIds: [ME], ts: 4000 });
    expect(dmsOf([toMe, mine, other, between], ME, new Map()).map(({ id }) => id)).toEqual([
      'UIRIS2',
      'UOTTO',
      'UIRIS',
    ]);
    expect(dmsOf([toMe], undefined, new Map())).toEqual([]);
  });
});
