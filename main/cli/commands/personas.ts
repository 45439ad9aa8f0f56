import { spawnSync } from 'node:child_process';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { Fault } from '../../../shared/base/refusal.ts';
import { parseAgentFile } from '../../../shared/cotal/agent-file.ts';
import { listPersonas, readPersona, removePersona, writePersona } from '../../cotal/manager/personas.ts';
import { findRoot, projectPaths } from '../../cotal/workspace/project.ts';
import { assertOperator, chooseMesh, type Context, type MeshChoice } from '../context.ts';
import { bold, dim, green, red, table, yellow } from '../output.ts';

/** The catalog of the mesh that is meant; it works with the mesh down as well. */
async function catalog(ctx: Context, choice: MeshChoice): Promise<string> {
  await assertOperator(ctx.home);
  const root = choice.space === undefined ? await findRoot(ctx.cwd, ctx.home) : undefined;
  return projectPaths(root ?? (await chooseMesh(ctx, choice)).root).agents;
}

export async function list(
  ctx: Context,
  o: MeshChoice & { readonly verbose?: boolean; readonly running?: boolean },
): Promise<void> {
  const rows = await listPersonas(await catalog(ctx, o));
  const running = o.running === true ? await runningPersonas(ctx, o) : new Set<string>();
  const value = rows.map((r) => ({ ...r, running: running.has(r.name) }));
  ctx.out.facts(value, () =>
    value.length === 0
      ? 'No personas yet.'
      : table(
          [
            '',
            'NAME',
            ...(o.verbose === true ? ['HARNESS', 'ROLE', 'MODEL', 'DESCRIPTION'] : ['DESCRIPTION']),
          ],
          value.map((r) => {
            const mark = r.problem !== null ? red('✗') : r.running ? green('●') : '';
            const about = r.problem === null ? dim(r.description ?? '') : yellow(r.problem);
            return [
              mark,
              bold(r.name),
              ...(o.verbose === true ? [r.agent ?? '–', r.role ?? '–', r.model ?? '–', about] : [about]),
            ];
          }),
        ),
  );
}

async function runningPersonas(ctx: Context, o: MeshChoice): Promise<Set<string>> {
  const host = await ctx.runningHost();
  if (host === undefined) return new Set();
  try {
    const mesh = await chooseMesh(ctx, o);
    const { agents } = await host.call('agents.list', { mesh: mesh.id });
    return new Set(agents.filter((a) => a.process === 'running').map((a) => a.persona));
  } finally {
    host.close();
  }
}

export async function show(ctx: Context, name: string, o: MeshChoice): Promise<void> {
  const { file, agentFile } = await readPersona(await catalog(ctx, o), name);
  const text = await fs.readFile(file, 'utf8');
  ctx.out.facts({ file, ...agentFile }, () => `${dim(file)}\n${text.trimEnd()}`);
}

export async function create(
  ctx: Context,
  name: string,
  o: MeshChoice & {
    readonly prompt?: string;
    readonly from?: string;
    readonly role?: string;
    readonly model?: string;
    readonly agent?: string;
  },
): Promise<void> {
  if ((o.prompt === undefined) === (o.from === undefined))
    throw new Fault('usage', 'The persona was not made.', {
      why: 'Its text comes from --prompt or from --from, one of them.',
      remedy: `cotal personas new ${name} --prompt "…"`,
    });
  const prompt =
    o.prompt ??
    (await fs.readFile(path.resolve(ctx.cwd, o.from ?? ''), 'utf8').catch(() => {
      throw new Fault('no-file', `${o.from ?? ''} could not be read.`, {
        why: 'It was named with --from.',
        remedy: 'Correct the path.',
      });
    }));
  const file = await writePersona(await catalog(ctx, o), {
    name,
    prompt,
    role: o.role,
    model: o.model,
    agent: o.agent,
  });
  ctx.out.facts(
    { name, file },
    () => `${bold(name)} is written: ${file}\n${dim(`start it: cotal spawn ${name} --detach`)}`,
  );
}

export async function edit(ctx: Context, name: string, o: MeshChoice): Promise<void> {
  const dir = await catalog(ctx, o);
  const file = path.join(dir, `${path.basename(name, '.md')}.md`);
  const before = await fs.readFile(file, 'utf8').catch(() => undefined);
  if (before === undefined) await readPersona(dir, name);
  if (process.stdin.isTTY !== true) {
    throw new Fault('no-terminal', 'The persona was not opened.', {
      why: 'An editor needs a terminal.',
      remedy: `Change the file itself: ${file}`,
    });
  }
  const [editor = 'vi', ...args] = (process.env['VISUAL'] ?? process.env['EDITOR'] ?? 'vi')
    .split(' ')
    .filter((w) => w !== '');
  const run = spawnSync(editor, [...args, '--', file], { stdio: 'inherit' });
  if (run.error !== undefined)
    throw new Fault('no-editor', `The editor "${editor}" could not be started.`, {
      why: run.error.message,
      remedy: 'Set EDITOR to one that is installed.',
    });
  const parsed = parseAgentFile(await fs.readFile(file, 'utf8'), path.basename(file));
  if (parsed.ok) ctx.out.facts({ name, file, problem: null }, () => `${bold(name)} is saved.`);
  else
    ctx.out.facts(
      { name, file, problem: parsed.error.sentence },
      () => `${yellow('!')} ${bold(name)} is saved but cannot be spawned: ${parsed.error.sentence}`,
    );
}

export async function remove(
  ctx: Context,
  name: string,
  o: MeshChoice & { readonly force?: boolean },
): Promise<void> {
  if (o.force !== true)
    throw new Fault('usage', `"${name}" was not removed.`, {
      why: 'A removed persona cannot be brought back.',
      remedy: 'Say it with --force.',
    });
  await removePersona(await catalog(ctx, o), name);
  ctx.out.facts({ name, removed: true }, () => `${bold(name)} is removed.`);
}
