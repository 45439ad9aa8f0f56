import { spawn, type ChildProcess } from 'node:child_process';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { askRunningShell, findRunningShell } from '../../main/browser/shell-state.ts';
import { waitFor, type Sandbox } from '../support/sandbox.ts';
import { launchBrowser } from './browser.ts';
import { shellEnv, startShell } from './shell-app.ts';

/** The two programs that show the window. */
export type ShellKind = 'browser' | 'electron';

/** A running shell with its first window, on a machine home of its own. */
export interface OpenShell {
  readonly page: Page;
  readonly pid: number;
  /** What the page said on its console as an error, and what was thrown in it. */
  readonly errors: readonly string[];
  /** Ends the shell as a person would: the window is closed. */
  close(): Promise<void>;
  /** Ends the shell as a crash would. */
  kill(): Promise<void>;
}

const repository = path.resolve(import.meta.dirname, '../..');
const app = path.join(repository, 'out', 'app');

/** Starts a shell for a folder, as `npm start` does there. */
export async function openShell(kind: ShellKind, box: Sandbox, folder: string): Promise<OpenShell> {
  // A folder with this in it is a project of ours: the mesh is brought up there.
  await fs.mkdir(path.join(folder, '.cotal'), { recursive: true });
  return kind === 'browser' ? openBrowserShell(box, folder) : openElectronShell(box, folder);
}

/** Starts the loopback shell alone; a browser of the test's own is led to it by a link, as one printed for a person. */
async function openBrowserShell(box: Sandbox, folder: string): Promise<OpenShell> {
  const child = spawn(process.execPath, [path.join(app, 'main', 'browser.mjs')], {
    cwd: folder,
    env: { ...shellEnv(box, folder), COTAL_BROWSER: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = collect(child);
  const link = await linkOf(box, child, said);
  const browser = await launchBrowser();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  const errors = watchErrors(page);
  await page.goto(link);
  return {
    page,
    pid: child.pid ?? 0,
    errors,
    close: () => end(child, 'SIGTERM', browser),
    kill: () => end(child, 'SIGKILL', browser),
  };
}

async function linkOf(box: Sandbox, child: ChildProcess, said: () => string): Promise<string> {
  const runDir = path.join(box.home, 'run');
  const deadline = Date.now() + 30_000;
  for (;;) {
    const state = await findRunningShell(runDir);
    const mesh = (await fs.readdir(path.join(box.home, 'meshes')).catch(() => []))[0];
    if (state !== undefined && mesh !== undefined) {
      const link = await askRunningShell(state, 'link', mesh);
      if (link !== undefined) return link;
    }
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the shell did not open: ${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function openElectronShell(box: Sandbox, folder: string): Promise<OpenShell> {
  const { app, page, exited, dispose } = await startShell({ within: { sandbox: box, project: folder } });
  const child = app.process();
  return {
    page,
    pid: child.pid ?? 0,
    errors: watchErrors(page),
    close: dispose,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

async function end(child: ChildProcess, signal: NodeJS.Signals, browser: Browser): Promise<void> {
  child.kill(signal);
  await waitFor(() => child.exitCode !== null || child.signalCode !== null, 10_000);
  await browser.close();
}
