import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What runs the shell in a test. */
export interface ElectronHost {
  readonly kind: 'real' | 'shim';
  readonly executablePath: string;
  /** For people, as "shim (Chromium 156)". */
  readonly describe: string;
}

const shimExecutable = path.join(import.meta.dirname, 'bin/electron');
let printed = false;

/**
 * Chooses what runs the shell, by APP_ELECTRON: `real`, `shim`, or `auto` for the real one where it is on disk. Prints the
 * choice once in each test file: what a green test says depends on it.
 */
export function electronHost(): ElectronHost {
  const wanted = process.env['APP_ELECTRON'] ?? 'auto';
  if (!['auto', 'real', 'shim'].includes(wanted))
    throw new Error(`APP_ELECTRON=${wanted}: say auto, real or shim`);
  const host = (wanted === 'shim' ? undefined : realHost()) ?? shimHost(wanted);
  if (!printed) console.log(`electron host: ${host.describe}`);
  printed = true;
  return host;
}

/** The binary of the `electron` package; only asking the package for it would download it. */
function realHost(): ElectronHost | undefined {
  const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const name = path.join(folder, 'path.txt');
  const file = existsSync(name) ? readFileSync(name, 'utf8').trim() : 'electron';
  const executablePath = path.join(override ?? path.join(folder, 'dist'), file);
  if (!existsSync(executablePath) || executablePath === shimExecutable) return undefined;
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { kind: 'real', executablePath, describe: `real (Electron ${version})` };
}

function shimHost(wanted: string): ElectronHost {
  if (wanted === 'real') throw new Error('APP_ELECTRON=real, and there is no Electron binary on disk');
  return {
    kind: 'shim',
    executablePath: shimExecutable,
    describe: `shim (Chromium ${chromiumVersion() ?? 'missing'})`,
  };
}

/** Why no shell can be run here, or nothing. */
export function explainNoElectron(): string | undefined {
  if (electronHost().kind === 'real' || chromiumVersion() !== undefined) return undefined;
  return 'neither Electron nor Chromium is installed';
}

function chromiumVersion(): string | undefined {
  const { stdout } = spawnSync('/usr/bin/chromium', ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return /Chromium (\d+)/.exec(stdout ?? '')?.[1];
}
