import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { isRunning, ownIdentity, signalProcess, startTimeOf } from './processes.platform.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  vi.unstubAllEnvs();
});

/** A process that runs until it is killed, and has begun. */
async function runner(...args: readonly string[]): Promise<{ child: ChildProcess; pid: number }> {
  const script = 'process.stdout.write("up"); setInterval(() => {}, 1000);';
  const child = spawn(process.execPath, ['-e', script, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await once(child.stdout, 'data');
  return { child, pid: child.pid! };
}

async function stamp(pid: number): Promise<string> {
  const startTime = await startTimeOf(pid);
  if (startTime === undefined) throw new Error(`no process ${pid}`);
  return startTime;
}

test('a process is recognised while it runs and not after', async () => {
  const { child, pid } = await runner(') Z 1 2 3 (');
  const identity = { pid, startTime: await stamp(pid) };
  expect(await isRunning(identity)).toBe(true);
  const gone = once(child, 'exit');
  expect(await signalProcess(identity, 'SIGKILL')).toBe(true);
  await gone;
  expect(await isRunning(identity)).toBe(false);
  expect(await signalProcess(identity, 'SIGKILL')).toBe(false);
});

test('a later process with the same pid is another one, and is not signalled', async () => {
  const { child, pid } = await runner();
  const earlier = { pid, startTime: `${await stamp(pid)}0` };
  expect(await isRunning(earlier)).toBe(false);
  expect(await signalProcess(earlier, 'SIGKILL')).toBe(false);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  expect(await isRunning({ pid, startTime: await stamp(pid) })).toBe(true);
});

test('this process knows itself', async () => {
  const own = await ownIdentity();
  expect(own.pid).toBe(process.pid);
  expect(await isRunning(own)).toBe(true);
});

test('what is no pid is no process, on no platform, and reaches no command line', async () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    for (const pid of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31 - 1]) {
      expect(await startTimeOf(pid, platform), `${platform} ${pid}`).toBeUndefined();
    }
  }
  expect(await isRunning({ pid: 0, startTime: '' })).toBe(false);
});

const hasPs = process.platform !== 'win32' && spawnSync('ps', ['-o', 'lstart=', '-p', '1']).status === 0;

test.runIf(hasPs)('the stamp of ps is the same in every language and zone', async () => {
  const stamps = new Set<string | undefined>();
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/Lima']) {
    vi.stubEnv('TZ', zone);
    stamps.add(await startTimeOf(process.pid, 'darwin'));
  }
  expect(stamps.size).toBe(1);
  expect([...stamps][0]).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
});

test.runIf(process.platform === 'linux')('a zombie is not running', async () => {
  // The shell becomes a sleep that never waits for its first child, which ends at once.
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(parent);
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(chunk.toString().trim());
  await expect.poll(() => startTimeOf(pid)).toBeUndefined();
});
