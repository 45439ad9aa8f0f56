import { expect, test } from 'vitest';
import { readQuestion, readWaiting } from './words.ts';

test('a text that ends with a question asks', () => {
  for (const text of [
    'Shall I go on?',
    'Done. Which one?\n',
    'He said "really?"',
    '**Merge it?**',
    'ok (now?)',
  ])
    expect(readQuestion(text), text).toEqual({ asks: true, choices: [] });
});

test('a text that tells does not', () => {
  for (const text of [
    '',
    'Done.',
    'Is it right? I think so.',
    'see https://x.example/?q=1 for more',
    'I did:\n1. the parser\n2. the tests',
    '1. only one',
  ])
    expect(readQuestion(text), text).toEqual({ asks: false, choices: [] });
});

test('numbered options are the choices, whether the question comes before or after them', () => {
  const choices = ['Postgres', 'SQLite, in one file'];
  expect(readQuestion('Which database?\n\n1. Postgres\n2. SQLite, in one file')).toEqual({
    asks: true,
    choices,
  });
  expect(readQuestion('1) Postgres\n2) SQLite, in one file\nWhat do you say?')).toEqual({
    asks: true,
    choices,
  });
  expect(readQuestion('Please choose:\n  - **1.** Postgres\n  - **2.** SQLite, in one file')).toEqual({
    asks: true,
    choices,
  });
});

test('what is out of order is no option, and there are never more than ten', () => {
  expect(readQuestion('Which?\n3. c\n1. a\n7. g\n2. b').choices).toEqual(['a', 'b']);
  const many = Array.from({ length: 30 }, (_, i) => `${i + 1}. option`).join('\n');
  expect(readQuestion(`Which?\n${many}`).choices).toHaveLength(10);
  expect(readQuestion(`Which?\n1. ${'x'.repeat(9000)}\n2. y`).choices[0]).toHaveLength(200);
});

test('a large or hostile text is read in no time', () => {
  const begin = performance.now();
  readQuestion('?'.repeat(200_000));
  readQuestion(`${' *_`)"'.repeat(40_000)}x`);
  readQuestion('1. \n'.repeat(60_000));
  expect(performance.now() - begin).toBeLessThan(500);
});

test('waiting for leave, for a word, and for something else', () => {
  expect(readWaiting('needs permission to run npm install')).toBe('permission');
  expect(readWaiting('Allow edit of src/a.ts?')).toBe('permission');
  expect(readWaiting('waiting for approval')).toBe('permission');
  expect(readWaiting('which branch?')).toBe('question');
  expect(readWaiting('waiting for your answer')).toBe('question');
  expect(readWaiting('waiting for bob to finish the build')).toBeUndefined();
  expect(readWaiting('shallow clone')).toBeUndefined();
});
