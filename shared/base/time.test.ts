import { expect, test } from 'vitest';
import { explainAge, toRfc3339 } from './time.ts';

test('an age is told in its largest whole unit', () => {
  const told: readonly (readonly [number, string])[] = [
    [0, '0 s'],
    [499, '0 s'],
    [1500, '2 s'],
    [59_499, '59 s'],
    [59_500, '1 m'],
    [3_599_000, '59 m'],
    [3_600_000, '1 h'],
    [86_399_000, '23 h'],
    [86_400_000, '1 d'],
    [400 * 86_400_000, '400 d'],
  ];
  for (const [ms, words] of told) expect(explainAge(ms), String(ms)).toBe(words);
});

test('an age from a clock that runs ahead is no age, never a negative one', () => {
  expect(explainAge(-1)).toBe('0 s');
  expect(explainAge(-86_400_000)).toBe('0 s');
});

test('a time is written in UTC, whatever the local zone', () => {
  expect(toRfc3339(1_710_000_000_123)).toBe('2024-03-09T16:00:00.123Z');
  expect(() => toRfc3339(Number.NaN)).toThrow(RangeError);
});
