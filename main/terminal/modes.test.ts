import { expect, it } from 'vitest';
import { createMirror } from './mirror.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function mirror() {
  return createMirror({
    cols: 40,
    rows: 6,
    scrollback: 100,
    answer: () => undefined,
    parsed: () => undefined,
  });
}

async function dataOf(fed: string): Promise<string> {
  const m = mirror();
  m.feed(bytes(fed), false);
  return (await m.snapshot())?.data ?? '';
}

it('a designated line-drawing set is still on after a restore', async () => {
  expect(await dataOf('a\x1b(0')).toContain('\x1b(0');
  expect(await dataOf('a\x1b(0b\x1b(B')).not.toContain('\x1b(0');
});

it('a title bomb does not travel: the title is a line', async () => {
  const data = await dataOf(`\x1b]2;${'T'.repeat(2_000_000)}\x07x`);
  expect(data.length).toBeLessThan(4096);
});

it('a scroll region leaves the saved cursor alone', async () => {
  const before = '\x1b[2;3Hx\x1b7\x1b[2;5r\x1b[4;1H';
  const restored = mirror();
  restored.feed(bytes(`${await dataOf(before)}\x1b7`), false);
  const again = (await restored.snapshot())?.data ?? '';
  expect(again).toContain('\x1b[2;5r');
  // The cursor stands where the program left it, not where setting the region moved it.
  expect(await dataOf(before)).toContain('\x1b[2;5r\x1b[4;1H');
});
