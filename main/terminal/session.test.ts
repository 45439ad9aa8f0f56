import { expect, test } from 'vitest';
import { launchTerminal } from './index.ts';
const env = { PATH: '/usr/bin:/bin' };
test('smoke', async () => {
  const s = await launchTerminal(
    { file: 'sh', args: ['-c', 'seq 1 20000; printf END'], cwd: '/tmp', env, cols: 80, rows: 24 },
    { now: Date.now },
  );
  const frames: string[] = [];
  s.attach({ send: (f) => void frames.push(f.kind) });
  const exit = await new Promise((r) => s.onExit(r));
  console.log(exit, s.lastLines(2), frames.length, frames[0], frames.at(-1));
  expect(s.lastLines(1)).toEqual(['END']);
});
