import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cells, emptyTerminal, exitOf, runScript, until, watch, written } from './testing.ts';

test('a program that does not read holds up nobody, and input waits for it up to a limit', async () => {
  const session = await runScript(
    'stty raw -echo; echo ready; sleep 1; echo reading; head -c 600000 | md5sum; sleep 100',
  );
  await until(() => session.lastLines(1)[0] === 'ready', 'ready');
  const piece = Buffer.alloc(200_000, 'input ');
  const before = performance.now();
  expect([1, 2, 3, 4, 5].map(() => session.write(piece))).toEqual([true, true, true, true, true]);
  expect(session.write(piece)).toBe(false);
  expect(session.write('x'.repeat(2_000_000))).toBe(false);
  expect(performance.now() - before).toBeLessThan(500);
  // md5 of the first 600,000 bytes: nothing is lost, repeated or out of order.
  const sum = createHash('md5')
    .update(Buffer.concat([piece, piece, piece]))
    .digest('hex');
  await until(() => session.lastLines(1)[0]?.includes(sum) === true, 'the sum');
  await session.dispose();
});

test('a character that is cut in two by the program arrives whole, also at a viewer', async () => {
  const session = await runScript(
    'stty -opost; for i in 1 2 3; do printf "\\342\\200"; sleep 0.05; printf "\\246-"; sleep 0.05; done; printf "\\342"',
  );
  const viewer = watch(session);
  await exitOf(session);
  await viewer.settled();
  expect(session.lastLines(1)).toEqual(['…-…-…-']);
  expect(viewer.terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('…-…-…-');
  await session.dispose();
});

test('the sequence that makes the terminal throw ends neither this process nor the session', async () => {
  const session = await runScript('printf "gone\\033[24;80H\\033[1J\\033[Hstill here"; read go');
  await until(() => session.lastLines(1)[0] === 'still here', 'what comes after it');
  await session.dispose();
});

test('a snapshot can be had at any time', async () => {
  const session = await runScript(
    'printf "\\033[?1049h\\033[2J\\033[2;5r\\033[?25l\\033[3;3H\\033[44mblue"; read go; echo',
  );
  await until(() => session.lastLines(1)[0]?.includes('blue') === true, 'the screen');
  const viewer = watch(session);
  await until(() => viewer.frames.length > 0, 'a screen');
  await viewer.settled();
  const { cols, rows, data } = await session.snapshot();
  expect([cols, rows]).toEqual([80, 24]);
  expect(data).toContain('\x1b[?25l');
  const restored = emptyTerminal(cols, rows);
  await written(restored, data);
  expect(cells(restored)).toEqual(cells(viewer.terminal));
  session.resize(90, 30);
  expect(await session.snapshot()).toMatchObject({ cols: 90, rows: 30 });
  session.write('\r');
  await exitOf(session);
  expect((await session.snapshot()).data).toContain('blue');
  await session.dispose();
  expect((await session.snapshot()).data).toBe('');
});

test('output that is not parsed yet was made for the old size, and is shown so', async () => {
  const session = await runScript('printf "%s\\r\\n" "$(head -c 300 /dev/zero | tr "\\\\0" x)"; read go');
  session.resize(100, 24);
  await until(() => session.lastLines(1)[0]?.length === 300, 'the line');
  await session.dispose();
});
