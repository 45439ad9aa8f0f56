import { expect, test } from 'vitest';
import { detachKey } from './attach.ts';

test('the detach key is Ctrl-] when nothing is said', () => {
  for (const said of [undefined, '']) expect(detachKey(said)).toEqual({ byte: 0x1d, label: 'Ctrl-]' });
});

test('a key is said as ctrl-x or ^x, in any case', () => {
  const keys: readonly (readonly [string, number, string])[] = [
    ['ctrl-a', 0x01, 'Ctrl-A'],
    ['Ctrl-A', 0x01, 'Ctrl-A'],
    ['CTRL-z', 0x1a, 'Ctrl-Z'],
    ['^q', 0x11, 'Ctrl-Q'],
    ['^@', 0x00, 'Ctrl-@'],
    ['^\\', 0x1c, 'Ctrl-\\'],
    ['ctrl-]', 0x1d, 'Ctrl-]'],
    ['^^', 0x1e, 'Ctrl-^'],
    ['ctrl-_', 0x1f, 'Ctrl-_'],
  ];
  for (const [said, byte, label] of keys) expect(detachKey(said), said).toEqual({ byte, label });
});

test('what is no such key is refused with its name, and nothing is made of it', () => {
  const bad = [
    'a',
    'ctrl-',
    '^',
    'ctrl-ab',
    'ctrl-1',
    '^?',
    '^ ',
    '^~',
    '^{',
    'ctrl-é',
    'ctrl-ß',
    'ctrl-ſ',
    '^\u212a',
    '^😀',
    ' ctrl-a',
    'ctrl-a ',
    'ctrl-a\n',
    'alt-a',
    '__proto__',
    '\x1d',
  ];
  for (const said of bad) {
    expect(() => detachKey(said), JSON.stringify(said)).toThrow(
      expect.objectContaining({
        name: 'Fault',
        code: 'usage',
        what: `COTAL_DETACH_KEY "${said}" is not a key.`,
      }) as Error,
    );
  }
});
