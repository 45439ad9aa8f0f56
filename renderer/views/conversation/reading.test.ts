import { describe, expect, it } from 'vitest';
import type { ConversationMessage } from '../../../shared/mesh-view/conversation.ts';
import { mentionedNames } from './list/mentioned.ts';
import { newestTime } from './reading.ts';
import { explainFound, searchRows } from './search.ts';

describe('newestTime', () => {
  it('is that of the newest message, wherever it stands', () => {
    expect(newestTime([{ ts: 10 }, { ts: 30 }, { ts: 20 }], 100)).toBe(30);
    expect(newestTime([], 100)).toBeUndefined();
  });
  it('does not let a message from the future mark all later ones as read', () => {
    expect(newestTime([{ ts: 10 }, { ts: 9e15 }], 1000)).toBe(61_000);
  });
});

describe('searchRows', () => {
  const message = (text: string, name = 'otto') =>
    ({ key: text, text, from: { id: name, name, role: null } }) as ConversationMessage;
  const found = (query: string) =>
    searchRows([message('Rounding'), message('half-even'), message('hm', 'pax')], query).map(
      ({ key }) => key,
    );
  it('finds text in any case, and all of a sender by its name', () => {
    expect(found('round')).toEqual(['Rounding']);
    expect(found('PAX')).toEqual(['hm']);
    expect(found(' ')).toEqual([]);
  });
  it('says in how much it looked', () => {
    expect(explainFound(0, 100, true)).toBe(
      'Nothing found among the 100 that are read; there are earlier ones.',
    );
    expect(explainFound(1, 1, false)).toBe('1 message found among the 1 that is read.');
  });
});

it('knows mentioned peers by name, whether they were mentioned by id or by name', () => {
  const rows = new Map([
    ['UPAX', { name: 'Pax' }],
    ['UCI', { name: 'ci bridge' }],
  ]);
  expect(mentionedNames(['UPAX', 'pax', 'otto', 'UCI'], rows)).toBe('otto pax');
});
