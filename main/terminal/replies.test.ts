import { expect, test } from 'vitest';
import { isReply } from './replies.ts';

test('what a terminal answers by itself is recognised, alone and in a row', () => {
  for (const reply of [
    '\x1b[?1;2c',
    '\x1b[>0;276;0c',
    '\x1b[0n',
    '\x1b[24;80R',
    '\x1b[?24;80R',
    '\x1b[?2026;2$y',
    '\x1b[8;24;80t',
    '\x1b[?0u',
    '\x1b]11;rgb:1e1e/1e1e/1e1e\x07',
    '\x1b]10;rgb:ff/ff/ff\x1b\\',
    '\x1bP>|xterm.js(6)\x1b\\',
    '\x1bP1$r0m\x1b\\',
    '\x1b[?1;2c\x1b[24;80R',
  ])
    expect(isReply(reply), JSON.stringify(reply)).toBe(true);
});

test('what a person types, pastes or clicks is not', () => {
  for (const typed of [
    '',
    'c',
    '\r',
    '\x1b',
    '\x1b[A',
    '\x1b[1;5C',
    '\x1bOP',
    '\x1b[15~',
    '\x1b[I',
    '\x1b[<0;10;10M',
    '\x1b[200~text\x1b[201~',
    '\x1b[24;80Rls',
    'ls\x1b[24;80R',
    '\x1b[97;5u',
  ])
    expect(isReply(typed), JSON.stringify(typed)).toBe(false);
  expect(isReply('\x1b[0n'.repeat(2000))).toBe(false);
});
