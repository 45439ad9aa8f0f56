import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { lastLines, npm, say } from './run.mjs';

const lockFile = path.join(root, 'package-lock.json');
const installedFile = path.join(root, 'node_modules/.package-lock.json');
const stampFile = path.join(root, 'node_modules/.cotal-stamp');

/** @typedef {{version?: string, integrity?: string, optional?: boolean, link?: boolean}} LockEntry */
/** @typedef {{packages: Record<string, LockEntry>}} Lock */

/**
 * Why this Node cannot run the project, or nothing.
 * @param {string} version such as `v20.19.1`
 * @returns {string | undefined}
 */
export function explainNode(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Cotal needs Node 20.19 or newer; this is ${version}. Install a newer Node, then run the command again.`;
}

/**
 * Whether what is installed is what the lock names. Optional packages for other systems may be absent.
 * @param {Lock} lock @param {Lock} installed
 */
export function isInstalled(lock, installed) {
  const extra = Object.keys(installed.packages).some((place) => !(place in lock.packages));
  if (extra) return false;
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (place === '' || wanted.link) return true;
    const present = installed.packages[place];
    if (!present) return wanted.optional === true;
    return present.version === wanted.version && present.integrity === wanted.integrity;
  });
}

/** Whether node_modules is there and was made from this lock. Remembers a positive answer. */
export function haveDependencies() {
  const lock = read(lockFile);
  const installed = read(installedFile);
  if (lock === undefined || installed === undefined) return false;
  const stamp = createHash('sha256').update(lock).update('\0').update(installed).digest('hex');
  if (read(stampFile) === stamp) return true;
  if (!isInstalled(JSON.parse(lock), JSON.parse(installed))) return false;
  writeFileSync(stampFile, stamp);
  return true;
}

/** Installs what the lock names. Throws with a plain sentence when that fails. */
export async function installDependencies() {
  say('Installing the packages that package-lock.json names (npm ci) …');
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund'], { show: true });
  if (code !== 0) {
    throw new Error(
      `npm ci failed (exit code ${code}). Its last lines:\n${lastLines(output)}\nIs the network reachable? Run the command again when it is.`,
    );
  }
  haveDependencies();
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
