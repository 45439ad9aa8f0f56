import { readdir, readFile } from 'node:fs/promises';
import { signalProcess, startTimeOf } from '../cotal/workspace/processes.platform.ts';
import type { ProcessIdentity } from '../cotal/workspace/processes.platform.ts';

/** Sends a signal to the whole process group that the program leads, or to the program alone. */
export async function signalGroup(leader: ProcessIdentity, signal: NodeJS.Signals): Promise<void> {
  const { pid } = leader;
  if (await isReused(leader)) return;
  const target = process.platform === 'win32' ? pid : -pid;
  try {
    process.kill(target, signal);
  } catch {
    try {
      process.kill(pid, signal);
    } catch {
      // It has gone.
    }
  }
}

/**
 * Kills what is still in the session that the program led. Every process is identified by pid and start
 * time before it is signalled. Repeats while new ones turn up, as a process can fork while it is looked for.
 */
export async function killLeftovers(leader: ProcessIdentity): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const members = await sessionMembers(leader);
    if (members.length === 0) return;
    await Promise.all(members.map((member) => signalProcess(member, 'SIGKILL')));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The processes of the session that are not zombies. Only Linux can tell; elsewhere there are none. */
async function sessionMembers(leader: ProcessIdentity): Promise<ProcessIdentity[]> {
  if (process.platform !== 'linux') return [];
  if (await isReused(leader)) return [];
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid) && pid > 1);
  const found = await Promise.all(pids.map((pid) => memberOf(pid, leader)));
  return found.filter((member) => member !== null);
}

/** Does the pid belong to someone else by now? The group and the session outlive their leader. */
async function isReused(leader: ProcessIdentity): Promise<boolean> {
  const holder = await startTimeOf(leader.pid);
  return holder !== undefined && holder !== leader.startTime;
}

async function memberOf(pid: number, leader: ProcessIdentity): Promise<ProcessIdentity | null> {
  if (pid === process.pid) return null;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command name may contain spaces and parentheses; the fields begin after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, , , session] = fields;
    const startTime = fields[19];
    if (state === 'Z' || state === 'X' || startTime === undefined) return null;
    const older = Number(startTime) < Number(leader.startTime);
    return Number(session) === leader.pid && !older ? { pid, startTime } : null;
  } catch {
    return null;
  }
}
