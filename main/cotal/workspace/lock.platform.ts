import { accessSync, constants } from 'node:fs';

/** What a locked command exits with when another process holds the lock. */
export const LOCK_TAKEN_EXIT = 75;

/** A program to start, by path and argument array. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

const FLOCK_PLACES = ['/usr/bin/flock', '/bin/flock'];

/** Where `flock` is, or `undefined`: then the recorded process identity stands in for the lock. */
export function flockPath(
  platform: NodeJS.Platform = process.platform,
  places: readonly string[] = FLOCK_PLACES,
): string | undefined {
  if (platform !== 'linux') return undefined;
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Wraps a command so that the started process itself holds an exclusive lock for as long as it lives: `flock` execs
 * into the program and the kernel drops the lock with the process, however that ends (decision 9).
 */
export function lockedCommand(lockFile: string, command: Command, flock: string | undefined): Command {
  if (flock === undefined) return command;
  return {
    file: flock,
    args: ['-n', '-E', String(LOCK_TAKEN_EXIT), '--no-fork', lockFile, command.file, ...command.args],
  };
}
