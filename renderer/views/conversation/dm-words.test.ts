import { describe, expect, it } from 'vitest';
import type { RosterRow } from '../../state/roster.ts';
import { explainDelivery, explainPeer, successorOf } from './dm-words.ts';

const NOW = new Date(2026, 2, 9, 14, 0).getTime();
const HOUR = 3_600_000;
const row = (id: string, word: string, fields: Partial<RosterRow> = {}): RosterRow => ({
  id,
  name: 'fern',
  role: null,
  shape: 'idle',
  word,
  activity: null,
  lastSign: NOW - 60_000,
  harness: null,
  model: null,
  hasTerminal: false,
  ...fields,
});
const known = { name: 'fern', since: NOW - HOUR, isStale: false, isRosterCurrent: true };

describe('what is said of the peer', () => {
  it('says since when it is away, and that a message waits', () => {
    const away = { ...known, row: row('a', 'offline') };
    expect(explainPeer(away, NOW)).toBe('offline since 13:00, 1 h');
    expect(explainDelivery(away)).toBe('fern has been offline since 13:00. A message waits for it.');
  });
  it('says what it does, with the age of its last sign', () => {
    const here = { ...known, row: row('a', 'working', { activity: 'Reading\u202E' }) };
    expect(explainPeer(here, NOW)).toBe('working, last sign 1 m ago · Reading\\u{202e}');
    expect(explainDelivery(here)).toBe('Only fern gets this.');
  });
  it('claims absence only while the roster is current', () => {
    expect(explainPeer({ ...known, row: undefined }, NOW)).toBe('not in the roster');
    expect(explainPeer({ ...known, row: undefined, isRosterCurrent: false }, NOW)).toBe(
      'not known whether it is here',
    );
    expect(explainDelivery({ ...known, row: undefined, isRosterCurrent: false })).toContain('not known');
  });
  it('claims nothing about the present while stale', () => {
    const stale = { ...known, isStale: true, row: row('a', 'was working', { activity: 'Reading' }) };
    expect(explainPeer(stale, NOW)).toBe('was working, last sign 1 m ago');
  });
});

describe('successorOf', () => {
  const rows = (...all: RosterRow[]) => new Map(all.map((each) => [each.id, each]));
  it('finds who bears the name now', () => {
    expect(successorOf('a', 'fern', rows(row('a', 'offline'), row('b', 'idle', { name: 'Fern' })))?.id).toBe(
      'b',
    );
    expect(successorOf('gone', 'fern', rows(row('b', 'idle')))?.id).toBe('b');
  });
  it('finds none while the peer itself is here, or nobody is', () => {
    expect(successorOf('a', 'fern', rows(row('a', 'idle'), row('b', 'idle')))).toBeUndefined();
    expect(successorOf('a', 'fern', rows(row('a', 'offline'), row('b', 'offline')))).toBeUndefined();
  });
});
