import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { isRunning, startTimeOf } from '../cotal/workspace/processes.platform.ts';
import { askSession, killSession, sessionEnds } from './leftovers.platform.ts';

test('a process that got the pid of the one that is meant is left alone', async () => {
  // Detached, so that it leads a session and a group as a terminal's program does.
  const child = spawn('sh', ['-c', 'sleep 1000 & wait'], { detached: true, stdio: 'ignore' });
  const pid = child.pid ?? 0;
  const leader = { pid, startTime: (await startTimeOf(pid)) ?? '' };
  const other = { pid, startTime: String(Number(leader.startTime) - 1) };
  const died = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  await askSession(other);
  await killSession(other);
  await sessionEnds(other, 1000);
  expect(await isRunning(leader)).toBe(true);
  await killSession(leader);
  expect(await died).toBe('SIGKILL');
  const before = performance.now();
  await sessionEnds(leader, 5000);
  expect(performance.now() - before).toBeLessThan(4000);
});
