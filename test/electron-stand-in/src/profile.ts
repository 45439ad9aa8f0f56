import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const prefix = 'stand-in-chromium-';

/** Makes the folder where Chromium keeps its things while this process runs, below the app's own data. */
export function makeProfile(userData: string): string {
  const folder = path.join(userData, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  removeLeftProfiles(userData);
  return folder;
}

/** Chromium's last processes may still be writing for a moment. */
export function removeProfile(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** A process that was killed could not clean up. */
function removeLeftProfiles(userData: string): void {
  for (const name of readdirSync(userData)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : process.pid;
    if (!isAlive(pid)) removeProfile(path.join(userData, name));
  }
}

/** Whether a process of this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
