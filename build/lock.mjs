import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beatMs = 1_000;
const silentMs = 15_000;

/** @typedef {{token: string, pid: number, host: string, beat: number}} Owner */

/**
 * Runs `work` while no other process on this machine runs work under the same folder name.
 * The holder writes a beat into the lock; one whose process is gone, or that stays silent, is set aside.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @param {{onWait?: () => void}} [options]
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, { onWait } = {}) {
  const mine = { token: randomUUID(), pid: process.pid, host: hostname(), beat: 0 };
  await take(folder, mine, onWait);
  const timer = setInterval(() => {
    mine.beat += 1;
    if (readOwner(folder)?.token === mine.token) writeOwner(folder, mine);
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (readOwner(folder)?.token === mine.token) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {Owner} mine @param {(() => void) | undefined} onWait */
async function take(folder, mine, onWait) {
  mkdirSync(path.dirname(folder), { recursive: true });
  let seen = '';
  let since = performance.now();
  let told = false;
  for (;;) {
    try {
      mkdirSync(folder);
      writeOwner(folder, mine);
      return;
    } catch (error) {
      if (!isCode(error, 'EEXIST', 'ENOENT')) throw error;
    }
    const owner = readOwner(folder);
    const sign = JSON.stringify(owner);
    if (sign !== seen) {
      seen = sign;
      since = performance.now();
    }
    // Silence is measured on our own clock, so a suspended machine or a changed clock breaks no lock.
    if (isGone(owner) || performance.now() - since > silentMs) setAside(folder, owner);
    else {
      if (!told) onWait?.();
      told = true;
      await sleep(100);
    }
  }
}

/** @param {Owner | undefined} owner */
function isGone(owner) {
  if (!owner || owner.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return isCode(error, 'ESRCH');
  }
}

/**
 * Moves the dead owner's lock away. Another process may have done so and locked anew in between: then its lock is put back.
 * @param {string} folder @param {Owner | undefined} dead
 */
function setAside(folder, dead) {
  const aside = `${folder}.${randomUUID()}`;
  try {
    renameSync(folder, aside);
    if (readOwner(aside)?.token !== dead?.token) return renameSync(aside, folder);
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

/** @param {string} folder @returns {Owner | undefined} */
function readOwner(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'owner.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} folder @param {Owner} owner */
function writeOwner(folder, owner) {
  const file = path.join(folder, 'owner.json');
  const fresh = `${file}.${owner.token}`;
  try {
    writeFileSync(fresh, JSON.stringify(owner));
    renameSync(fresh, file);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/** @param {unknown} error @param {...string} codes */
function isCode(error, ...codes) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
