import { expect, test } from 'vitest';
import { compareRestored, randomFrom } from './testing.ts';

const lines = 'one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix';
const full = 'x'.repeat(40);

/** By name: what a program did before somebody came, and what it does then. */
const CASES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'the saved cursor': ['ab\x1b[31m\x1b7\x1b[m\r\ncd', '\x1b8X'],
  'the saved cursor, as CSI s': ['ab\x1b[s\r\ncd', '\x1b[uX'],
  'the saved cursor beside a scroll region': ['ab\x1b7\r\ncd\x1b[2;5r\x1b[3;3H', '\x1b8X'],
  'the saved cursor of the screen beneath': [`${lines}\x1b[31m\x1b[?1049h\x1b[2J\x1b[mfull`, '\x1b[?1049lX'],
  'the saved cursor of the alternate screen': ['\x1b[?1049h\x1b[2Jfu\x1b7ll\x1b[5;5H', '\x1b8X\x1b[?1049lY'],
  'the saved character set': ['\x1b(0\x1b7\x1b(Bq', '\x1b8q'],
  'the line-drawing set': ['\x1b(0qqq', 'xxx'],
  'the line-drawing set as G1': ['\x1b)0\x0eqqq', 'xxx\x0fxxx'],
  'the line-drawing set, designated and not in use': ['\x1b)0qqq', '\x0exxx\x0fxxx'],
  'the British set': ['\x1b(A##', '##'],
  'tab stops': ['\x1b[3g\x1b[5G\x1bH\x1b[11G\x1bH\r', '\tX\tY\tZ'],
  'a full line in a scroll region': [`${lines}\x1b[2;5r\x1b[3;1H${full}`, 'W'],
  'a full line with origin mode': [`${lines}\x1b[2;5r\x1b[?6h\x1b[3;1H${full}`, 'W'],
  'a full line that ends in a wide character': [`${'x'.repeat(38)}漢`, 'W'],
  'a line that must not wrap': [`\x1b[?7l${'x'.repeat(50)}`, 'W'],
  'insert mode': ['abc\x1b[4h\x1b[1;1H', 'ZZ'],
  'empty lines with a background': ['\x1b[44m\x1b[2J\x1b[3;3Hhi\x1b[K', 'W\r\nV'],
  'a background set on the alternate screen': ['x\x1b[?1049h\x1b[2J\x1b[3;3H\x1b[44mhi', 'W'],
  'a background set before the alternate screen': ['\x1b[44mx\x1b[?1049h\x1b[2J\x1b[mhi', '\x1b[?1049lW'],
  'bold after dim, and dim after bold': ['\x1b[2mdim\x1b[22;1mbold\x1b[22;2mdim', 'more'],
  'all attributes and underlines': ['\x1b[1;2;3;4;5;7;8;9;53ma\x1b[0;4:3;58:5:9mb\x1b[58:2::1:2:3mc', 'd'],
  'a soft reset': ['\x1b[2;5r\x1b[?6h\x1b[?25l\x1b[!p', 'W\r\nV'],
  'a full reset': [`${lines}\x1b(0\x1b[?25l\x1b[2;5r\x1bc`, 'qqq'],
  'wide characters at the edge': [`${'x'.repeat(39)}漢字`, 'W'],
  'a wrapped line whose second part was erased': [`${full}y\b \b\x1b[K`, 'W'],
  'a wrapped line whose first part was cut short': [`${full}yy\x1b[1A\x1b[30G\x1b[K`, 'W'],
  'a wrapped line with a background': [`${'a\r\n'.repeat(12)}${full}\x1b[44myy`, 'W'],
  'combined characters': ['e\u0301a\u0308\u0323 \u0301', 'W'],
  'an inverse gap': ['\x1b[7m漢\x1b[D \x1b[m', 'W'],
  'the alternate screen, the old way': [`${lines}\x1b[?47h\x1b[2J\x1b[Hfull`, '\x1b[?47lmore'],
};

test.for(Object.entries(CASES))('%s', async ([, [before, after]]) => {
  await compareRestored(before, ['', after]);
});

const WORDS = [
  ...[
    'a',
    'bc',
    'hello world',
    '漢字',
    'é',
    'e\u0301',
    '😀',
    '───',
    'x'.repeat(20),
    'a long line of words '.repeat(3),
  ],
  ...[
    '\r\n',
    '\r\n',
    '\r\n',
    '\n',
    '\r',
    '\b',
    '\t',
    '\x1b[3 q',
    '\x1b[!p',
    '\x1b#8',
    '\x1bH',
    '\x1b[3g',
    '\x1b[g',
  ],
  ...[
    '\x1b[m',
    '\x1b[1m',
    '\x1b[2m',
    '\x1b[22m',
    '\x1b[7m',
    '\x1b[27m',
    '\x1b[4m',
    '\x1b[4:3m',
    '\x1b[58:5:9m',
  ],
  ...['\x1b[24m', '\x1b[31m', '\x1b[44m', '\x1b[49m', '\x1b[38;5;200m', '\x1b[48;2;1;2;3m', '\x1b[9;53m'],
  ...[
    '\x1b[K',
    '\x1b[1K',
    '\x1b[2K',
    '\x1b[J',
    '\x1b[1J',
    '\x1b[2J',
    '\x1b[H',
    '\x1b[3;5H',
    '\x1b[8;20H',
    '\x1b[A',
  ],
  ...[
    '\x1b[2B',
    '\x1b[3C',
    '\x1b[D',
    '\x1b[L',
    '\x1b[2M',
    '\x1b[P',
    '\x1b[2@',
    '\x1b[3X',
    '\x1b[S',
    '\x1b[T',
  ],
  ...[
    '\x1b[2;6r',
    '\x1b[3;8r',
    '\x1b[r',
    '\x1bM',
    '\x1bD',
    '\x1b7',
    '\x1b8',
    '\x1b[s',
    '\x1b[u',
    '\x1b[?45h',
  ],
  ...['\x1b[?7l', '\x1b[?7h', '\x1b[4h', '\x1b[4l', '\x1b[?1049h', '\x1b[?1049l', '\x1b[?47h', '\x1b[?47l'],
  ...['\x1b[?1h', '\x1b[?2004h', '\x1b[?1006h', '\x1b[?1002h', '\x1b[?25l', '\x1b[?25h'],
];

test('whatever a program does, what is restored goes on as it would have', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 80; seed += 1) {
    const random = randomFrom(seed * 7919);
    const words = (count: number) => Array.from({ length: count }, () => WORDS[random(WORDS.length)]!);
    await compareRestored(words(random(60)).join(''), words(12), { cols: 20, rows: 8 });
  }
});

test('a title is a line, and a bomb in its place does not travel', async () => {
  const { data } = await compareRestored(`\x1b]2;${'T'.repeat(2_000_000)}\x07x`);
  expect(data.length).toBeLessThan(100);
  const short = await compareRestored(`\x1b]2;${'T'.repeat(20_000)}\x07x`);
  expect(short.data.length).toBeLessThan(1100);
});
