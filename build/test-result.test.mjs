import { expect, test } from 'vitest';
import { missingPackages } from './system-packages.mjs';
import { aggregate, formatResult, isGood, parseArgs } from './test-result.mjs';

/** @param {'passed' | 'failed' | 'skipped'} state */
const entry = (state, reason = '') => ({
  project: 'unit',
  file: 'a.test.ts',
  name: `one ${state}`,
  state,
  reason,
});
const tests = [entry('passed'), entry('passed'), entry('skipped', 'needs chromium')];

test('tests and checks add up, a skipped test names its reason, the counts stand alone on the last line', () => {
  const result = aggregate({ report: { tests, errors: [] }, code: 0, checked: true });
  expect(formatResult(result).split('\n')).toEqual([
    'skipped  unit: one skipped (needs chromium)',
    '3 passed, 0 failed, 1 skipped',
  ]);
  expect(isGood(result)).toBe(true);
});

test.each([
  ['a failed test', { report: { tests: [...tests, entry('failed')], errors: [] }, code: 1 }],
  ['failed checks', { report: { tests, errors: [] }, code: 0, checked: false }],
  ['an error outside the tests', { report: { tests, errors: ['a.test.ts: cannot load'] }, code: 1 }],
  ['a process left behind', { report: { tests, errors: [] }, code: 0, leaks: ['12 nats-server'] }],
  ['a bad exit code with green tests', { report: { tests, errors: [] }, code: 1 }],
  ['no report', { report: undefined, code: 1 }],
])('%s fails the run, counted once', (_what, run) => {
  const result = aggregate(run);
  expect(result.failed).toBe(1);
  expect(isGood(result)).toBe(false);
});

test('a run of nothing is not good, and says so', () => {
  const result = aggregate({ report: { tests: [], errors: [] }, code: 0 });
  expect(isGood(result)).toBe(false);
  expect(formatResult(result)).toBe('No test ran.\n0 passed, 0 failed, 0 skipped');
});

test('a run of skipped tests only is not good', () => {
  expect(isGood(aggregate({ report: { tests: [entry('skipped', 'no bus')], errors: [] }, code: 0 }))).toBe(
    false,
  );
});

test('tests left out by a filter are not listed', () => {
  const report = { tests: [...tests, entry('skipped')], errors: [] };
  expect(aggregate({ report, code: 0, filtered: true }).skipped).toEqual([
    'unit: one skipped (needs chromium)',
  ]);
});

test.each([
  [[], [], []],
  [['unit'], ['unit'], []],
  [
    ['unit', 'e2e', '-t', 'unit'],
    ['unit', 'e2e'],
    ['-t', 'unit'],
  ],
  [['unit', '--', 'shared/base'], ['unit'], ['shared/base']],
  [['shared/base'], [], ['shared/base']],
])('%j: projects %j, filters %j', (args, projects, filters) => {
  expect(parseArgs(args, ['unit', 'e2e'])).toEqual({ projects, filters });
});

test('a system package is missing when neither its programs nor its files are there', () => {
  const there = ['/opt/bin/google-chrome', '/usr/share/fonts/truetype/noto'];
  const missing = missingPackages((file) => there.includes(file), '/usr/bin:/opt/bin', 'linux');
  expect(missing).toEqual(['dbus', 'gnome-keyring', 'fonts-liberation']);
  expect(missingPackages(() => false, '', 'darwin')).toEqual([]);
});
