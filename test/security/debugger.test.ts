import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, promises as fs, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shellEnv } from '../e2e/shell-app.ts';
import { electronHost, explainNoElectron } from '../electron-stand-in/host.ts';
import { openSandbox, waitFor, type Sandbox } from '../support/sandbox.ts';

/**
 * Node opens its debugger on SIGUSR1, and whoever reaches its port does what the process may do. Nothing else may be
 * attached to a process that is tried here: a debugger that is open already hides that it would be opened.
 */
const APP_DIR = path.resolve(import.meta.dirname, '../../out/app');
/** Node answers the signal at once. */
const OPENS_MS = 1500;

const missing = process.platform === 'linux' ? undefined : 'only Linux tells where a process listens';
let sandbox: Sandbox;
let project: string;
let started: ChildProcess[] = [];

beforeEach(async (ctx) => {
  if (missing !== undefined) ctx.skip(missing);
  sandbox = await openSandbox();
  project = await sandbox.folder('project');
  await fs.mkdir(path.join(project, '.cotal'));
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
  await sandbox?.dispose();
});

/** Starts a program of ours as a person would, and waits for what it writes when it is there. */
async function start(command: string, args: readonly string[], file: string): Promise<number> {
  // A port that is taken would hide the debugger as well.
  const env = { ...shellEnv(sandbox, project), COTAL_BROWSER: 'none', NODE_OPTIONS: '--inspect-port=0' };
  const child = spawn(command, args, { cwd: project, env, stdio: 'ignore' });
  started.push(child);
  await waitFor(() => existsSync(path.join(sandbox.home, file)), 30_000);
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  return child.pid;
}

/** The TCP ports, as the system writes them, that a process listens on. */
async function listening(pid: number): Promise<readonly string[]> {
  const fds = await fs.readdir(`/proc/${pid}/fd`);
  const sockets = new Set(
    fds.map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  const lines = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n'),
  );
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode))
    .map(([, address = '']) => address)
    .sort();
}

/** Whether the signal makes a process listen somewhere else. */
async function opensDebugger(pid: number): Promise<boolean> {
  const before = await listening(pid);
  process.kill(pid, 'SIGUSR1');
  const isOther = async () => (await listening(pid)).join() !== before.join();
  return waitFor(isOther, OPENS_MS).then(
    () => true,
    () => false,
  );
}

test('a program of somebody else opens its debugger on the signal', async () => {
  const script = `setInterval(() => undefined, 1000); require('fs').writeFileSync(process.argv[1], '')`;
  await fs.mkdir(sandbox.home, { recursive: true });
  const pid = await start(process.execPath, ['-e', script, path.join(sandbox.home, 'there')], 'there');
  expect(await opensDebugger(pid)).toBe(true);
});

test('the Electron shell does not', async (ctx) => {
  if (explainNoElectron() !== undefined) ctx.skip(explainNoElectron());
  const pid = await start(electronHost().executablePath, [APP_DIR], 'shell/open-windows.json');
  expect(await opensDebugger(pid)).toBe(false);
});

test('the browser shell does not, and neither does the host', async () => {
  const pid = await start(process.execPath, [path.join(APP_DIR, 'main', 'browser.mjs')], 'run/shell.json');
  expect(await opensDebugger(pid)).toBe(false);
  expect(await opensDebugger(await sandbox.hostPid())).toBe(false);
});
