import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMirror } from './mirror.ts';
import type { Mirror } from './mirror.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MB = 1024 * 1024;

/** Bytes in use, once what can be freed has been, buffers only the second time. */
function memory(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function feed(mirror: Mirror, chunk: (n: number) => string, total: number): Promise<void> {
  for (let n = 0, fed = 0; fed < total; n += 1) {
    const bytes = Buffer.from(chunk(n));
    fed += bytes.length;
    mirror.feed(bytes, true);
    if (mirror.backlog() > 256 * 1024) await mirror.settled();
  }
  await mirror.settled();
}

const BOMBS: Readonly<Record<string, readonly [first: string, chunk: (n: number) => string, total: number]>> =
  {
    'long titles': ['', () => `\x1b]2;${'t'.repeat(2 * MB)}\x07`, 40 * MB],
    'a title without an end': ['\x1b]2;', () => 't'.repeat(64 * 1024), 60 * MB],
    'a device control string without an end': ['\x1bPq', () => 't'.repeat(64 * 1024), 60 * MB],
    'long links': ['', (n) => `\x1b]8;;http://x/${n}${'u'.repeat(MB)}\x07a\x1b]8;;\x07\r\n`, 80 * MB],
    'many links': ['', (n) => `\x1b]8;;http://x/${n}\x07a\x1b]8;;\x07\r\n`.repeat(50), 3 * MB],
    'many links in one line': ['', (n) => `\x1b]8;;http://x/${n}\x07a\x1b]8;;\x07\r`.repeat(50), 3 * MB],
    'combining marks': ['', () => `\r\na${'\u0301'.repeat(30_000)}`, 12 * MB],
  };

test.for(Object.entries(BOMBS))(
  '%s cost little memory',
  { timeout: 60_000 },
  async ([, [first, chunk, total]]) => {
    const mirror = createMirror({ cols: 80, rows: 24, scrollback: 1000, answer: () => {}, parsed: () => {} });
    await feed(mirror, () => 'warm up\r\n'.repeat(1000), MB);
    const before = memory();
    if (first !== '') await feed(mirror, () => first, 1);
    await feed(mirror, chunk, total);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(memory() - before).toBeLessThan(32 * MB);
    const screen = await mirror.snapshot();
    expect(screen?.data.length).toBeLessThan(256 * 1024);
    mirror.dispose();
  },
);

test('what makes the terminal throw does not end the process, nor the mirror', async () => {
  const mirror = createMirror({ cols: 80, rows: 24, scrollback: 10, answer: () => {}, parsed: () => {} });
  mirror.feed(Buffer.from('gone\x1b[24;80H\x1b[1J\x1b[Hhere'), true);
  await mirror.settled();
  expect(mirror.lastLines(5)).toEqual(['here']);
  mirror.dispose();
});

test.each('bLMSTIZ'.split(''))('as many %s as a program likes are done in no time', async (final) => {
  const mirror = createMirror({ cols: 80, rows: 24, scrollback: 10, answer: () => {}, parsed: () => {} });
  mirror.feed(Buffer.from(`a\x1b[2147483647${final}`.repeat(500)), true);
  mirror.feed(Buffer.from('\x1bchere'), true);
  await mirror.settled();
  expect(mirror.lastLines(5)).toEqual(['here']);
  mirror.dispose();
});
