import { expect, test } from 'vitest';
import { createMirror } from './mirror.ts';
import type { Mirror, Snapshot } from './mirror.ts';
import { compareRestored } from './testing.ts';

const quiet = { answer: () => {}, parsed: () => {} };

function mirrorOf(cols: number, rows: number, scrollback = 1000): Mirror {
  return createMirror({ cols, rows, scrollback, ...quiet });
}

async function shot(mirror: Mirror): Promise<Snapshot> {
  const snapshot = await mirror.snapshot();
  if (snapshot === null) throw new Error('disposed');
  return snapshot;
}

const coloured = Array.from(
  { length: 60 },
  (_, n) => `\x1b[${31 + (n % 7)};1mline ${n}\x1b[0m plain \x1b[48;2;10;20;${n}m€ 漢字 é\x1b[m\r\n`,
).join('');

test('colours, wide characters and scrollback come back', async () => {
  await compareRestored(`${coloured}\x1b[4mprompt$ `, 'more\r\nlines');
});

test('the alternate screen comes back, and the normal one beneath it', async () => {
  const before = `${coloured}left here\x1b[?1049h\x1b[2J\x1b[3;5H\x1b[7mfull screen\x1b[m`;
  await compareRestored(before);
  await compareRestored(before, '\x1b[?1049l and on');
});

test('a scroll region comes back, on either screen', async () => {
  const lines = 'one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix';
  await compareRestored(`${lines}\x1b[2;5r\x1b[5;1H`, 'x\r\ny\r\nz\r\n');
  await compareRestored(`${lines}\x1b[?1049h${lines}\x1b[3;6r\x1b[6;3H`, 'x\r\ny\r\nz\r\n');
  await compareRestored(`${lines}\x1b[2;5r\x1b[?1049h${lines}`, '\x1b[?1049l\x1b[5;1Hx\r\ny\r\nz\r\n');
  await compareRestored(`${lines}\x1b[2;5r\x1b[r\x1b[10;1H`, 'x\r\ny\r\nz\r\n');
});

test('a scroll region with origin mode comes back', async () => {
  await compareRestored('one\r\ntwo\r\nthree\x1b[3;8r\x1b[?6h\x1b[2;4H', 'here\x1b[1;1Htop');
});

test('a cursor waiting past the last column still wraps', async () => {
  await compareRestored(`top\r\n${'x'.repeat(40)}`, 'wrapped');
});

test('the hidden cursor, its style, the mouse encoding and the title come back', async () => {
  const { data } = await compareRestored('\x1b[?25l\x1b[4 q\x1b[?1000h\x1b[?1006h\x1b]2;a title\x07text');
  for (const part of ['\x1b[?25l', '\x1b[4 q', '\x1b[?1006h', '\x1b]2;a title\x07'])
    expect(data).toContain(part);
  const reset = await compareRestored('\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?25h\x1b[?1006l\x1b[?1000ltext');
  expect(reset.data).not.toContain('?25l');
  expect(reset.data).not.toContain('?1006h');
});

test('a snapshot in the middle of a sequence or a character loses nothing', async () => {
  const bytes = Buffer.from('ab\x1b[31;1mred€漢\x1b]2;title\x1b\\z\x1b(B\x1b[?25l😀 end\x1b[m');
  for (let cut = 0; cut <= bytes.length; cut += 1)
    await compareRestored(bytes.subarray(0, cut), bytes.subarray(cut));
});

test('a snapshot is of what was fed before it, whatever is fed after', async () => {
  const mirror = mirrorOf(40, 10);
  mirror.feed(Buffer.from('before'), true);
  const taken = shot(mirror);
  mirror.feed(Buffer.from(' after'), true);
  expect((await taken).data).toBe('before\x1b[1;7H');
  expect((await shot(mirror)).data).toBe('before after\x1b[1;13H');
  mirror.dispose();
});

test('a large snapshot sheds scrollback', async () => {
  const mirror = mirrorOf(200, 50, 5000);
  mirror.feed(Buffer.from(coloured.repeat(100)), true);
  const { data } = await shot(mirror);
  expect(data.length).toBeLessThan(140 * 1024);
  expect(data).toContain('line 59');
  mirror.dispose();
});

test('the last lines are plain, whole and not empty', async () => {
  const mirror = mirrorOf(20, 5);
  mirror.feed(Buffer.from(`\x1b[31mfirst\x1b[m\r\n\r\n${'long '.repeat(8)}end\r\n  last  \r\n\r\n`), true);
  await shot(mirror);
  expect(mirror.lastLines(2)).toEqual([`${'long '.repeat(8)}end`, '  last']);
  expect(mirror.lastLines(9)).toHaveLength(3);
  expect(mirror.lastLines(0)).toEqual([]);
  mirror.dispose();
  expect(mirror.lastLines(2)).toEqual([]);
  expect(await mirror.snapshot()).toBeNull();
});
