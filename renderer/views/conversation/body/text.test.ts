import { describe, expect, it } from 'vitest';
import { isMarkdown, safeAddress, SHOWN_CHARS, shownText, splitMentions, textPieces } from './text.ts';

describe('shownText', () => {
  it('makes controls, bidi and zero-width characters visible', () => {
    expect(shownText('a\u001B[31mred\u202Etxt.exe\u200B\u0007').text).toBe(
      'a\\u{1b}[31mred\\u{202e}txt.exe\\u{200b}\\u{7}',
    );
  });
  it('cuts a line of a megabyte, and not within a character', () => {
    const { text, isCut } = shownText(`${'x'.repeat(SHOWN_CHARS - 1)}${'😀'.repeat(500_000)}`);
    expect(isCut).toBe(true);
    expect(text).toBe('x'.repeat(SHOWN_CHARS - 1));
  });
});

it('gives all of a text in pieces, nothing lost and no character split', () => {
  const text = `x${'😀'.repeat(40_000)}`;
  const pieces = textPieces(text);
  expect(pieces.length).toBeGreaterThan(4);
  expect(pieces.join('')).toBe(text);
  expect(() => pieces.map(encodeURIComponent)).not.toThrow();
});

describe('isMarkdown', () => {
  it('reads what people write', () => {
    expect(isMarkdown('Season tables approved. `currency.ts` next.')).toBe(true);
    expect(isMarkdown('Two notes:\n- one\n- two')).toBe(true);
    expect(isMarkdown(`Look:\n\`\`\`ts\n${'a[0] = b_c * d;\n'.repeat(200)}\`\`\`\nIt is *done*.`)).toBe(true);
  });
  it('does not trouble the parser with plain words', () => {
    expect(isMarkdown('Thanks. I start on rounding; the old helper rounds in three places.')).toBe(false);
  });
  it.each([
    ['stars', '*_'.repeat(2000)],
    ['quotes in quotes', '>'.repeat(300)],
    ['lists in lists', '1. '.repeat(100)],
    ['brackets', '['.repeat(4000)],
    ['pictures in pictures', `${'!['.repeat(500)}a${'](b)'.repeat(500)}`],
    ['very many lines', '`a`\n'.repeat(1000)],
    ['stars behind a fence that the parser closes earlier', `\`\`\`\n \`\`\`\n${'*_'.repeat(2000)}\n\`\`\``],
    ['stars behind a fence inside a list', `- a\n  \`\`\`\n${'*_'.repeat(2000)}\n  \`\`\``],
    ['stars behind a fence inside another', `~~~\n\`\`\`\n~~~\n${'*_'.repeat(2000)}\n\`\`\``],
  ])('leaves %s as they are', (_what, text) => {
    expect(isMarkdown(text)).toBe(false);
  });
});

describe('splitMentions', () => {
  const split = (text: string) =>
    splitMentions(text, new Set(['pax', 'otto'])).map((s) => (s.isMention ? `<${s.text}>` : s.text));
  it('marks those it reaches, without what follows', () => {
    expect(split('@pax, ask (@Otto). Not @nobody, not a@pax')).toEqual([
      '<@pax>',
      ', ask (',
      '<@Otto>',
      '). Not @nobody, not a@pax',
    ]);
  });
  it('marks two in a row', () => {
    expect(split('@pax @otto')).toEqual(['<@pax>', ' ', '<@otto>']);
  });
});

describe('safeAddress', () => {
  it.each(['https://example.org/a?b#c', 'http://127.0.0.1:3000/', 'mailto:marta@example.org'])(
    'takes %s',
    (href) => {
      expect(safeAddress(href)).toBe(href);
    },
  );
  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'cotal://link/x',
    '/relative',
    '#',
    'https://bank.example@evil.example/',
    `https://example.org/${'a'.repeat(9000)}`,
  ])('refuses %s', (href) => {
    expect(safeAddress(href)).toBeUndefined();
  });
});
