import { readdir, readFile } from 'node:fs/promises';
import { signalProcess, startTimeOf } from '../cotal/workspace/processes.platform.ts';
import type { ProcessIdentity } from '../cotal/workspace/processes.platform.ts';

/** A process of the session, and the process group it is in. */
interface Member extends ProcessIdentity {
  readonly group: number;
}

const POLL_MS = 25;

/**
 * Asks every process of the session that the program leads to end. Interactive shells ignore SIGTERM and
 * end by SIGHUP; only what ignores SIGTERM is sent that, as it would cut short an orderly end.
 */
export async function askSession(leader: ProcessIdentity): Promise<void> {
  if (process.platform !== 'linux') {
    await signalGroup(leader, 'SIGHUP');
    return signalGroup(leader, 'SIGTERM');
  }
  const members = await sessionMembers(leader);
  const deaf = await Promise.all(members.map((member) => ignoresTerm(member.pid)));
  await signalGroup(leader, 'SIGTERM');
  const elsewhere = members.filter(({ group }) => group !== leader.pid);
  await Promise.all(elsewhere.map((member) => signalProcess(member, 'SIGTERM')));
  await Promise.all(members.filter((_, n) => deaf[n]).map((member) => signalProcess(member, 'SIGHUP')));
}

/** Waits until nothing of the session is left, or until this many milliseconds have passed. */
export async function sessionEnds(leader: ProcessIdentity, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while ((await sessionMembers(leader)).length > 0 && performance.now() < deadline) await sleep(POLL_MS);
}

/**
 * Kills the program, its process group, and what else is in the session that it leads or led. Every process
 * is identified by pid and start time before it is signalled. Repeats while new ones turn up, as a process
 * can fork while it is looked for.
 */
export async function killSession(leader: ProcessIdentity): Promise<void> {
  await signalGroup(leader, 'SIGKILL');
  for (let round = 0; round < 5; round += 1) {
    const members = await sessionMembers(leader);
    if (members.length === 0) return;
    await Promise.all(members.map((member) => signalProcess(member, 'SIGKILL')));
    await sleep(10);
  }
}

/** Sends a signal to the whole process group that the program leads, or to the program alone. */
async function signalGroup(leader: ProcessIdentity, signal: NodeJS.Signals): Promise<void> {
  const { pid } = leader;
  if (await isReused(leader)) return;
  const target = process.platform === 'win32' ? pid : -pid;
  try {
    process.kill(target, signal);
  } catch {
    try {
      // A program that has only just been started may have no group yet.
      process.kill(pid, signal);
    } catch {
      // It has gone.
    }
  }
}

/** The processes of the session that are not zombies. Only Linux can tell; elsewhere there are none. */
async function sessionMembers(leader: ProcessIdentity): Promise<Member[]> {
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

async function memberOf(pid: number, leader: ProcessIdentity): Promise<Member | null> {
  if (pid === process.pid) return null;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command name may contain spaces and parentheses; the fields begin after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, , group, session] = fields;
    const startTime = fields[19];
    if (state === 'Z' || state === 'X' || startTime === undefined) return null;
    const older = Number(startTime) < Number(leader.startTime);
    return Number(session) === leader.pid && !older ? { pid, startTime, group: Number(group) } : null;
  } catch {
    return null;
  }
}

async function ignoresTerm(pid: number): Promise<boolean> {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    // Signal n is bit n - 1, and SIGTERM is 15.
    return ((BigInt(`0x${ignored ?? '0'}`) >> 14n) & 1n) === 1n;
  } catch {
    return false;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
