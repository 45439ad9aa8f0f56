import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { flockPath, LOCK_TAKEN_EXIT, lockedCommand } from './lock.platform.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'cotal-lock-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dir, { recursive: true });
});

const command = { file: process.execPath, args: ['-e', 'console.log("held"); setInterval(() => {}, 1000);'] };

test('flock is looked for on Linux only, and only where it can run', () => {
  const runs = path.join(dir, 'flock');
  const plain = path.join(dir, 'flock.txt');
  writeFileSync(runs, '', { mode: 0o755 });
  writeFileSync(plain, '', { mode: 0o644 });
  expect(flockPath('linux', [path.join(dir, 'absent'), runs])).toBe(runs);
  expect(flockPath('linux', [])).toBeUndefined();
  for (const platform of ['darwin', 'win32', 'freebsd'] as const) {
    expect(flockPath(platform, [runs]), platform).toBeUndefined();
  }
  if (process.platform === 'linux') expect(flockPath('linux', [plain])).toBeUndefined();
});

test('without flock the command is started as it is', () => {
  expect(lockedCommand('/x/lock', command, undefined)).toEqual(command);
});

test('arguments stay arguments', () => {
  const odd = { file: '/bin/a b', args: ['-c', '$(touch x)', '--', ''] };
  expect(lockedCommand('/x/my lock', odd, '/usr/bin/flock')).toEqual({
    file: '/usr/bin/flock',
    args: ['-n', '-E', '75', '--no-fork', '/x/my lock', '/bin/a b', '-c', '$(touch x)', '--', ''],
  });
});

const flock = flockPath();

test.skipIf(flock === undefined)('the started process holds the lock for as long as it lives', async () => {
  const locked = lockedCommand(path.join(dir, 'lock'), command, flock);
  const start = (): ChildProcess => {
    const child = spawn(locked.file, locked.args, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    return child;
  };
  const first = start();
  await once(first.stdout!, 'data');
  expect(await once(start(), 'exit')).toEqual([LOCK_TAKEN_EXIT, null]);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const third = start();
  expect(String((await once(third.stdout!, 'data'))[0])).toBe('held\n');
});
