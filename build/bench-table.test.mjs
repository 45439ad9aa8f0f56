import { expect, test } from 'vitest';
import { formatNumber, formatTable } from './bench-table.mjs';

test('figures keep three digits that matter, large ones are grouped', () => {
  expect([0.0012345, 1.5, 99.96, 1234, 1234567, Number.NaN].map(formatNumber)).toEqual([
    '0.00123',
    '1.5',
    '100',
    '1 234',
    '1 234 567',
    '–',
  ]);
});

test('the table lines figures up to the right and words to the left', () => {
  const rows = [
    { what: 'publish', unit: 'msg/s', ours: 12000, floor: 15000, ratio: 0.8, n: 5 },
    { what: 'join', unit: 'ms', ours: 4.2, floor: 2.1, ratio: 2, n: 5 },
  ];
  expect(formatTable({ name: 'mesh', rows }).split('\n')).toEqual([
    'mesh       ours   floor  unit    ratio  n',
    '─────────────────────────────────────────',
    'publish  12 000  15 000  msg/s  0.80 ×  5',
    'join        4.2     2.1  ms     2.00 ×  5',
  ]);
});
