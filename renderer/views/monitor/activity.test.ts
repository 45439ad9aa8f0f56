import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../../shared/mesh-view/snapshot.ts';
import type { PresenceEvent } from '../../state/presence-log.ts';
import {
  countAfter,
  countModes,
  growthOf,
  merge,
  NO_COUNTS,
  NOTHING_MERGED,
  testOf,
  type Row,
} from './activity.ts';
import { createSieve } from './sieve.ts';

const entry = (id: string, change: Partial<FeedEntry> = {}): FeedEntry => ({
  id,
  ts: Number(id.replaceAll(/\D/g, '')),
  from: { id: 'id-otto', name: 'otto', role: null },
  delivery: 'multicast',
  channel: 'general',
  toService: null,
  toIds: [],
  toNames: [],
  count: 1,
  text: `text ${id}`,
  replyTo: null,
  mentions: [],
  subject: 's',
  historical: false,
  ...change,
});
const event = (ts: number): PresenceEvent => ({
  id: `p${ts}`,
  ts,
  from: { id: 'id-dex', name: 'dex', role: null },
  delivery: 'presence',
  status: 'waiting',
  before: 'working',
  activity: null,
});
const ids = (rows: readonly Row[]): string => rows.map(({ id }) => id).join(' ');
const [m1, m2, m3, m4] = [entry('m1'), entry('m2'), entry('m3'), entry('m4')];

describe('growthOf', () => {
  it('tells what came, what grew and what went', () => {
    expect(growthOf([m1, m2], [m1, m2, m3])).toEqual({ kind: 'grown', dropped: 0, replaced: [], from: 2 });
    expect(growthOf([m1, m2], [m1, { ...m2, count: 2 }])).toEqual({
      kind: 'grown',
      dropped: 0,
      replaced: [1],
      from: 2,
    });
    expect(growthOf([m1, m2, m3], [m2, { ...m3 }, m4])).toEqual({
      kind: 'grown',
      dropped: 1,
      replaced: [1],
      from: 2,
    });
    const list = [m1];
    expect(growthOf(list, list)).toEqual({ kind: 'same' });
    expect(growthOf([], [m1])).toEqual({ kind: 'grown', dropped: 0, replaced: [], from: 0 });
  });

  it('says when it is another list', () => {
    for (const after of [[], [m3], [m1], [m1, m3, m2]]) {
      expect(growthOf([m1, m2], after)).toEqual({ kind: 'other' });
    }
  });
});

describe('merge', () => {
  it('sorts by time at first', () => {
    expect(ids(merge(NOTHING_MERGED, [m1, m3], [event(2), event(9)]).rows)).toBe('m1 p2 m3 p9');
  });

  it('never moves what is there: what comes late is last', () => {
    const first = merge(NOTHING_MERGED, [m1], []);
    const second = merge(first, [m1], [event(5)]);
    const third = merge(second, [m1, m2], [event(5)]);
    expect(ids(third.rows)).toBe('m1 p5 m2');
    expect(merge(third, third.feed, third.events)).toBe(third);
  });

  it('lets an entry grow in its place', () => {
    const first = merge(NOTHING_MERGED, [m1, m2], [event(9)]);
    const grown = merge(first, [m1, { ...m2, count: 3 }], first.events);
    expect(ids(grown.rows)).toBe('m1 m2 p9');
    expect(grown.rows[1]).toMatchObject({ count: 3 });
  });

  it('drops at the start what the feed drops, and events that the log drops', () => {
    const first = merge(NOTHING_MERGED, [m1, m3, m4], [event(2), event(9)]);
    expect(ids(merge(first, [m3, m4], first.events).rows)).toBe('m3 m4 p9');
    expect(ids(merge(first, first.feed, [event(9), event(11)]).rows)).toBe('m1 m3 m4 p9 p11');
  });

  it('starts anew on another list', () => {
    const first = merge(NOTHING_MERGED, [m1, m2], [event(9)]);
    expect(ids(merge(first, [m3, m4], []).rows)).toBe('m3 m4');
    expect(ids(merge(first, [], []).rows)).toBe('');
  });
});

