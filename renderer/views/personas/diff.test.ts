import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countsOf, diffLines, partsOf } from './diff.ts';

const drawn = (before: string, after: string): string[] =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

it('shows the changed line between those that stay, the old one first', () => {
  expect(drawn('a\nb\nc\n', 'a\nx\nc\n')).toEqual([' a', '-b', '+x', ' c']);
});

it('numbers lines as each text has them', () => {
  expect(diffLines('a\nc', 'a\nb\nc')).toEqual([
    { kind: 'same', text: 'a', before: 1, after: 1 },
    { kind: 'added', text: 'b', before: null, after: 2 },
    { kind: 'same', text: 'c', before: 2, after: 3 },
  ]);
});

it('starts from nothing, and ends with nothing', () => {
  expect(drawn('', 'a\n')).toEqual(['+a']);
  expect(drawn('a\n', '')).toEqual(['-a']);
  expect(drawn('', '')).toEqual([]);
});

it('counts what is far from any change instead of showing it', () => {
  const before = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n');
  const after = before.replace('line 10', 'changed');
  expect(partsOf(diffLines(before, after), 2)).toMatchObject([
    { kind: 'left-out', count: 8 },
    { kind: 'lines', lines: { length: 6 } },
    { kind: 'left-out', count: 7 },
  ]);
});

it('shows what is too long to compare as replaced', () => {
  const many = (word: string): string => Array.from({ length: 2500 }, (_, i) => `${word} ${i}`).join('\n');
  const lines = diffLines(`head\n${many('old')}\nsame\nend`, `head\n${many('new')}\nend`);
  expect(countsOf(lines)).toEqual({ added: 2500, removed: 2501 });
  expect(lines[0]?.kind).toBe('same');
});

it('holds both texts, whatever they are, and as much in common as there is', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((l) => l.map((x) => `${x}\n`));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before.join(''), after.join(''));
      const side = (not: string): string =>
        lines.flatMap((l) => (l.kind === not ? [] : `${l.text}\n`)).join('');
      expect(side('added')).toBe(before.join(''));
      expect(side('removed')).toBe(after.join(''));
      expect(lines.filter(({ kind }) => kind === 'same')).toHaveLength(longestCommon(before, after));
    }),
  );
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const table = a.map(() => b.map(() => 0));
  for (const [i, x] of a.entries()) {
    for (const [j, y] of b.entries()) {
      table[i]![j] =
        x === y ? (table[i - 1]?.[j - 1] ?? 0) + 1 : Math.max(table[i - 1]?.[j] ?? 0, table[i]![j - 1] ?? 0);
    }
  }
  return table.at(-1)!.at(-1)!;
}
