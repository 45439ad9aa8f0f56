import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { Check, HarnessRow } from '../../shared/api/contract.ts';
import { messageOf } from '../../shared/base/refusal.ts';
import { explainAge, type Now } from '../../shared/base/time.ts';
import { findBroker } from '../cotal/broker/find.ts';
import { trackedByGit } from '../cotal/workspace/project.ts';
import type { Mesh } from './mesh.ts';

/** What the doctor looks at. */
export interface DoctorDeps {
  readonly home: string;
  readonly hostLog: string;
  readonly appDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The host's own version and build. */
  readonly version: string;
  readonly build: string;
  /** The build that lies in the app's folder now. */
  readonly buildOnDisk: () => Promise<string>;
  readonly mesh: Mesh | undefined;
  readonly harnesses: () => Promise<HarnessRow[]>;
  /** Opens a terminal and runs something in it; rejects when that cannot be done. */
  readonly tryTerminal: () => Promise<void>;
  readonly now: Now;
}

type Finding = Pick<Check, 'state' | 'detail'> & { readonly remedy?: string };

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Looks at everything that a mesh needs. A check that cannot be made says so; none keeps the others from being made. */
export async function runDoctor(d: DoctorDeps): Promise<Check[]> {
  const checks: readonly [id: string, title: string, look: () => Promise<Finding> | Finding][] = [
    ['broker', 'Broker', () => checkBroker(d)],
    ['mesh', 'Mesh', () => checkMesh(d)],
    ['delivery', 'Durable delivery', () => checkDelivery(d)],
    ['version', 'Host and app', () => checkVersion(d)],
    ['disk', 'Disk space', async () => checkDisk(await freeBytes(storeOf(d)), storeOf(d))],
    ['clock', 'Clock', () => checkClock(d.now(), skews(d))],
    ['keychain', 'Keychain', () => KEYCHAIN],
    ['harnesses', 'Harnesses', async () => checkHarnesses(await d.harnesses())],
    ['git', 'Credentials and git', () => checkGit(d)],
    ['home', "Cotal's own folder", async () => checkHome((await fs.stat(d.home)).mode, d.home)],
    ['log', 'Log', () => checkLog(d.hostLog)],
    ['terminal', 'Terminals', () => checkTerminal(d)],
  ];
  return Promise.all(
    checks.map(async ([id, title, look]) => {
      const found = await Promise.resolve()
        .then(look)
        .catch((error: unknown): Finding => ({
          state: 'unknown',
          detail: `It could not be looked at: ${messageOf(error)}`,
          remedy: 'See the log: cotal logs.',
        }));
      return { id, title, state: found.state, detail: found.detail, remedy: found.remedy ?? null };
    }),
  );
}

async function checkBroker(d: DoctorDeps): Promise<Finding> {
  const status = d.mesh?.status();
  if (status === undefined) {
    try {
      const { version, source, path: file } = await findBroker(d.appDir, d.env);
      return { state: 'ok', detail: `nats-server ${version} (${source}: ${file}); no mesh runs it now.` };
    } catch (error) {
      return {
        state: 'fail',
        detail: messageOf(error),
        remedy: 'Install nats-server 2.12 or newer on PATH, or name one in COTAL_NATS_SERVER.',
      };
    }
  }
  const broker = status.processes.find((p) => p.role === 'broker');
  const what = `nats-server ${status.broker?.version ?? 'of an unknown version'} (${status.broker?.source ?? 'unknown'}: ${status.broker?.path ?? 'unknown'})`;
  if (broker?.state === 'ready')
    return { state: 'ok', detail: `${what}, up for ${explainAge(d.now() - broker.since)}.` };
  return {
    state: 'fail',
    detail: `${what} is ${broker?.state ?? 'not there'}. ${broker?.reason ?? ''}`.trim(),
    remedy: 'Bring the mesh down and up again; if that does not help, see cotal logs.',
  };
}

function checkMesh({ mesh }: DoctorDeps): Finding {
  const status = mesh?.status();
  if (status === undefined)
    return { state: 'unknown', detail: 'No mesh was named.', remedy: 'Bring one up: cotal up --detach' };
  const detail = `${status.space} is ${status.state} at ${status.server}. ${status.reason ?? ''}`.trim();
  if (status.state === 'ready') return { state: 'ok', detail };
  const state = status.state === 'failing' ? 'fail' : 'warn';
  return { state, detail, remedy: 'Bring the mesh down and up again: cotal down, cotal up --detach' };
}

function checkDelivery({ mesh }: DoctorDeps): Finding {
  const delivery = mesh?.status().processes.find((p) => p.role === 'delivery');
  if (delivery === undefined) return { state: 'unknown', detail: 'No mesh was named.' };
  if (delivery.state === 'ready') return { state: 'ok', detail: 'Durable channels have their backstop.' };
  return {
    state: 'warn',
    detail: delivery.reason ?? `It is ${delivery.state}.`,
    remedy: 'An agent that was away reads what it missed from the history of the channel.',
  };
}

async function checkVersion(d: DoctorDeps): Promise<Finding> {
  const onDisk = await d.buildOnDisk();
  const detail = `Host ${d.version}, build ${d.build}.`;
  if (onDisk === d.build) return { state: 'ok', detail };
  return {
    state: 'warn',
    detail: `${detail} The app in ${d.appDir} is build ${onDisk}.`,
    remedy:
      'The host goes on with the build it was started from; bring all meshes down and up to change over.',
  };
}