describe('countModes', () => {
  it('counts what was said, also after the list grew, dropped or changed', () => {
    const before: Row[] = [m1, entry('m2', { delivery: 'unicast', count: 3 }), event(5)];
    const counts = countModes(NO_COUNTS, [], before);
    expect(counts).toEqual({ all: 5, multicast: 1, unicast: 3, anycast: 0, presence: 1 });
    const grown = [...before, m3];
    expect(countModes(counts, before, grown)).toEqual({ ...counts, all: 6, multicast: 2 });
    const dropped = grown.slice(1);
    expect(countModes(counts, grown, dropped)).toEqual(countModes(NO_COUNTS, [], dropped));
    expect(countModes(counts, before, before)).toBe(counts);
  });
});

describe('testOf', () => {
  it('needs no test when anything is shown', () => {
    expect(testOf('all', '  ')).toBeUndefined();
  });

  it('finds by sender, addressee and words, whatever their case', () => {
    const direct = entry('m9', { delivery: 'unicast', channel: null, toNames: ['Iris'], text: 'Merged' });
    const found = (search: string) => [m1, direct, event(3)].filter(testOf('all', search) ?? (() => true));
    expect(ids(found('OTTO'))).toBe('m1 m9');
    expect(ids(found('iris'))).toBe('m9');
    expect(ids(found('general'))).toBe('m1');
    expect(ids(found('merged'))).toBe('m9');
    expect(ids(found('waiting'))).toBe('p3');
    expect(ids(found('text.'))).toBe('');
  });

  it('stays within its mode', () => {
    const test = testOf('presence', 'dex');
    expect([event(3), entry('m9', { text: 'dex' })].map((row) => test?.(row))).toEqual([true, false]);
  });
});

describe('countAfter', () => {
  it('counts what came behind a row', () => {
    expect(countAfter([m1, m2, m3], 'm1')).toBe(2);
    expect(countAfter([m1, m2, m3], 'm3')).toBe(0);
    expect(countAfter([m2, m3], 'm1')).toBe(2);
    expect(countAfter([m1], undefined)).toBe(0);
  });
});

describe('a sieve', () => {
  const never = (): boolean => false;

  it('tests each row once while the list grows', () => {
    const sieve = createSieve();
    const tested: string[] = [];
    const test = (row: Row): boolean => {
      tested.push(row.id);
      return row.id !== 'm2';
    };
    const first = sieve.sift([m1, m2], test, never);
    expect(ids(first ?? [])).toBe('m1');
    expect(ids(sieve.sift([m1, m2, m3], test, never) ?? [])).toBe('m1 m3');
    expect(tested).toEqual(['m1', 'm2', 'm3']);
  });

  it('is the same list when nothing that passes was added', () => {
    const sieve = createSieve();
    const test = (row: Row): boolean => row.id === 'm1';
    const first = sieve.sift([m1], test, never);
    expect(sieve.sift([m1, m2], test, never)).toBe(first);
  });

  it('goes on where its time was up', () => {
    const many = Array.from({ length: 1000 }, (_, place) => entry(`m${place}`));
    const sieve = createSieve();
    let tests = 0;
    const test = (): boolean => tests++ >= 0;
    expect(sieve.sift(many, test, () => true)).toBeUndefined();
    expect(tests).toBeLessThan(many.length);
    let rows: readonly Row[] | undefined;
    for (let turn = 0; turn < 10 && rows === undefined; turn++) rows = sieve.sift(many, test, () => true);
    expect(rows).toEqual(many);
    expect(tests).toBe(many.length);
  });

  it('holds what a plain filter holds, however the list grows, is dropped from or replaced', () => {
    const step = fc.record({
      add: fc.integer({ min: 0, max: 4 }),
      drop: fc.integer({ min: 0, max: 2 }),
      grow: fc.option(fc.nat(30)),
      isHurried: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const sieve = createSieve();
        const test = (row: Row): boolean => row.delivery !== 'presence' && row.count % 2 === 1;
        let list: FeedEntry[] = [entry('m0')];
        let last = 0;
        for (const { add, drop, grow, isHurried } of steps) {
          const added = Array.from({ length: add }, () => entry(`m${++last}`, { count: last % 3 }));
          list = [...list, ...added].slice(drop);
          const place = grow === null || list.length === 0 ? -1 : grow % list.length;
          const grown = list[place];
          if (grown !== undefined) list = list.with(place, { ...grown, count: grown.count + 1 });
          const sifted = sieve.sift(list, test, () => isHurried);
          if (sifted !== undefined) expect(sifted).toEqual(list.filter(test));
        }
        expect(sieve.sift(list, test, never)).toEqual(list.filter(test));
      }),
    );
  });
});
