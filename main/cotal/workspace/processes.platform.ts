import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process as something that can be recognised again: a pid alone is recycled. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The system's own stamp of when it started; compared for equality only. */
  readonly startTime: string;
}

const run = promisify(execFile);

/** The start stamp of a running process, or `undefined` when no process has this pid. */
export async function startTimeOf(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  switch (platform) {
    case 'linux':
      return linuxStartTime(pid);
    case 'win32':
      return output('powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`]);
    default:
      return output('ps', ['-o', 'lstart=', '-p', String(pid)]);
  }
}

/** Is this very process, not a later one with the same pid, still running? A zombie is not. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await startTimeOf(identity.pid)) === identity.startTime;
}

/** This process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, startTime: (await startTimeOf(process.pid)) ?? 'unknown' };
}

/** Signals a process only if it is still the one that was meant. Returns whether it was. */
export async function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): Promise<boolean> {
  if (!(await isRunning(identity))) return false;
  try {
    process.kill(identity.pid, signal);
    return true;
  } catch {
    return false;
  }
}

async function linuxStartTime(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command name may contain spaces and parentheses; the fields begin after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

async function output(file: string, args: readonly string[]): Promise<string | undefined> {
  try {
    // The stamp is compared between processes, so it must not change with the language or zone one of them runs in.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const { stdout } = await run(file, [...args], { timeout: 5000, env });
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}
