import { execFile } from 'node:child_process';
import { promises as fs, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');
const APP_DIR = path.join(ROOT, 'out', 'app');

/** A machine home of its own, with folders for meshes; everything in it ends with `dispose`. */
export interface Sandbox {
  readonly home: string;
  folder(name: string): Promise<string>;
  /** Runs the command line in a folder. Never throws: the exit code is part of the answer. */
  cotal(cwd: string, args: readonly string[], env?: Record<string, string>): Promise<Run>;
  /** As `cotal` with `--json`, parsed; fails the test when the command failed. */
  facts<T>(schema: z.ZodType<T>, cwd: string, args: readonly string[]): Promise<T>;
  hostPid(): Promise<number>;
  brokerPid(cwd: string): Promise<number>;
  dispose(): Promise<void>;
}

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const hostState = z.object({ pid: z.number() });
const status = z.object({ processes: z.array(z.object({ role: z.string(), pid: z.number().nullable() })) });

export async function openSandbox(): Promise<Sandbox> {
  const base = await fs.realpath(await fs.mkdtemp(path.join(tmpdir(), 'cotal-t-')));
  const home = path.join(base, 'home');
  const roots: string[] = [];

  const cotal: Sandbox['cotal'] = (cwd, args, env = {}) =>
    new Promise((resolve) => {
      const clean = Object.fromEntries(
        Object.entries(process.env).filter(
          ([k]) => !/^(COTAL_(ID|NAME|CREDS|SPOOL|SPACE|SERVERS)|INIT_CWD|NODE_|VITEST)/.test(k),
        ),
      );
      const child = execFile(
        process.execPath,
        [path.join(APP_DIR, 'main', 'cli.mjs'), ...args],
        {
          cwd,
          env: { ...clean, COTAL_HOME: home, XDG_RUNTIME_DIR: path.join(base, 'run'), NO_COLOR: '1', ...env },
          maxBuffer: 64 * 1024 * 1024,
        },
        (error, stdout, stderr) =>
          resolve({
            code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1,
            stdout,
            stderr,
          }),
      );
      child.stdin?.end();
    });

  const facts: Sandbox['facts'] = async (schema, cwd, args) => {
    const run = await cotal(cwd, [...args, '--json']);
    if (run.code !== 0)
      throw new Error(`cotal ${args.join(' ')} failed with ${run.code}: ${run.stdout}${run.stderr}`);
    return schema.parse(JSON.parse(run.stdout));
  };

  const hostPid = async (): Promise<number> =>
    hostState.parse(JSON.parse(await fs.readFile(path.join(home, 'host', 'state.json'), 'utf8'))).pid;

  return {
    home,
    async folder(name) {
      const dir = path.join(base, name);
      await fs.mkdir(dir, { recursive: true });
      roots.push(dir);
      return dir;
    },
    cotal,
    facts,
    hostPid,
    async brokerPid(cwd) {
      const s = await facts(status, cwd, ['status']);
      const pid = s.processes.find((p) => p.role === 'broker')?.pid;
      if (pid === null || pid === undefined) throw new Error('the broker has no pid');
      return pid;
    },
    async dispose() {
      for (const root of roots) await cotal(root, ['down']);
      const pid = await hostPid().catch(() => 0);
      // A host that nobody needs ends by itself; a test must not leave one whatever happened.
      if (pid > 0) await waitFor(() => !isAlive(pid), 5000).catch(() => process.kill(pid, 'SIGKILL'));
      await fs.rm(base, { recursive: true, force: true });
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // An orphan that has ended may wait for the system to take note; it runs no more.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return false;
  }
}

/** Waits for a condition; the message of the failure is the condition's own source. */
export async function waitFor(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not so within ${timeoutMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The processes whose command line names this text; with `home`, only those that run for that machine home. */
export async function processesNaming(text: string, home?: string): Promise<number[]> {
  const pids: number[] = [];
  for (const name of await fs.readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const line = await fs.readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes(text)) continue;
    const env = home === undefined ? '' : await fs.readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    if (home === undefined || env.split('\0').includes(`COTAL_HOME=${home}`)) pids.push(Number(name));
  }
  return pids;
}
