import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { MeshId } from '../../shared/base/ids.ts';
import { Fault } from '../../shared/base/refusal.ts';
import { connectHost, ensureHost, type HostClient } from '../shell/host-client.ts';
import { cotalHome, homePaths, meshIdOf } from '../cotal/workspace/home.ts';
import { findRoot } from '../cotal/workspace/project.ts';
import { readRegistry } from '../cotal/workspace/registry.ts';
import { createOutput, type Output } from './output.ts';

/** Which mesh a command is about, as said on the command line. */
export interface MeshChoice {
  readonly space?: string;
  readonly server?: string;
}

export interface Context {
  readonly cwd: string;
  readonly home: string;
  readonly appDir: string;
  readonly out: Output;
  /** The running host, started when needed. */
  host(): Promise<HostClient>;
  /** The running host, if one runs. */
  runningHost(): Promise<HostClient | undefined>;
}

export interface ChosenMesh {
  readonly id: MeshId;
  readonly space: string;
  readonly root: string;
  readonly server: string;
}

export function createContext(json: boolean): Context {
  const home = cotalHome();
  const appDir = path.dirname(import.meta.dirname);
  return {
    // Set by npm: the folder the person stood in, not the package's.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    home,
    appDir,
    out: createOutput(json),
    host: async () => {
      await assertOperator(home);
      return ensureHost({ home, appDir, now: Date.now });
    },
    runningHost: () => connectHost(home),
  };
}

/** The project's mesh, else the only one, else the current one; several without a choice are an error that names them. */
export async function chooseMesh(ctx: Context, choice: MeshChoice): Promise<ChosenMesh> {
  const { records: recorded, current, problems } = await readRegistry(ctx.home);
  const records = [...recorded, ...(await unrecorded(ctx, recorded))];
  for (const problem of problems) ctx.out.note(problem);
  const pick = (r: (typeof records)[number]): ChosenMesh => ({
    id: meshIdOf(r.root),
    space: r.space,
    root: r.root,
    server: r.server,
  });
  if (choice.space !== undefined) {
    const record = records.find((r) => r.space === choice.space);
    if (record !== undefined) return pick(record);
    throw noMesh(
      `No mesh called "${choice.space}" is up on this machine.`,
      records,
      `cotal up --space ${choice.space} --detach`,
    );
  }
  if (choice.server !== undefined) {
    const record = records.find((r) => r.server === choice.server);
    if (record !== undefined) return pick(record);
    throw noMesh(`No mesh at ${choice.server} is up on this machine.`, records, 'cotal up --detach');
  }
  const root = await findRoot(ctx.cwd, ctx.home);
  if (root !== undefined) {
    const record = records.find((r) => r.root === root);
    if (record !== undefined) return pick(record);
    throw noMesh(`The mesh in ${root} is not up.`, records, `cd ${root} && cotal up --detach`);
  }
  const [only] = records;
  if (only === undefined) throw noMesh('No mesh is up on this machine.', records, 'cotal up --detach');
  if (records.length === 1) return pick(only);
  const chosen = records.find((r) => r.space === current);
  if (chosen !== undefined) return pick(chosen);
  throw new Fault('ambiguous-mesh', 'Several meshes are up, and none is chosen.', {
    why: `They are: ${records.map((r) => `${r.space} (${r.root})`).join(', ')}.`,
    remedy: 'Name one with --space, or choose one: cotal use <space>.',
  });
}

/** What the host runs although its record is damaged or gone: the record is a convenience, the host knows. */
async function unrecorded(ctx: Context, recorded: readonly { root: string }[]) {
  const host = await ctx.runningHost().catch(() => undefined);
  if (host === undefined) return [];
  try {
    const { meshes } = await host.call('host.info', {});
    return meshes.filter((m) => !recorded.some((r) => r.root === m.root));
  } finally {
    host.close();
  }
}

/** The host and the mesh that a command acts on. */
export async function openMesh(
  ctx: Context,
  choice: MeshChoice,
): Promise<{ host: HostClient; mesh: ChosenMesh }> {
  const mesh = await chooseMesh(ctx, choice);
  return { host: await ctx.host(), mesh };
}

function noMesh(what: string, records: readonly { space: string; root: string }[], start: string): Fault {
  const why =
    records.length === 0
      ? 'Nothing is recorded as running.'
      : `Up are: ${records.map((r) => `${r.space} (${r.root})`).join(', ')}.`;
  return new Fault('no-mesh', what, { why, remedy: `Bring it up: ${start}` });
}

/**
 * Inside an agent's session the program acts with that agent's credential only: what is the owner's to do is refused,
 * whether the agent says who it is or only runs below one of our terminals (decision 31).
 */
export async function assertOperator(home: string): Promise<void> {
  if (process.env['COTAL_ID'] === undefined && !(await isBelowAgent(home))) return;
  throw new Fault('operator-only', 'This is for the owner of the mesh, not for an agent.', {
    why: 'The command runs inside an agent session.',
    remedy: 'Ask the owner. Agents can use: cotal send, cotal history.',
  });
}

async function isBelowAgent(home: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const pids = await agentPids(home);
  let pid = process.ppid;
  for (let depth = 0; depth < 64 && pid > 1; depth++) {
    if (pids.has(pid)) return true;
    const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
  }
  return false;
}

async function agentPids(home: string): Promise<Set<number>> {
  const { meshes } = homePaths(home);
  const pids = new Set<number>();
  for (const name of await fs.readdir(meshes).catch(() => [])) {
    const text = await fs.readFile(path.join(meshes, name, 'agents.json'), 'utf8').catch(() => '');
    for (const match of text.matchAll(/"pid": (\d+)/g)) pids.add(Number(match[1]));
  }
  return pids;
}
