import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { MeshStatus } from '../../shared/api/contract.ts';
import { asFault, Fault } from '../../shared/base/refusal.ts';
import { explainErrno } from '../cotal/workspace/files.ts';
import { cotalHome, homePaths } from '../cotal/workspace/home.ts';
import { readHostState } from '../cotal/workspace/host-state.ts';
import { findRoot } from '../cotal/workspace/project.ts';
import { ensureHost, type HostClient } from '../shell/host-client.ts';
import { keepHost } from '../shell/host-link.ts';
import { openInBrowser } from './open.ts';
import { createLines, type Lines } from './progress.ts';
import { randomSecret } from './secrets.ts';
import { PRINTED_LIFE_MS, startBrowserShell, type BrowserShell } from './server.ts';
import { askRunningShell, findRunningShell, removeShellState, writeShellState } from './shell-state.ts';

// Node would open its debugger on this signal, and with it everything the shell may ask of the host.
process.on('SIGUSR1', () => undefined);

const home = cotalHome();
const paths = homePaths(home);
const appDir = path.dirname(import.meta.dirname);
const now = Date.now;
const isTTY = process.stdout.isTTY;
const lines = createLines({ isTTY, write: (text) => process.stdout.write(text) });

/** How long a browser that was started may take to show the page before the person is given another way. */
const FIRST_PAGE_MS = 20_000;

/** `npm start`: host and mesh, then the window in a browser; stays until it is interrupted. */
async function main(): Promise<void> {
  refuseInsideAgent();
  const started = now();
  lines.blank();
  const host = await ensureHost({ home, appDir, now });
  lines.done('host', now() - started);
  await host.call('host.hold', {});
  const status = await bringUp(host, lines);
  const place = status.root === homeRoot() ? '~/Cotal' : status.root;
  lines.say(`${status.space} is ${status.state} in ${place}`);
  for (const warning of status.warnings) lines.warn(warning);
  lines.blank();

  const running = await findRunningShell(paths.run);
  if (running !== undefined) {
    const file = await askRunningShell(running, 'file', status.id);
    if (file !== undefined) {
      const opened = await openInBrowser(file);
      if (opened) lines.say('The window is open in your browser; another npm start serves it.');
      else await explainNoBrowser(() => askRunningShell(running, 'link', status.id));
      lines.blank();
      host.close();
      return;
    }
    // It runs but does not answer: this one takes its place.
  }
  await serve(host, status);
}

/** Serves the window until the person ends this program. */
async function serve(host: HostClient, status: MeshStatus): Promise<void> {
  const link = keepHost(host, reconnect, now);
  const secret = randomSecret();
  const rendererDir = path.join(appDir, 'renderer');
  const shell = await startBrowserShell({
    host: link,
    mesh: status.id,
    rendererDir,
    runDir: paths.run,
    controlSecret: secret,
    now,
  });
  await writeShellState(paths.run, { port: shell.port, secret });
  link.onChange(() => {
    const { state, reason } = link.state();
    if (state === 'connected') lines.say('The host is connected again.');
    else if (state === 'gone') lines.warn(`The host is gone. ${reason ?? ''} Looking for it every 10 s.`);
  });
  // Listened for before a browser is waited for: a person may change their mind.
  const ended = interrupted();
  void showFirstPage(shell);
  await ended;
  lines.blank();
  lines.say(`The window is closed. ${status.space} and its agents keep running; cotal down ends them.`);
  await removeShellState(paths.run);
  await shell.close();
  link.close();
}

async function showFirstPage(shell: BrowserShell): Promise<void> {
  const printable = async (): Promise<string> => shell.issueLink(PRINTED_LIFE_MS);
  const opened = await openInBrowser(await shell.makeRedirectFile());
  if (!opened) await explainNoBrowser(printable);
  else lines.say('The window opens in your browser.');
  lines.say('Ctrl-C closes it; the mesh and its agents go on.');
  lines.blank();
  if (!opened) return;
  await new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS).unref());
  // Some browsers may not read private files; nothing tells a starter of that.
  if (shell.pagesOpened() === 0) await explainNoBrowser(printable);
}

async function explainNoBrowser(link: () => Promise<string | undefined>): Promise<void> {
  const why =
    process.env['COTAL_BROWSER'] === 'none' ? 'as COTAL_BROWSER says' : 'none could be started here';
  if (!isTTY) {
    // A link is a key; it does not belong in a log.
    lines.say(`No browser shows the window (${why}). Run npm start in a terminal to get a link.`);
    return;
  }
  const text = await link();
  if (text === undefined) return;
  lines.say(
    `No browser shows the window yet. This link does, once, within ${PRINTED_LIFE_MS / 60_000} minutes:`,
  );
  lines.blank();
  lines.say(text);
  lines.blank();
}

async function bringUp(host: HostClient, out: Lines): Promise<MeshStatus> {
  const off = host.on('mesh.progress', ({ step, state, ms }) => {
    if (state === 'done') out.done(step, ms);
    if (state === 'failed') out.failed(step, ms);
  });
  const { root, space } = await chooseRoot();
  try {
    return await host.call('mesh.up', {
      root,
      space,
      open: false,
      server: null,
      host: null,
      storeDir: null,
      channelsFile: null,
      acceptUnauthenticated: false,
      personName: null,
    });
  } finally {
    off();
  }
}

/** The caller's project, else a folder of its own in the person's home. */
async function chooseRoot(): Promise<{ root: string; space: string | null }> {
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const project = await findRoot(cwd, home);
  if (project !== undefined) return { root: project, space: null };
  const root = homeRoot();
  try {
    await mkdir(root, { recursive: true });
  } catch (error) {
    throw new Fault('no-root', 'There is no folder for the mesh.', {
      why: `${root} could not be made: ${explainErrno(error)}`,
      remedy: 'Start in a folder with a .cotal folder, or make that one.',
      cause: error,
    });
  }
  return { root, space: 'main' };
}

function homeRoot(): string {
  return path.join(homedir(), 'Cotal');
}

/** The host again: started anew when it died, left alone when somebody stopped it on purpose. */
async function reconnect(): Promise<HostClient> {
  const state = await readHostState(paths.hostState).catch(() => undefined);
  if (state?.state === 'stopped') {
    throw new Fault('host-stopped', 'The host was stopped.', {
      why: '',
      remedy: 'Start it again: cotal up --detach.',
    });
  }
  const client = await ensureHost({ home, appDir, now });
  await client.call('host.hold', {});
  return client;
}

function refuseInsideAgent(): void {
  if (process.env['COTAL_ID'] === undefined) return;
  throw new Fault('operator-only', 'This is for the owner of the mesh, not for an agent.', {
    why: 'The command runs inside an agent session.',
    remedy: 'Ask the owner to run it.',
  });
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

function explainAndExit(error: unknown): never {
  lines.fault(asFault(error, 'shell', 'Cotal could not go on.', 'Try again; cotal logs may say more.'));
  process.exit(1);
}

// A closed terminal is no reason to fail: the signal that comes with it ends the program in order.
process.stdout.on('error', () => undefined);
process.on('uncaughtException', explainAndExit);
main().then(() => process.exit(0), explainAndExit);
