import { promises as fs } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../shared/base/refusal.ts';
import { explainAge, toRfc3339 } from '../../../shared/base/time.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { findOnPath } from '../../cotal/connectors/harnesses.ts';
import { findBroker } from '../../cotal/broker/find.ts';
import { meshIdOf } from '../../cotal/workspace/home.ts';
import { findRoot, projectPaths } from '../../cotal/workspace/project.ts';
import { readRegistry } from '../../cotal/workspace/registry.ts';
import { chooseMesh, type Context, type MeshChoice } from '../context.ts';
import { bold, dim, green, red, table, yellow } from '../output.ts';
import { statusJson } from './mesh.ts';

const HARNESSES = ['claude', 'opencode', 'codex', 'hermes'];

/** `cotal status`: four sections, read only: prerequisites, this folder, recorded meshes, the selected mesh live. */
export async function status(ctx: Context, choice: MeshChoice): Promise<void> {
  const [prerequisites, folder, registry, live] = await Promise.all([
    checkPrerequisites(ctx),
    checkFolder(ctx),
    readRegistry(ctx.home),
    checkLive(ctx, choice),
  ]);
  const recorded = registry.records.map((r) => ({
    space: r.space,
    server: r.server,
    root: r.root,
    mode: r.mode,
    current: r.space === registry.current,
  }));
  const chosen =
    'status' in live
      ? statusJson(live.status)
      : { space: null, server: null, mode: null, root: folder.root, processes: [] };
  const value = {
    ...chosen,
    prerequisites,
    folder,
    meshes: recorded,
    live:
      'status' in live
        ? {
            roster: live.roster,
            channels: live.channels,
            rosterState: live.rosterState,
            membership: 'not available in this version',
          }
        : null,
    problem: 'problem' in live ? live.problem : null,
    start: 'start' in live ? live.start : null,
  };
  ctx.out.facts(value, () => {
    const lines = [
      bold('Prerequisites'),
      ...prerequisites.map(
        (p) => `  ${p.ok ? green('✓') : p.required ? red('✗') : dim('–')} ${p.name.padEnd(12)} ${p.detail}`,
      ),
      '',
      bold('This folder'),
      folder.root === null
        ? `  no .cotal here or above ${ctx.cwd}`
        : `  ${folder.root}  ${dim(`${folder.personas.length} personas: ${folder.personas.join(', ')}`)}`,
      '',
      bold('Recorded meshes'),
      ...(recorded.length === 0
        ? ['  none']
        : indent(
            table(
              ['', 'SPACE', 'SERVER', 'MODE', 'ROOT'],
              recorded.map((r) => [r.current ? '*' : '', r.space, r.server, r.mode, r.root]),
            ),
          )),
      ...registry.problems.map((p) => `  ${yellow('!')} ${p}`),
      '',
      bold('Live'),
      ...('status' in live
        ? liveLines(live)
        : [`  ${live.problem}`, `  ${dim('start it:')} ${bold(live.start)}`]),
    ];
    return lines.join('\n');
  });
}

interface Prerequisite {
  readonly name: string;
  readonly ok: boolean;
  readonly required: boolean;
  readonly detail: string;
}

async function checkPrerequisites(ctx: Context): Promise<Prerequisite[]> {
  const broker = await findBroker(ctx.appDir).then(
    (b) => ({ ok: true, detail: `${b.version} ${dim(`(${b.source}) ${b.path}`)}` }),
    (error: unknown) => ({ ok: false, detail: messageOf(error) }),
  );
  const harnesses = await Promise.all(
    HARNESSES.map(async (name) => {
      const found = await findOnPath(name);
      return { name, ok: found !== undefined, required: false, detail: found ?? 'not on PATH' };
    }),
  );
  return [
    { name: 'node', ok: true, required: true, detail: process.version },
    { name: 'nats-server', required: true, ...broker },
    ...harnesses,
    { name: 'demo, shell', ok: true, required: false, detail: 'built in' },
  ];
}

