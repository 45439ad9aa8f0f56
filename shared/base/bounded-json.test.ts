import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MESSAGE_BOUNDS, parseJsonBytes, parseJsonText } from './bounded-json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

test('any JSON value comes back as it was', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      expect(parseJsonBytes(bytes(text), MESSAGE_BOUNDS)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test('bytes that are not UTF-8 are refused, wherever they stand', () => {
  const bad: readonly (readonly number[])[] = [
    [0xff],
    [0xc3, 0x28],
    [0xe2, 0x82], // cut short
    [0xed, 0xa0, 0x80], // a lone surrogate
    [0xc0, 0xaf], // overlong
    [0xf4, 0x90, 0x80, 0x80], // above U+10FFFF
  ];
  for (const sequence of bad) {
    const payload = Uint8Array.from([0x22, ...sequence, 0x22]);
    expect(parseJsonBytes(payload, MESSAGE_BOUNDS)).toEqual({ ok: false, error: 'bad-utf8' });
  }
});

test('what is not JSON is refused', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '{"a":1}}',
    '[1,]',
    "{'a':1}",
    'undefined',
    'NaN',
    '\uFEFF{}',
    '"\u0000"',
  ]) {
    expect(parseJsonBytes(bytes(text), MESSAGE_BOUNDS), text).toEqual({ ok: false, error: 'bad-json' });
  }
});

test('depth is refused before anything recurses, and brackets inside strings do not count', () => {
  expect(parseJsonText(nested(64), MESSAGE_BOUNDS).ok).toBe(true);
  for (const text of [nested(65), nested(10_000), nested(10_000, '{"a":', '}'), '['.repeat(10_000)]) {
    expect(parseJsonText(text, MESSAGE_BOUNDS)).toEqual({ ok: false, error: 'too-deep' });
  }
  const quoted = JSON.stringify({ text: `\\"${'['.repeat(10_000)}` });
  expect(parseJsonText(quoted, MESSAGE_BOUNDS).ok).toBe(true);
  // A backslash before the closing quote must not hide the brackets that follow the string.
  expect(parseJsonText(`["\\\\",${nested(10_000)}]`, MESSAGE_BOUNDS)).toEqual({
    ok: false,
    error: 'too-deep',
  });
  // Closing first does not buy depth: such text is never JSON.
  expect(parseJsonText(`${']'.repeat(10_000)}${nested(10_000)}`, MESSAGE_BOUNDS).ok).toBe(false);
});

test('size is bounded in bytes, inclusively', () => {
  const bounds = { maxBytes: 6, maxDepth: 4 };
  expect(parseJsonBytes(bytes('"éé"'), bounds)).toEqual({ ok: true, value: 'éé' });
  expect(parseJsonBytes(bytes('"ééé"'), bounds)).toEqual({ ok: false, error: 'too-large' });
  expect(parseJsonText('"123456"', bounds)).toEqual({ ok: false, error: 'too-large' });
});

test('a prototype key stays an own key of the value', () => {
  const parsed = parseJsonText('{"__proto__":{"polluted":true}}', MESSAGE_BOUNDS);
  if (!parsed.ok) throw new Error(parsed.error);
  expect(Object.keys(parsed.value as object)).toEqual(['__proto__']);
  expect('polluted' in {}).toBe(false);
  expect((parsed.value as { polluted?: unknown }).polluted).toBeUndefined();
});
