import { expect, test } from 'vitest';
import { z } from 'zod';
import { asFault, assertNever, Fault, firstIssue, messageOf, refusal } from './refusal.ts';

test('a fault says what and why in its message and keeps its cause', () => {
  const cause = new Error('EACCES');
  const fault = new Fault('no-access', 'The file cannot be read.', {
    why: 'It is not yours.',
    remedy: 'Ask.',
    cause,
  });
  expect(fault).toMatchObject({
    name: 'Fault',
    code: 'no-access',
    message: 'The file cannot be read. It is not yours.',
    what: 'The file cannot be read.',
    remedy: 'Ask.',
    cause,
  });
  expect(fault).toBeInstanceOf(Error);
  expect('cause' in new Fault('x', 'It failed.', { why: '', remedy: '' })).toBe(false);
  expect(new Fault('x', 'It failed.', { why: '', remedy: '' }).message).toBe('It failed.');
});

test('whatever is thrown becomes a fault once', () => {
  const fault = new Fault('inner', 'Inner.', { why: '', remedy: '' });
  expect(asFault(fault, 'outer', 'Outer.', '')).toBe(fault);
  for (const thrown of [new Error('two\n  lines'), 'two lines', { toString: () => 'two lines' }]) {
    expect(asFault(thrown, 'outer', 'Outer.', 'Try.')).toMatchObject({
      code: 'outer',
      message: 'Outer. two lines',
      remedy: 'Try.',
      cause: thrown,
    });
  }
});

test('any thrown value has a message in one line', () => {
  expect(messageOf(new TypeError(' a\r\n\tb '))).toBe('a b');
  expect([undefined, null, 0, ''].map(messageOf)).toEqual(['undefined', 'null', '0', '']);
});

test('the first problem of a schema is named by its path', () => {
  const shape = z.strictObject({ list: z.array(z.object({ n: z.number('not a number') })) });
  const problem = (value: unknown): string => firstIssue(shape.safeParse(value).error!);
  expect(problem({ list: [{ n: 1 }, { n: 'x' }] })).toBe('list.1.n: not a number');
  expect(problem(3)).not.toContain(':  ');
  expect(firstIssue(new z.ZodError([]))).toBe('does not have the expected shape');
});

test('a refusal is plain data, and an unhandled case is loud', () => {
  expect(JSON.parse(JSON.stringify(refusal('c', 'Cotal §3', 'No.')))).toEqual({
    kind: 'refusal',
    code: 'c',
    ref: 'Cotal §3',
    sentence: 'No.',
  });
  expect(() => assertNever('surprise' as never)).toThrow('"surprise"');
});
