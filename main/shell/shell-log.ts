import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { visibleLine } from '../../shared/base/visible.ts';

/** Notes what went wrong in a shell, for whoever looks for it later. Never throws, never holds a secret or a message. */
export type ShellLog = (event: string, facts?: Readonly<Record<string, string | number | boolean>>) => void;

const MAX_BYTES = 1024 * 1024;

/** Writes one JSON line per note; a full file is kept as `.1` once. */
export function createShellLog(file: string, now: () => number): ShellLog {
  return (event, facts = {}) => {
    const shown = Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleLine(value, 500) : value,
    ]);
    const line = JSON.stringify({ at: new Date(now()).toISOString(), event, ...Object.fromEntries(shown) });
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not take the windows with it.
    }
  };
}
