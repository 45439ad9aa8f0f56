import path from 'node:path';
import { Fault } from '../../../shared/base/refusal.ts';
import { explainAge, toRfc3339 } from '../../../shared/base/time.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import type { AgentRow } from '../../../shared/api/contract.ts';
import { askManager, inAgentSession } from '../agent-control.ts';
import { openMesh, type Context, type MeshChoice } from '../context.ts';
import { bold, dim, green, table, yellow } from '../output.ts';
import { attachTo } from './attach.ts';

export interface SpawnOptions extends MeshChoice {
  readonly detach?: boolean;
  readonly name?: string;
  readonly config?: string;
  readonly agent?: string;
  readonly role?: string;
  readonly model?: string;
  readonly variant?: string;
  readonly cwd?: string;
  readonly prompt?: string;
  readonly subscribe?: string[];
  readonly allowSubscribe?: string[];
  readonly allowPublish?: string[];
}

/** `cotal spawn`: starts an agent from a persona; without `--detach` this terminal shows it. */
export async function spawnAgent(ctx: Context, persona: string | undefined, o: SpawnOptions): Promise<void> {
  if (inAgentSession()) return spawnAsAgent(ctx, o.config ?? persona ?? 'default', o);
  const { host, mesh } = await openMesh(ctx, o);
  const reference = o.config ?? persona ?? process.env['COTAL_DEFAULT_PERSONA'];
  const isPath = reference !== undefined && (/[/\\]/.test(reference) || reference.endsWith('.md'));
  const row = await host.call('agents.spawn', {
    mesh: mesh.id,
    persona: reference === undefined ? null : isPath ? path.resolve(ctx.cwd, reference) : reference,
    name: o.name ?? null,
    agent: o.agent ?? null,
    role: o.role ?? null,
    model: o.model ?? null,
    variant: o.variant ?? null,
    cwd: o.cwd === undefined ? ctx.cwd : path.resolve(ctx.cwd, o.cwd),
    prompt: o.prompt ?? null,
    subscribe: o.subscribe ?? null,
    allowSubscribe: o.allowSubscribe ?? null,
    allowPublish: o.allowPublish ?? null,
    cols: o.detach === true ? null : (process.stdout.columns ?? null),
    rows: o.detach === true ? null : (process.stdout.rows ?? null),
  });
  if (o.detach === true || ctx.out.json) {
    ctx.out.facts(
      rowJson(row),
      () =>
        `${bold(row.name)} is ${row.status} ${dim(`(${row.agent}, pid ${row.pid ?? '–'})`)}  ${dim(`see it: cotal attach ${row.name}`)}`,
    );
    return host.close();
  }
  await attachTo(ctx, host, mesh, row.name);
}

/** An agent with the `spawn` capability starts a teammate, which it may later stop. */
async function spawnAsAgent(ctx: Context, persona: string, o: SpawnOptions): Promise<void> {
  const args = Object.fromEntries(
    Object.entries({
      name: persona,
      role: o.role,
      agent: o.agent,
      model: o.model,
      variant: o.variant,
      cwd: o.cwd,
    }).filter(([, v]) => v !== undefined),
  );
  const started = await askManager('manager', 'start', args);
  ctx.out.facts(started, () => `started ${JSON.stringify(started)}`);
}

/** `cotal ps`: the managed agents and their mesh status. */
export async function ps(ctx: Context, choice: MeshChoice): Promise<void> {
  if (inAgentSession()) {
    const rows = await askManager('manager', 'ps', {});
    return ctx.out.facts(rows, () => JSON.stringify(rows, null, 2));
  }
  const { host, mesh } = await openMesh(ctx, choice);
  const { agents } = await host.call('agents.list', { mesh: mesh.id });
  host.close();
  const now = Date.now();
  ctx.out.facts(agents.map(rowJson), () =>
    agents.length === 0
      ? `No agent runs in ${bold(mesh.space)}. Start one: ${bold('cotal spawn demo --detach')}`
      : table(
          ['NAME', 'STATUS', 'FOR', 'ROLE', 'HARNESS', 'PID', 'ACTIVITY'],
          agents.map((a) => [
            bold(visibleLine(a.name, 40)),
            glyph(a),
            explainAge(now - a.since),
            a.role ?? '–',
            a.agent,
            String(a.pid ?? '–'),
            dim(explain(a)),
          ]),
        ),
  );
}

/** `cotal stop`: ends an agent, gracefully unless `--force`. Inside a session without a name, the agent itself. */
export async function stop(
  ctx: Context,
  name: string | undefined,
  o: MeshChoice & { readonly force?: boolean },
): Promise<void> {
  const graceful = o.force !== true;
  if (inAgentSession()) {
    const done =
      name === undefined
        ? await askManager('self', 'stop', { graceful })
        : await askManager('manager', 'stop', { name, graceful });
    return ctx.out.facts(done, () => `stopped ${JSON.stringify(done)}`);
  }
  if (name === undefined) {
    throw new Fault('usage', 'Which one? Name an agent.', {
      why: 'The command needs a name.',
      remedy: 'cotal stop <name>',
    });
  }
  const { host, mesh } = await openMesh(ctx, o);
  const done = await host.call('agents.stop', { mesh: mesh.id, name, graceful });
  host.close();
  ctx.out.facts(done, () => `${bold(name)} has ended.`);
}

function glyph(a: AgentRow): string {
  switch (a.status) {
    case 'working':
      return green('● working');
    case 'waiting':
      return yellow('◐ waiting');
    case 'idle':
      return '○ idle';
    case 'offline':
      return dim('⊘ offline');
    case 'starting':
      return '◌ starting…';
    case 'unknown':
      return dim('◌ unknown');
  }
}

function explain(a: AgentRow): string {
  if (a.exit !== null)
    return `ended ${explainAge(Date.now() - a.exit.at)} ago with ${a.exit.signal ? `signal ${a.exit.signal}` : `exit code ${a.exit.code ?? 'unknown'}`}`;
  const restarted =
    a.restartedAt === null ? '' : `restarted at ${new Date(a.restartedAt).toTimeString().slice(0, 5)} `;
  return restarted + visibleLine(a.activity ?? '', 60);
}

function rowJson(a: AgentRow): Record<string, unknown> {
  return {
    ...a,
    since: toRfc3339(a.since),
    lastOutputAt: a.lastOutputAt === null ? null : toRfc3339(a.lastOutputAt),
    restartedAt: a.restartedAt === null ? null : toRfc3339(a.restartedAt),
    exit: a.exit === null ? null : { ...a.exit, at: toRfc3339(a.exit.at) },
  };
}