/** Below 2 GiB the broker may soon refuse messages; below 200 MiB it will. */
export function checkDisk(free: number, where: string): Finding {
  const amount = free >= GIB ? `${(free / GIB).toFixed(1)} GiB` : `${Math.floor(free / MIB)} MiB`;
  const detail = `${amount} are free in ${where}.`;
  if (free >= 2 * GIB) return { state: 'ok', detail };
  const remedy = 'Free disk space, or clear history: cotal history clear --force';
  return { state: free < 200 * MIB ? 'fail' : 'warn', detail, remedy };
}

/** The beginning of 2026: no machine that runs this was set to an earlier time on purpose. */
const EARLIEST = Date.UTC(2026, 0, 1);
const MOST_SKEW_MS = 30_000;

/** Clocks are never compared to decide anything, but a person should know of one that is wrong. */
export function checkClock(now: number, peers: readonly { name: string; skewMs: number }[]): Finding {
  const remedy = 'Set the clock, best by network time (NTP).';
  if (now < EARLIEST)
    return { state: 'fail', detail: `This machine says that it is ${new Date(now).toUTCString()}.`, remedy };
  const off = peers.filter((p) => Math.abs(p.skewMs) > MOST_SKEW_MS);
  if (off.length === 0) return { state: 'ok', detail: 'No peer has another time than this machine.' };
  const told = off.map((p) => `${p.name} by ${explainAge(Math.abs(p.skewMs))}`).join(', ');
  return { state: 'warn', detail: `The clocks of peers differ from this machine's: ${told}.`, remedy };
}

const KEYCHAIN: Finding = {
  state: 'unknown',
  detail: "This version keeps no key in the system's keychain; keys are files that only you can read.",
};

function checkHarnesses(rows: readonly HarnessRow[]): Finding {
  const of = (state: HarnessRow['state']): string =>
    rows.flatMap((r) => (r.state === state ? [r.name] : [])).join(', ');
  const parts = [
    `Usable: ${of('usable') || 'none'}.`,
    ...(of('found') === '' ? [] : [`Installed, but without a connector in this version: ${of('found')}.`]),
    ...(of('missing') === '' ? [] : [`Not found: ${of('missing')}.`]),
  ];
  if (of('usable') !== '') return { state: 'ok', detail: parts.join(' ') };
  return {
    state: 'fail',
    detail: parts.join(' '),
    remedy: 'Install the app again: its own connectors are missing.',
  };
}

async function checkGit({ mesh }: DoctorDeps): Promise<Finding> {
  if (mesh === undefined) return { state: 'unknown', detail: 'No mesh was named.' };
  const tracked = await trackedByGit(mesh.project);
  if (tracked.length === 0) return { state: 'ok', detail: 'Git tracks nothing below .cotal.' };
  return {
    state: 'warn',
    detail: `Git tracks ${tracked.length} file(s) below .cotal, for example ${tracked[0] ?? ''}; credentials may be among them.`,
    remedy: 'Take them out: git rm -r --cached .cotal',
  };
}

/** Whoever can enter this folder can act as the person. */
export function checkHome(mode: number, home: string, platform: NodeJS.Platform = process.platform): Finding {
  if (platform === 'win32')
    return {
      state: 'unknown',
      detail: `${home} has no such permissions on Windows; its access list decides.`,
    };
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  if ((mode & 0o077) === 0) return { state: 'ok', detail: `${home} is yours alone (${octal}).` };
  return {
    state: (mode & 0o022) === 0 ? 'warn' : 'fail',
    detail: `Others can ${(mode & 0o022) === 0 ? 'look into' : 'write to'} ${home} (${octal}).`,
    remedy: `chmod 700 ${home}`,
  };
}

const LARGE_LOG = 50 * MIB;

async function checkLog(file: string): Promise<Finding> {
  const dir = path.dirname(file);
  const names = (await fs.readdir(dir)).filter((name) => name.includes('.log'));
  const sizes = await Promise.all(names.map((name) => fs.stat(path.join(dir, name)).then((s) => s.size)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const detail = `${(total / MIB).toFixed(1)} MiB in ${dir}.`;
  if (total < LARGE_LOG) return { state: 'ok', detail };
  return {
    state: 'warn',
    detail,
    remedy: `Older ones may be removed: the files in ${dir} with a date in their name.`,
  };
}

async function checkTerminal(d: DoctorDeps): Promise<Finding> {
  try {
    await d.tryTerminal();
    return { state: 'ok', detail: 'A terminal was opened, and a program ran in it.' };
  } catch (error) {
    return {
      state: 'fail',
      detail: `No terminal could be opened: ${messageOf(error)}`,
      remedy: 'End other terminals or programs; if it stays so, install the app again.',
    };
  }
}

const storeOf = (d: DoctorDeps): string => d.mesh?.place.record.storeDir ?? d.home;

function skews({ mesh }: DoctorDeps): { name: string; skewMs: number }[] {
  const peers = mesh?.observer.presence.roster.peers() ?? [];
  return peers.flatMap((p) =>
    p.skewMs === null || p.status === 'offline' ? [] : [{ name: p.card.name, skewMs: p.skewMs }],
  );
}

async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(dir);
  return bavail * bsize;
}
