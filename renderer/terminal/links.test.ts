import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkUrl, findFilePlaces, MAX_LINE, MAX_URL, placeText } from './links.ts';

const texts = (line: string) => findFilePlaces(line).map(({ start, end }) => line.slice(start, end));

describe('places in files', () => {
  test.each([
    ['    at fares/rounding.ts:88:14', ['fares/rounding.ts:88:14']],
    ['src/a.ts(12,3): error TS2322: no', ['src/a.ts(12,3)']],
    ['rounding.ts:88', ['rounding.ts:88']],
    ['./a/b.py:3, and ../c.go:4:5.', ['./a/b.py:3', '../c.go:4:5']],
    ['/home/marta/Makefile:7: *** missing', ['/home/marta/Makefile:7']],
    ['(see infra/staging/main.tf:12)', ['infra/staging/main.tf:12']],
    [String.raw`C:\code\app\main.cs:10:2`, [String.raw`C:\code\app\main.cs:10:2`]],
    ['app/[id]/page.tsx:4:1', ['app/[id]/page.tsx:4:1']],
    ['größe/straße.rs:9', ['größe/straße.rs:9']],
    ['"x/y.js:1" \'z.mjs:2\'', ['x/y.js:1', 'z.mjs:2']],
    ['file=src/a.ts:1', ['file=src/a.ts:1']],
  ])('%s', (line, expected) => {
    expect(texts(line)).toEqual(expected);
  });

  test.each([
    'at 14:31:52 it ended',
    'http://localhost:3000 and https://example.com:8443/',
    '127.0.0.1:4222',
    'example.com:443',
    'nothing: 12',
    ':88:14',
    '../:3',
    'a.ts:88x',
  ])('none in %s', (line) => {
    expect(texts(line)).toEqual([]);
  });

  test('says path, line and column, and what is copied', () => {
    const [place] = findFilePlaces('  fares/rounding.ts:88:14');
    expect(place).toMatchObject({ path: 'fares/rounding.ts', line: 88, column: 14 });
    expect(placeText(place!)).toBe('fares/rounding.ts:88');
  });

  test('hostile lines take no time and no room', () => {
    const bombs = [
      'a/'.repeat(2000),
      `${'a'.repeat(4000)}:1`,
      'a:1'.repeat(1300),
      ':1'.repeat(2000),
      '(1,1)'.repeat(800),
      `${'../'.repeat(1300)}:1`,
      '\\'.repeat(4000),
      'a.ts:1'.repeat(100_000),
    ];
    const start = performance.now();
    for (const bomb of bombs) findFilePlaces(bomb);
    expect(performance.now() - start).toBeLessThan(200);
    expect(findFilePlaces(`${'x'.repeat(MAX_LINE)}/a.ts:1`)).toEqual([]);
  });

  test('whatever stands there, places lie in the line, in order and apart', () => {
    const part = fc.constantFrom('a', '/', '.ts', ':', '12', '(', ',', ')', ' ', 'C:', '\\', '\u202e', '日');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const line = parts.join('');
        let last = 0;
        for (const { start, end, path } of findFilePlaces(line)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(line.slice(start, start + path.length)).toBe(path);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(line.length);
      }),
    );
  });
});

describe('addresses', () => {
  test.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['mailto:marta@example.com', 'mailto:marta@example.com'],
    // Cyrillic letters that look like Latin ones.
    ['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
  ])('%s may be opened', (text, href) => {
    expect(checkUrl(text)).toBe(href);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vscode://x',
    'cotal://join',
    'ssh://host',
    'about:blank',
    'example.com',
    '//example.com',
    '',
    'https://bank.example@evil.example/',
    'https://:secret@evil.example/',
    `https://example.com/${'a'.repeat(MAX_URL)}`,
    // Grows when it is encoded.
    `https://example.com/${'ü'.repeat(500)}`,
  ])('%j may not', (text) => {
    expect(checkUrl(text)).toBeUndefined();
  });
});
