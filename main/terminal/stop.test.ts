import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { launchTerminal } from './index.ts';
import { exitOf, runScript, until, watch } from './testing.ts';

/** Is there such a process, not counting zombies? */
function lives(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

const deaf = 'trap "" TERM HUP';

test('a program that listens is asked, and ends by itself', async () => {
  const session = await runScript(
    'trap "echo bye; exit 7" TERM; trap "" HUP; echo ready; while :; do sleep 0.05; done',
  );
  await until(() => session.lastLines(1)[0] === 'ready', 'ready');
  expect(await session.stop(true)).toMatchObject({ code: 7, signal: null });
  expect(session.lastLines(1)).toEqual(['bye']);
  await session.dispose();
});

test('a program that does not listen is killed when its time is up', async () => {
  const session = await runScript(`${deaf}; echo ready; while :; do sleep 0.05; done`);
  await until(() => session.lastLines(1)[0] === 'ready', 'ready');
  const before = Date.now();
  expect(await session.stop(true, 300)).toMatchObject({ code: null, signal: 9 });
  expect(Date.now() - before).toBeGreaterThanOrEqual(290);
  await session.dispose();
});

test('stopping hard does not wait, also while stopping gracefully', async () => {
  const session = await runScript(`${deaf}; echo ready; while :; do sleep 0.05; done`);
  await until(() => session.lastLines(1)[0] === 'ready', 'ready');
  const before = Date.now();
  const [first, second] = await Promise.all([session.stop(true, 60_000), session.stop(false)]);
  expect(first).toEqual(second);
  expect(first.signal).toBe(9);
  expect(Date.now() - before).toBeLessThan(3000);
  expect(await session.stop(true)).toEqual(first);
  await session.dispose();
});

test('children and grandchildren in other process groups go too', async () => {
  // `set -m` gives every background job a group of its own, which signals to the program's group miss.
  const script = `set -m; ${deaf}
    sh -c '${deaf}; sleep 1000 & echo "grandchild $!"; wait' & echo "child $!"; wait`;
  const session = await runScript(script);
  await until(() => session.lastLines(2).length === 2, 'both');
  const pids = session.lastLines(2).map((line) => Number(line.split(' ')[1]));
  expect(pids.every(lives)).toBe(true);
  await session.stop(true, 100);
  expect(pids.some(lives)).toBe(false);
  await session.dispose();
});

test('what a program left behind when it ended by itself goes with stop', async () => {
  const session = await runScript(`set -m; sh -c '${deaf}; sleep 1000' & echo "$!"; sleep 0.1`);
  const exit = await exitOf(session);
  const pid = Number(session.lastLines(1)[0]);
  expect(lives(pid)).toBe(true);
  expect(await session.stop(true)).toEqual(exit);
  expect(lives(pid)).toBe(false);
  await session.dispose();
});

test('a background job that writes for ever does not hold up the exit', async () => {
  const session = await runScript(`set -m; sh -c '${deaf}; yes' & sleep 0.1; exit 5`);
  expect(await exitOf(session)).toMatchObject({ code: 5 });
  await session.dispose();
});

test('an interactive shell, which ignores being asked, is hung up on', async () => {
  const session = await launchTerminal(
    {
      file: 'bash',
      args: ['--norc', '--noprofile', '-i'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', PS1: 'ready ' },
      cols: 80,
      rows: 24,
    },
    { now: Date.now },
  );
  await until(() => session.lastLines(1)[0]?.startsWith('ready') === true, 'the prompt');
  session.write('sleep 1000 &\r');
  await until(
    () => session.lastLines(1)[0]?.startsWith('ready') === true && session.lastLines(9).length > 1,
    'the job',
  );
  const before = Date.now();
  expect(await session.stop(true, 60_000)).toMatchObject({ signal: 1 });
  expect(Date.now() - before).toBeLessThan(6000);
  await session.dispose();
});

test('what a program started may end orderly too, elsewhere in the session and after the program', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'stop-')), 'ended');
  const script = `set -m; trap "exit 0" TERM
    sh -c 'trap "sleep 0.3; echo orderly > ${file}; exit 0" TERM; echo ready; while :; do sleep 0.05; done' & wait`;
  const session = await runScript(script);
  await until(() => session.lastLines(1)[0] === 'ready', 'ready');
  await session.stop(true);
  expect(readFileSync(file, 'utf8')).toBe('orderly\n');
  rmSync(path.dirname(file), { recursive: true });
  await session.dispose();
});

test('disposing ends the program, and later calls are harmless', async () => {
  const session = await runScript(`${deaf}; echo ready; while :; do sleep 0.05; done`);
  await until(() => session.lastLines(1)[0] === 'ready', 'ready');
  await Promise.all([session.dispose(), session.dispose()]);
  expect(lives(session.pid)).toBe(false);
  expect(session.state().state).toBe('exited');
  expect(session.lastLines(1)).toEqual([]);
  expect(session.write('x')).toBe(false);
  const viewer = watch(session);
  await until(() => viewer.exit() !== undefined, 'the exit');
  expect(viewer.frames).toEqual(['exit']);
  expect(await new Promise((resolve) => session.onExit(resolve))).toEqual(viewer.exit());
});
