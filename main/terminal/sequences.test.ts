import { expect, test } from 'vitest';
import { inside } from './inside.ts';
import { guardSequences } from './sequences.ts';
import { emptyTerminal, randomFrom } from './testing.ts';
import { alignCharacters } from './utf8.ts';

const SNIPPETS = [
  ...[
    '\x1b',
    '\x1b[',
    '\x1b]',
    '\x1bP',
    '\x1b^',
    '\x1bX',
    '\x1b_',
    '\x1b\\',
    '\x1b(',
    '\x07',
    '\x18',
    '\x1a',
  ],
  ...['\u009b', '\u009d', '\u0090', '\u009c', '\u0098', '\u009e', '\u0085', '\x7f', '\n', '\r', '\x01'],
  ...['a', 'm', '3', ';', ':', '?', '<', '>', ' ', '!', '$', 'q', '0', 'R', '~', '@', '漢', 'é', '…', '😀'],
].map((text) => Buffer.from(text));
const BROKEN = [[0xff], [0x80], [0xe2], [0xc2], [0xc0], [0xef, 0xbb, 0xbf], [0xed, 0xa0, 0x80], [0xf0, 0x9f]];
const ALL = [...SNIPPETS, ...BROKEN.map((bytes) => Buffer.from(bytes))];

function parser(terminal: ReturnType<typeof emptyTerminal>) {
  return inside(terminal)._inputHandler;
}

test("the rest brings another terminal's parser to the same place", () => {
  const random = randomFrom(7);
  const fresh = emptyTerminal(20, 5);
  for (let round = 0; round < 60; round += 1) {
    const terminal = emptyTerminal(20, 5);
    const guard = guardSequences();
    const characters = alignCharacters();
    const said: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      const chunk = Buffer.concat(Array.from({ length: 1 + random(3) }, () => ALL[random(ALL.length)]!));
      said.push(chunk.toString('latin1'));
      parser(terminal).parse(guard.take(characters.take(chunk)));
      fresh.reset();
      parser(fresh)._parser.reset();
      parser(fresh).parse(guard.rest());
      const state = parser(terminal)._parser.currentState;
      expect(parser(fresh)._parser.currentState, JSON.stringify(said)).toBe(state);
      expect(guard.rest().length === 0, JSON.stringify(said)).toBe(state === 0);
    }
    terminal.dispose();
  }
});

test('a sequence that is too long is given up, and what follows it is not', () => {
  for (const [start, end] of [
    ['\x1b]2;', '\x07'],
    ['\x1b]2;', '\x1b\\'],
    ['\x1bPq', '\x1b\\'],
    ['\x1b^', '\x1b\\'],
    ['\x1b[', 'm'],
    ['\u009d2;', '\u009c'],
  ] as const) {
    const guard = guardSequences();
    const got: Buffer[] = [];
    const put = (text: string): void => {
      got.push(Buffer.from(guard.take(Buffer.from(text))));
    };
    put(`before${start}`);
    for (let n = 0; n < 20; n += 1) put('1'.repeat(16 * 1024));
    const terminal = emptyTerminal(20, 5);
    parser(terminal).parse(guard.rest());
    parser(terminal).parse(Buffer.from(`1111${end}shown`));
    // Whoever comes in the middle of it shows nothing of it either.
    expect(terminal.buffer.active.getLine(0)?.translateToString(true), start).toBe('shown');
    put(`1111${end}after`);
    const whole = Buffer.concat(got).toString();
    expect(whole.length, start).toBeLessThan(100 * 1024);
    const [, aborted] = whole.split('\x18');
    // The end of a string that is an escape sequence is harmless by itself.
    expect(['after', '\x1b\\after']).toContain(aborted);
    terminal.dispose();
  }
});
