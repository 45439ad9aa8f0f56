import { describe, expect, test } from 'vitest';
import { choose, explainBaseline, formatVerdicts, judge, namePattern, plant } from './planted.mjs';

/** @type {import('./planted.mjs').Defect} */
const defect = {
  id: 'door-open',
  what: 'The door is open.',
  file: 'door.ts',
  find: 'isClosed(door)',
  replace: 'true',
  specs: ['test/door.test.ts'],
  expect: 'door (1/2) is closed?',
};

/** @param {{status: string, fullName?: string, file?: string, message?: string}[]} tests */
function report(...tests) {
  return {
    testResults: tests.map(({ status, fullName = `the ${defect.expect}`, file = 'door', message = '' }) => ({
      name: `/copy/test/${file}.test.ts`,
      message,
      assertionResults: [{ title: fullName, fullName, status, failureMessages: ['it was open\nat door.ts'] }],
    })),
  };
}

describe('planting', () => {
  test('puts the defect in the one place', () => {
    expect(plant('if (isClosed(door)) go();', defect)).toBe('if (true) go();');
  });
  test('takes neither part of it for a pattern', () => {
    expect(plant('a.b', { ...defect, find: '.', replace: '$&' })).toBe('a$&b');
  });
  test.each(['', 'isClosed(door) && isClosed(door)'])('fails loudly in %j', (source) => {
    expect(() => plant(source, defect)).toThrow(/"door-open" cannot be planted.* door\.ts, not once/);
  });
});

test('all defects are tried, or those that are named', () => {
  const other = { ...defect, id: 'other' };
  expect(choose([defect, other], [])).toEqual([defect, other]);
  expect(choose([defect, other], ['other'])).toEqual([other]);
  expect(() => choose([defect, other], ['othr'])).toThrow(
    'There is no defect othr. There are: door-open, other.',
  );
});

test('names are no patterns to Vitest', () => {
  const pattern = new RegExp(namePattern([defect, { ...defect, expect: 'second' }]));
  expect(pattern.test('the door (1/2) is closed? yes')).toBe(true);
  expect(pattern.test('second')).toBe(true);
  expect(pattern.test('door 1/2 is close')).toBe(false);
});

describe('without a defect', () => {
  test('green is well', () => {
    expect(explainBaseline([defect], report({ status: 'passed' }))).toEqual([]);
  });
  test('red is no measure', () => {
    const problems = explainBaseline([defect], report({ status: 'passed' }, { status: 'failed' }));
    expect(problems).toEqual(['door-open: "the door (1/2) is closed?" is red without it: it was open']);
  });
  test('neither is a run without an end', () => {
    expect(explainBaseline([defect], undefined)).toEqual(['the run did not come to an end']);
  });
  test.each([
    ['skipped', report({ status: 'skipped' })],
    ['of another name', report({ status: 'passed', fullName: 'window' })],
    ['of another file', report({ status: 'passed', file: 'window' })],
    ['not there', { testResults: [] }],
  ])('a test that is %s is no measure', (_, found) => {
    expect(explainBaseline([defect], found)).toEqual([
      expect.stringContaining('no test "door (1/2) is closed?"'),
    ]);
  });
});

describe('with the defect', () => {
  test('the test that turns red has caught it', () => {
    const found = judge(defect, report({ status: 'passed' }, { status: 'failed' }));
    expect(found).toEqual({ defect, caughtBy: 'the door (1/2) is closed?', why: 'it was open' });
    expect(formatVerdicts([found])).toBe('door-open  caught by the door (1/2) is closed?');
  });
  test.each([
    ['the tests stayed green', report({ status: 'passed' })],
    ['the tests stayed green', report({ status: 'failed', fullName: 'window' })],
    ['no such module', report({ status: 'skipped', message: 'no such module\nat x' })],
    ['the run did not come to an end', undefined],
  ])('nothing else has: %s', (why, found) => {
    const verdict = judge(defect, found);
    expect(verdict).toEqual({ defect, caughtBy: undefined, why });
    expect(formatVerdicts([verdict])).toBe(`door-open  NOT CAUGHT (${why})`);
  });
});
