import { describe, expect, it } from 'vitest';
import type { NeedItem } from '../../shared/api/contract.ts';
import { noticesOf } from './notify.ts';
import type { RosterRow } from './roster.ts';

const row = (name: string, shape: RosterRow['shape'], activity: string | null = null): RosterRow => ({
  id: `id-${name}`,
  name,
  role: null,
  shape,
  word: shape,
  activity,
  lastSign: 0,
  harness: null,
  model: null,
  hasTerminal: true,
});
const rows = (...all: RosterRow[]): ReadonlyMap<string, RosterRow> =>
  new Map(all.map((each) => [each.id, each]));
const need = (name: string): NeedItem => ({
  id: `q ${name}`,
  kind: 'question',
  agent: { id: `id-${name}`, name },
  since: 0,
  text: 'Keep it?\u202E',
  isQuoted: true,
  evidence: [],
  choices: [],
  acts: ['answer'],
  snoozedUntil: null,
  isAskerGone: false,
});

describe('what a person is told of', () => {
  it('tells that an agent left working, with what it said last', () => {
    const told = noticesOf(rows(row('otto', 'working')), rows(row('otto', 'idle', 'Done: 41 cases')), [], []);
    expect(told).toEqual([{ tag: 'otto', title: 'otto is idle', body: 'Done: 41 cases' }]);
  });
  it('tells a need once, and not again as a stop', () => {
    const before = rows(row('juno', 'working'));
    const now = rows(row('juno', 'waiting'));
    expect(noticesOf(before, now, [], [need('juno')]).map(({ title }) => title)).toEqual(['juno asks']);
    expect(noticesOf(now, now, [need('juno')], [need('juno')])).toEqual([]);
  });
  it('claims nothing when the whole view went stale', () => {
    expect(noticesOf(rows(row('otto', 'working')), rows(row('otto', 'stale')), [], [])).toEqual([]);
  });
  it('shows what an agent wrote without letting it act', () => {
    expect(noticesOf(rows(), rows(), [], [need('juno')])[0]?.body).toBe('Keep it?\\u{202e}');
  });
});
