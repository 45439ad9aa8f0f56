import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { CdpConnection, quietly } from './cdp.ts';

const program = '/usr/bin/chromium';
/** How long Chromium may take to end by itself. */
const endMs = 3_000;
/** A Unix socket's path may have 107 characters; Chromium appends about 45 to the temporary folder's. */
const longestTemporaryPath = 60;

const disabledFeatures = [
  'AimEnabled',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PreconnectToSearch',
  'Translate',
];

const fixedSwitches = [
  '--remote-debugging-pipe',
  '--no-startup-window',
  // Nothing of a test may leave the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-back-forward-cache',
  '--disable-background-networking',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-popup-blocking',
  '--disable-renderer-backgrounding',
  '--disable-sync',
  '--password-store=basic',
];

/** The switches that pass from the app's command line to Chromium's, besides those that begin with `use-fake-`. */
const passedOn = [
  'remote-debugging-port',
  'lang',
  'force-device-scale-factor',
  'force-prefers-reduced-motion',
];

/** The browser that draws all windows of this process. */
export interface Chromium {
  readonly cdp: CdpConnection;
  /** Resolves once it has ended, whoever wanted that. */
  readonly ended: Promise<void>;
  /** Ends it orderly, or by force where that takes too long. */
  end(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/** Why no Chromium can be started here, or nothing. */
export function explainMissingChromium(): string | undefined {
  return existsSync(program) ? undefined : `${program} is not installed`;
}

/** Starts Chromium with a folder of its own; it ends when this process does, even if that is killed: its pipe closes. */
export function startChromium(profile: string, switches: ReadonlyMap<string, string>): Chromium {
  const child = spawn(program, argumentsFor(profile, switches), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: environment(profile),
  });
  showAddress(child);
  const [, , , toBrowser, fromBrowser] = child.stdio;
  const cdp = new CdpConnection(toBrowser as Writable, fromBrowser as Readable);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  void ended.then(() => cdp.close());
  return {
    cdp,
    ended,
    kill: () => void child.kill('SIGKILL'),
    async end() {
      quietly(cdp.send('Browser.close'));
      const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

function argumentsFor(profile: string, switches: ReadonlyMap<string, string>): string[] {
  const passed = [...switches]
    .filter(([name]) => passedOn.includes(name) || name.startsWith('use-fake-'))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
  const headless = process.env['APP_STAND_IN_HEADFUL'] ? [] : ['--headless'];
  // Chromium refuses to sandbox for root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [...fixedSwitches, ...headless, ...sandbox, `--user-data-dir=${profile}`, ...passed];
}

/** All that Chromium leaves behind lands in its folder, and none of our settings reach it. */
function environment(profile: string): NodeJS.ProcessEnv {
  const temporary = path.join(profile, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const ours = Object.entries(process.env).filter(([name]) => !/^(NODE|ELECTRON|APP|COTAL)_/.test(name));
  return {
    ...Object.fromEntries(ours),
    HOME: profile,
    ...(temporary.length <= longestTemporaryPath ? { TMPDIR: temporary } : {}),
  };
}

/** Playwright waits for this one line. */
function showAddress(child: ChildProcess): void {
  if (!child.stderr) return;
  createInterface(child.stderr).on('line', (line) => {
    if (process.env['APP_STAND_IN_DEBUG'] || line.startsWith('DevTools listening on '))
      process.stderr.write(`${line}\n`);
  });
}
