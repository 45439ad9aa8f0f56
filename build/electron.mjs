import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { out, root } from './paths.mjs';
import { lastLines, plainEnv, run, say } from './run.mjs';

const folder = path.join(root, 'node_modules/electron');
const failureFile = path.join(out, 'electron-failure.json');
const installMs = 60_000;

/**
 * Why the browser shell is wanted, or the only one possible, in words; nothing when Electron may be used (decision 26).
 * @param {{args: readonly string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform, uid: number | undefined}} start
 * @returns {{said: string | undefined} | undefined} `said` is nothing where the person asked for it themselves
 */
export function wantsBrowser({ args, env, platform, uid }) {
  const asked =
    args.includes('--browser') || env['APP_HOST'] === 'browser' || env['COTAL_BROWSER'] === 'none';
  if (asked) return { said: undefined };
  if (platform !== 'linux') return undefined;
  if (uid === 0) {
    return { said: 'Electron cannot protect its windows when it runs as root.' };
  }
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return { said: 'There is no display for a window here.' };
  return undefined;
}

/**
 * The Electron that is on this machine: a folder that the person names, else the package's own.
 * @param {NodeJS.ProcessEnv} env @param {string} [packageFolder]
 * @returns {string | undefined}
 */
export function findElectron(env, packageFolder = folder) {
  const named = env['ELECTRON_OVERRIDE_DIST_PATH'];
  // Only asking the package for its path would download it.
  const pathFile = path.join(packageFolder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const file = path.join(named || path.join(packageFolder, 'dist'), name);
  return existsSync(file) ? file : undefined;
}

/**
 * Fetches Electron's binary with the package's own program, once: a failure is remembered until another version is
 * wanted. What could not be done is said plainly.
 * @returns {Promise<string | undefined>} the executable
 */
export async function installElectron() {
  const installer = path.join(folder, 'install.js');
  if (!existsSync(installer)) return undefined;
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const failed = readFailure();
  if (failed !== undefined && failed.version === version) {
    explain(failed.reason);
    return undefined;
  }
  // What it prints when it fails is a stack trace; the reason is taken from that.
  say(`Fetching Electron ${version}, once; this takes at most a minute …`);
  const { code, output } = await run(process.execPath, [installer], {
    env: process.env,
    timeoutMs: installMs,
  });
  const found = code === 0 ? findElectron({}) : undefined;
  if (found !== undefined) {
    rmSync(failureFile, { force: true });
    return found;
  }
  const reason = reasonOf(code, output);
  mkdirSync(out, { recursive: true });
  writeFileSync(failureFile, `${JSON.stringify({ version, reason })}\n`);
  explain(reason);
  return undefined;
}

/** @param {string} reason */
function explain(reason) {
  say(
    `Electron could not be downloaded (${reason}). Starting in your browser instead; retry with \`npx install-electron\`, mirror: ELECTRON_MIRROR.`,
  );
}

/**
 * What the installer said was the matter, in a few words.
 * @param {number} code @param {string} output
 */
export function reasonOf(code, output) {
  if (code === timeoutCode) return `no answer within ${installMs / 1000} s`;
  const cause = /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOSPC|EACCES)\b/.exec(output)?.[1];
  const errors = /^(?:\w*Error|error)\b:?\s*(.*)$/im.exec(output)?.[1];
  const line = cause ?? errors ?? lastLines(output, 1).trim();
  return line === '' ? `exit code ${code}` : line.slice(0, 200);
}

/** The code of `run` for what took too long. */
const timeoutCode = 124;

/** @returns {{version: string, reason: string} | undefined} */
function readFailure() {
  try {
    return JSON.parse(readFileSync(failureFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The environment of an Electron app of ours: the Node that its host runs on, and nothing that changes either. */
export function electronEnv(env = process.env) {
  return { ...plainEnv(env), COTAL_NODE: process.execPath };
}
