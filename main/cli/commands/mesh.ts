import path from 'node:path';
import { Fault } from '../../../shared/base/refusal.ts';
import type { MeshStatus } from '../../../shared/api/contract.ts';
import { toRfc3339 } from '../../../shared/base/time.ts';
import type { MeshId } from '../../../shared/base/ids.ts';
import { meshIdOf } from '../../cotal/workspace/home.ts';
import { findRoot } from '../../cotal/workspace/project.ts';
import { readRegistry, setCurrentMesh } from '../../cotal/workspace/registry.ts';
import { chooseMesh, type Context, type MeshChoice } from '../context.ts';
import { bold, dim, green, red, table, yellow } from '../output.ts';

export interface UpOptions extends MeshChoice {
  readonly detach?: boolean;
  readonly open?: boolean;
  readonly host?: string;
  readonly storeDir?: string;
  readonly channels?: string;
  readonly yesUnauthenticated?: boolean;
  readonly name?: string;
}

/** `cotal up`: brings this folder's mesh up; in the foreground it stays and ends with Ctrl-C. */
export async function up(ctx: Context, o: UpOptions): Promise<void> {
  const { out } = ctx;
  const root = (await findRoot(ctx.cwd, ctx.home)) ?? path.resolve(ctx.cwd);
  const host = await ctx.host();
  host.on('mesh.progress', ({ step, state, ms }) => {
    if (state === 'done')
      out.line(`  ${green('✓')} ${step.padEnd(10)} ${dim(`${String(ms).padStart(5)} ms`)}`);
    if (state === 'failed')
      out.line(`  ${red('✗')} ${step.padEnd(10)} ${dim(`${String(ms).padStart(5)} ms`)}`);
  });
  const status = await host.call('mesh.up', {
    root,
    space: o.space ?? null,
    open: o.open === true,
    server: o.server ?? null,
    host: o.host ?? null,
    storeDir: o.storeDir === undefined ? null : path.resolve(ctx.cwd, o.storeDir),
    channelsFile: o.channels === undefined ? null : path.resolve(ctx.cwd, o.channels),
    acceptUnauthenticated: o.yesUnauthenticated === true,
    personName: o.name ?? null,
  });
  out.facts(
    statusJson(status),
    () =>
      `${bold(status.space)} is ${status.state} at ${status.server}${status.mode === 'open' ? yellow(' (open: no credentials)') : ''}`,
  );
  for (const warning of status.warnings) out.note(`${yellow('!')} ${warning}`);
  if (o.detach === true) return host.close();
  out.line(dim('Ctrl-C ends this mesh and its agents; with --detach it runs in the background.'));
  host.on('mesh.status', (s) => {
    if (s.id === status.id)
      out.line(`${dim(toRfc3339(Date.now()))} ${s.state}${s.reason === null ? '' : `: ${s.reason}`}`);
  });
  const interrupted = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve(signal));
  });
  const how = await Promise.race([interrupted, host.closed.then(() => 'gone')]);
  if (how === 'gone')
    throw new Fault('host-gone', 'The host ended.', {
      why: 'Its process is gone; agents and broker may go on.',
      remedy: 'Bring it back: cotal up.',
    });
  await host.call('mesh.down', { mesh: status.id });
  out.line(`${status.space} is down.`);
  host.close();
}

/** `cotal down`: ends a mesh with its agents. */
export async function down(ctx: Context, choice: MeshChoice): Promise<void> {
  const mesh = await chooseMesh(ctx, choice).catch((error: unknown) => comingUp(ctx, error));
  const host = await ctx.host();
  await host.call('mesh.down', { mesh: mesh.id });
  host.close();
  await host.closed;
  ctx.out.facts(
    { space: mesh.space, root: mesh.root, down: true },
    () => `${bold(mesh.space)} is down: agents, manager and broker have ended.`,
  );
}

/** A mesh that is just coming up has no record yet; the host waits for it and ends it. */
async function comingUp(ctx: Context, error: unknown): Promise<{ id: MeshId; space: string; root: string }> {
  const root = await findRoot(ctx.cwd, ctx.home);
  const host = root === undefined ? undefined : await ctx.runningHost();
  if (root === undefined || host === undefined) throw error;
  host.close();
  return { id: meshIdOf(root), space: path.basename(root), root };
}

/** `cotal meshes`: what is recorded as up on this machine. */
export async function meshes(ctx: Context): Promise<void> {
  const { records, current, problems } = await readRegistry(ctx.home);
  for (const problem of problems) ctx.out.note(`${yellow('!')} ${problem}`);
  const rows = records.map((r) => ({
    space: r.space,
    server: r.server,
    root: r.root,
    mode: r.mode,
    since: r.ts,
    current: r.space === current,
  }));
  ctx.out.facts(rows, () =>
    rows.length === 0
      ? `No mesh is up. Bring one up: ${bold('cotal up --detach')}`
      : table(
          ['', 'SPACE', 'SERVER', 'MODE', 'ROOT'],
          rows.map((r) => [r.current ? '*' : '', bold(r.space), r.server, r.mode, r.root]),
        ),
  );
}

/** `cotal use`: the mesh that commands outside a project act on. */
export async function use(ctx: Context, space: string): Promise<void> {
  const mesh = await chooseMesh(ctx, { space });
  await setCurrentMesh(ctx.home, mesh.space);
  ctx.out.facts({ current: mesh.space }, () => `${bold(mesh.space)} is the current mesh.`);
}

/** The facts of a mesh as commands print them: times in RFC 3339. */
export function statusJson(s: MeshStatus): Record<string, unknown> {
  return {
    space: s.space,
    server: s.server,
    mode: s.mode,
    root: s.root,
    state: s.state,
    since: toRfc3339(s.since),
    reason: s.reason,
    processes: s.processes.map((p) => ({ ...p, since: toRfc3339(p.since) })),
    warnings: s.warnings,
    broker: s.broker,
  };
}
