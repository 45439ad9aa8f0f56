import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleLine, visibleText } from './visible.ts';

/** What must never reach a terminal as itself. */
const ACTIVE = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u;

const naughty = fc.string({
  unit: fc.constantFrom(
    ...['a', ' ', 'é', '😀', '\u001b[2J', '\u001b]0;title\u0007', '\u009b', '\r', '\n', '\r\n', '\t', '\0'],
    ...['\u007f', '\u202e', '\u2066', '\u200b', '\u200d', '\u2028', '\ufeff', '\u061c', '\u2060', '\ud800'],
  ),
});

test('no control, bidi or zero-width character survives on a line', () => {
  fc.assert(fc.property(naughty, (text) => !ACTIVE.test(visibleLine(text))));
});

test('text keeps its line breaks and tabs and nothing else that acts', () => {
  fc.assert(fc.property(naughty, (text) => !ACTIVE.test(visibleText(text).replaceAll(/[\n\t]/g, ''))));
  expect(visibleText('a\r\nb\n\tc')).toBe('a\nb\n\tc');
});

test('what acted is shown as what it was', () => {
  expect(visibleLine('\u001b[31mred')).toBe('\\u{1b}[31mred');
  expect(visibleLine('abc\u202Etxt.exe')).toBe('abc\\u{202e}txt.exe');
  expect(visibleLine('one\ntwo\r\nthree')).toBe('one ⏎ two ⏎ three');
  expect(visibleLine('over\rwrite')).toBe('over\\u{d}write');
  expect(visibleText('over\rwrite')).toBe('over\\u{d}write');
});

test('what is drawn as nothing is shown: two names that differ in it do not look the same', () => {
  for (const char of ['\u00AD', '\u034F', '\u115F', '\u180E', '\u3164', '\uFFA0', '\u{E0041}', '\u{E0100}']) {
    expect(visibleLine(`ot${char}to`)).toBe(`ot\\u{${char.codePointAt(0)?.toString(16)}}to`);
    expect(visibleText(`ot${char}to`)).toBe(visibleLine(`ot${char}to`));
  }
});

test('plain text in any script is left alone', () => {
  for (const text of ['', 'hello', 'žluťoučký kůň', '日本語', 'مرحبا', '👩🏽 🇪🇺', '⚠️ ✔︎', '\\u{1b}']) {
    expect(visibleLine(text)).toBe(text);
    expect(visibleText(text)).toBe(text);
  }
});

test('a long text is cut and says how long it was', () => {
  expect(visibleLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(10)}… (50 characters)`);
  expect(visibleLine('x'.repeat(10), 10)).toBe('x'.repeat(10));
  expect(visibleText('x'.repeat(100_001))).toMatch(/… \(100001 characters\)$/);
});
