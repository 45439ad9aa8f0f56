import { expect, it } from 'vitest';
import { dayOf, dayTitle, isoTime, minuteTime, clockTime } from './times.ts';

const noon = new Date(2026, 2, 9, 12, 5, 7).getTime();
const DAY = 86_400_000;

it('says times and days as the person has them', () => {
  expect(minuteTime(noon)).toBe('12:05');
  expect(clockTime(noon)).toBe('12:05:07');
  expect(dayOf(noon)).toBe('2026-03-09');
  expect(dayTitle(noon, noon + 60_000)).toBe('Today');
  expect(dayTitle(noon, noon + DAY)).toBe('Yesterday');
  expect(dayTitle(noon, noon + 5 * DAY)).toMatch(/^Monday,? 9 March$/);
  expect(dayTitle(noon, noon + 400 * DAY)).toBe('9 March 2026');
});

it.each([1e300, -1e300, 8.64e15 + 1, Infinity, NaN])('is not thrown off by a sender who claims %s', (at) => {
  expect(minuteTime(at)).toBe('unknown time');
  expect(clockTime(at)).toBe('unknown time');
  expect(isoTime(at)).toBeUndefined();
  expect(dayOf(at)).toBe('unknown');
  expect(dayTitle(at, noon)).toBe('A day that its sender did not say');
});