async function checkFolder(
  ctx: Context,
): Promise<{ root: string | null; personas: string[]; creds: string[] }> {
  const root = await findRoot(ctx.cwd, ctx.home);
  if (root === undefined) return { root: null, personas: [], creds: [] };
  const list = async (dir: string, end: string): Promise<string[]> =>
    (await fs.readdir(dir).catch(() => []))
      .filter((n) => n.endsWith(end))
      .map((n) => n.slice(0, -end.length));
  const { agents, dotCotal } = projectPaths(root);
  return {
    root,
    personas: await list(agents, '.md'),
    creds: await list(path.join(dotCotal, 'creds'), '.creds'),
  };
}

type Live = Awaited<ReturnType<typeof readLive>> | { readonly problem: string; readonly start: string };

async function checkLive(ctx: Context, choice: MeshChoice): Promise<Live> {
  try {
    return await readLive(ctx, choice);
  } catch (error) {
    const root = await findRoot(ctx.cwd, ctx.home);
    const start =
      choice.space === undefined ? 'cotal up --detach' : `cotal up --space ${choice.space} --detach`;
    return { problem: messageOf(error), start: root === undefined ? start : `cd ${root} && ${start}` };
  }
}

async function readLive(ctx: Context, choice: MeshChoice) {
  const mesh = await chooseMesh(ctx, choice);
  const host = await ctx.runningHost();
  if (host === undefined)
    throw new Error(
      `"${mesh.space}" is recorded as up, but its host is gone. The next command that needs it starts it again and takes the broker over.`,
    );
  try {
    const { status: meshStatus, snapshot } = await host.call('mesh.watch', { mesh: meshIdOf(mesh.root) });
    return {
      status: meshStatus,
      rosterState: snapshot.roster,
      roster: [...snapshot.agents, ...snapshot.endpoints].map((p) => ({
        name: p.name,
        id: p.id,
        role: p.role,
        kind: p.kind,
        status: p.status,
        activity: p.activity,
        since: toRfc3339(p.since),
        lastSign: toRfc3339(p.lastSign),
      })),
      channels: snapshot.channels,
    };
  } finally {
    host.close();
  }
}

function liveLines(live: Extract<Live, { status: unknown }>): string[] {
  const { status: s } = live;
  const now = Date.now();
  const dot = (state: string): string =>
    state === 'ready' ? green('●') : state === 'stopped' ? dim('○') : yellow('◐');
  return [
    `  ${dot(s.state)} ${bold(s.space)} ${s.state} at ${s.server}  ${dim(`${s.mode} · broker ${s.broker?.version ?? 'unknown'} (${s.broker?.source ?? 'unknown'})`)}${s.reason === null ? '' : `\n    ${s.reason}`}`,
    ...indent(
      table(
        ['PROCESS', 'STATE', 'PID', 'FOR', ''],
        s.processes.map((p) => [
          p.role,
          `${dot(p.state)} ${p.state}`,
          String(p.pid ?? '–'),
          explainAge(now - p.since),
          dim(p.reason ?? ''),
        ]),
      ),
    ),
    ...s.warnings.map((w) => `  ${yellow('!')} ${w}`),
    `  roster ${dim(`(${live.rosterState})`)}`,
    ...(live.roster.length === 0
      ? ['    nobody yet']
      : indent(
          indent(
            table(
              ['NAME', 'ID', 'ROLE', 'KIND', 'STATUS', 'LAST SIGN', 'ACTIVITY'],
              live.roster.map((p) => [
                visibleLine(p.name, 40),
                dim(`${p.id.slice(0, 8)}…`),
                visibleLine(p.role ?? '–', 24),
                p.kind,
                p.status,
                `${explainAge(now - Date.parse(p.lastSign))} ago`,
                visibleLine(p.activity ?? '', 60),
              ]),
            ),
          ).join('\n'),
        )),
    `  channels ${live.channels.map((c) => `#${c.channel} ${dim(`${c.messages} · ${c.deliveryClass}`)}`).join('  ') || dim('none yet')}`,
    `  membership ${dim('not available in this version')}`,
  ];
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`);
}
