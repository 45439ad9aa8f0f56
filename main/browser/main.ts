import path from 'node:path';
import type { MeshStatus } from '../../shared/api/contract.ts';
import { asFault } from '../../shared/base/refusal.ts';
import { cotalHome, homePaths } from '../cotal/workspace/home.ts';
import {
  bringUp,
  chooseRoot,
  holdHost,
  holdHostAgain,
  homeRoot,
  refuseInsideAgent,
  type HostPlace,
} from '../shell/bring-up.ts';
import type { HostClient } from '../shell/host-client.ts';
import { keepHost } from '../shell/host-link.ts';
import { VERSION } from '../shell/version.ts';
import { createWindowStates, windowStatesDir } from '../shell/window-state.ts';
import { hostGone } from '../shell/window-faults.ts';
import { createWindowService } from '../shell/window-session.ts';
import { createBrowserPort } from './browser-port.ts';
import { openInBrowser } from './open.ts';
import { createLines } from './progress.ts';
import { randomSecret } from './secrets.ts';
import { LAUNCH_LIFE_MS, PRINTED_LIFE_MS, startBrowserShell, type BrowserShell } from './server.ts';
import { askRunningShell, findRunningShell, removeShellState, writeShellState } from './shell-state.ts';

// Node would open its debugger on this signal, and with it everything the shell may ask of the host.
process.on('SIGUSR1', () => undefined);

const home = cotalHome();
const paths = homePaths(home);
const now = Date.now;
const appDir = path.dirname(import.meta.dirname);
const place: HostPlace = { home, appDir, nodePath: process.execPath, now };
const isTTY = process.stdout.isTTY;
const lines = createLines({ isTTY, write: (text) => process.stdout.write(text) });

/** How long a browser that was started may take to show the page before the person is given another way. */
const FIRST_PAGE_MS = 20_000;

/** `npm start`: host and mesh, then the window in a browser; stays until it is interrupted. */
async function main(): Promise<void> {
  refuseInsideAgent(process.env);
  const started = now();
  lines.blank();
  const host = await holdHost(place);
  lines.done('host', now() - started);
  const root = await chooseRoot(home, process.env['INIT_CWD'] ?? process.cwd());
  const status = await bringUp(host, root, ({ step, state, ms }) => {
    if (state === 'done') lines.done(step, ms);
    if (state === 'failed') lines.failed(step, ms);
  });
  const where = status.root === homeRoot() ? '~/Cotal' : status.root;
  lines.say(`${status.space} is ${status.state} in ${where}`);
  for (const warning of status.warnings) lines.warn(warning);
  lines.blank();

  const running = await findRunningShell(paths.run);
  if (running !== undefined) {
    const file = await askRunningShell(running, 'file', status.id);
    if (file !== undefined) {
      const opened = await openInBrowser(file);
      if (opened) lines.say('The window is open in your browser; another npm start serves it.');
      else
        await explainNoBrowser(
          () => askRunningShell(running, 'link', status.id),
          'Another npm start serves the window.',
        );
      lines.blank();
      host.close();
      return;
    }
    // It runs but does not answer: this one takes its place.
  }
  await serve(host, status);
}

/** Serves the window until the person ends this program, from the terminal or from a page. */
async function serve(host: HostClient, status: MeshStatus): Promise<void> {
  const link = keepHost(host, () => holdHostAgain(place), now);
  const states = createWindowStates(windowStatesDir(home));
  const secret = randomSecret();
  // Listened for before a browser is waited for: a person may change their mind.
  const ended = interrupted();
  let stopped: string | undefined;
  const port = createBrowserPort({
    version: VERSION,
    platform: process.platform,
    issueLink: (show) => shell.issueLink(LAUNCH_LIFE_MS, show),
    async stopMesh(mesh) {
      const client = link.current();
      if (client === undefined) throw hostGone();
      await client.call('mesh.down', { mesh });
      stopped = mesh;
    },
    end: () => ended.now(),
  });
  const shell = await startBrowserShell({
    windows: createWindowService({ host: link, shell: port, states, now }),
    mesh: status.id,
    rendererDir: path.join(appDir, 'renderer'),
    runDir: paths.run,
    controlSecret: secret,
  });
  await writeShellState(paths.run, { port: shell.port, secret });
  link.onChange(() => {
    const { state, reason } = link.state();
    if (state === 'connected') lines.say('The host is connected again.');
    else if (state === 'gone') lines.warn(`The host is gone. ${reason ?? ''} Looking for it every 10 s.`);
  });
  void showFirstPage(shell);
  await ended.wait;
  lines.blank();
  const isDown = stopped === status.id || !(await isUp(link.current(), status.id));
  if (isDown) lines.say(`The window is closed, and ${status.space} is down.`);
  else lines.say(`The window is closed. ${status.space} and its agents keep running; cotal down ends them.`);
  await removeShellState(paths.run);
  await shell.close();
  await states.flush();
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

async function explainNoBrowser(
  link: () => Promise<string | undefined>,
  known = 'No browser shows the window yet.',
): Promise<void> {
  const why =
    process.env['COTAL_BROWSER'] === 'none' ? 'as COTAL_BROWSER says' : 'none could be started here';
  if (!isTTY) {
    // A link is a key; it does not belong in a log.
    lines.say(`No browser shows the window (${why}). Run npm start in a terminal to get a link.`);
    return;
  }
  const text = await link();
  if (text === undefined) return;
  lines.say(`${known} This link opens it, once, within ${PRINTED_LIFE_MS / 60_000} minutes:`);
  lines.blank();
  lines.say(text);
  lines.blank();
}

/** Is the mesh still up? A host that is gone or says nothing is taken at its last word. */
async function isUp(client: HostClient | undefined, mesh: string): Promise<boolean> {
  const info = await client?.call('host.info', {}).catch(() => undefined);
  return info === undefined || info.meshes.some(({ id }) => id === mesh);
}

/** Ends with a signal of the system, or when `now` is called. */
function interrupted(): { readonly wait: Promise<void>; now(): void } {
  let end: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (end = resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  return { wait, now: () => end() };
}

function explainAndExit(error: unknown): never {
  lines.fault(asFault(error, 'shell', 'Cotal could not go on.', 'Try again; cotal logs may say more.'));
  process.exit(1);
}

// A closed terminal is no reason to fail: the signal that comes with it ends the program in order.
process.stdout.on('error', () => undefined);
process.on('uncaughtException', explainAndExit);
main().then(() => process.exit(0), explainAndExit);
