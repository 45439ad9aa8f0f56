import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_CLIPBOARD_BYTES,
  parseClipboardWrite,
  parseHyperlink,
  parsePromptMark,
  safePaste,
} from './osc.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('prompt marks', () => {
  test.each([
    ['A', { kind: 'prompt' }],
    ['A;cl=m;aid=12', { kind: 'prompt' }],
    ['B', { kind: 'command' }],
    ['C', { kind: 'output' }],
    ['D', { kind: 'end', exitCode: undefined }],
    ['D;0', { kind: 'end', exitCode: 0 }],
    ['D;130;aid=1', { kind: 'end', exitCode: 130 }],
    ['D;-1', { kind: 'end', exitCode: undefined }],
    ['D;1e9', { kind: 'end', exitCode: undefined }],
  ])('%s', (data, mark) => {
    expect(parsePromptMark(data)).toEqual(mark);
  });

  test.each(['', 'a', 'AB', 'P;k=s', 'E', ';A', '\u001bA'])('none in %j', (data) => {
    expect(parsePromptMark(data)).toBeUndefined();
  });
});

describe('the clipboard', () => {
  test('takes text in base64', () => {
    expect(parseClipboardWrite(`c;${base64('grüße\n日本')}`)).toBe('grüße\n日本');
    expect(parseClipboardWrite(`;${base64('x')}`)).toBe('x');
    expect(parseClipboardWrite(`c;${base64('y'.repeat(MAX_CLIPBOARD_BYTES))}`)).toHaveLength(
      MAX_CLIPBOARD_BYTES,
    );
  });

  test.each([
    ['a question', 'c;?'],
    ['nothing', 'c;'],
    ['no separator', base64('text')],
    ['no base64', 'c;%%%'],
    ['no whole base64', 'c;A'],
    ['no UTF-8', `c;${Buffer.from([0xff, 0xfe]).toString('base64')}`],
    ['a strange target', `C!;${base64('x')}`],
    ['too much', `c;${base64('z'.repeat(MAX_CLIPBOARD_BYTES + 3))}`],
  ])('not %s', (_, data) => {
    expect(parseClipboardWrite(data)).toBeUndefined();
  });
});

describe('links', () => {
  test('open with a checked address, and close', () => {
    expect(parseHyperlink(';https://example.com')).toEqual({
      kind: 'open',
      id: undefined,
      url: 'https://example.com/',
    });
    expect(parseHyperlink('id=7:x=y;https://example.com/a;b')).toEqual({
      kind: 'open',
      id: '7',
      url: 'https://example.com/a;b',
    });
    expect(parseHyperlink(';')).toEqual({ kind: 'close' });
  });

  test.each([';javascript:alert(1)', ';file:///etc/passwd', 'https://example.com', ';https://a@b/', ''])(
    '%j closes',
    (data) => {
      expect(parseHyperlink(data)).toEqual({ kind: 'close' });
    },
  );

  test('an id without bounds is none', () => {
    expect(parseHyperlink(`id=${'x'.repeat(5000)};https://a.example/`)).toMatchObject({ id: undefined });
  });
});

test('a paste cannot end itself, whatever is in it, and the rest stays', () => {
  expect(safePaste('a\u001b[201~rm -rf /\r\n\tb')).toBe('a[201~rm -rf /\r\n\tb');
  expect(safePaste('a\u009b201~')).toBe('a201~');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const pasted = safePaste(text);
      expect(pasted.includes('\u001b') || pasted.includes('\u009b')).toBe(false);
      expect(pasted.length).toBeLessThanOrEqual(text.length);
    }),
  );
});
