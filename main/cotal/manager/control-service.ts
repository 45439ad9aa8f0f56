import type { Msg, Subscription } from '@nats-io/transport-node';
import { z } from 'zod';
import type { InstanceId } from '../../../shared/base/ids.ts';
import type { Logger } from '../../../shared/base/log.ts';
import { Fault, firstIssue } from '../../../shared/base/refusal.ts';
import { parseControlRequest, type ControlReply } from '../../../shared/cotal/control.ts';
import {
  ctlSubject,
  inboxPrefix,
  parseSubject,
  type ControlService,
  type SpaceNames,
} from '../../../shared/cotal/subjects.ts';
import type { AgentRow } from '../../../shared/api/contract.ts';
import type { Connection } from '../nats/connection.ts';
import { createRefusalLog } from './refusal-log.ts';
import type { AgentTerminal, Manager } from './types.ts';
import { writePersona } from './personas.ts';

type Tier = Exclude<ControlService, 'delivery'>;

const name = z.string().min(1).max(200);
const startArgs = z.looseObject({
  name,
  role: z.string().max(64).optional(),
  agent: z.string().max(64).optional(),
  model: z.string().max(200).optional(),
  variant: z.string().max(200).optional(),
  cwd: z.string().max(4096).optional(),
});
const stopArgs = z.looseObject({ name, graceful: z.boolean().optional() });
const selfStopArgs = z.looseObject({ name: z.undefined().optional(), graceful: z.boolean().optional() });
const personaArgs = z.looseObject({
  name,
  persona: z.string().min(1).max(200_000),
  model: z.string().max(200).optional(),
});

/**
 * Serves the manager's three control tiers on the wire. The broker has already decided who may call which tier; here
 * the caller's claim is checked against its subject, and an answer only ever goes to the caller's own reply subjects,
 * so that the service cannot be made to speak for anybody (decision g).
 */
export function serveControl<T extends AgentTerminal>(deps: {
  readonly connection: Connection;
  readonly names: SpaceNames;
  readonly manager: Manager<T>;
  readonly agentsDir: string;
  readonly log: Logger;
}): { stop(): void } {
  const { connection, names, log } = deps;
  const refusals = createRefusalLog(log, Date.now);
  const tiers: Tier[] = ['self', 'manager', 'admin'];
  const subs: Subscription[] = tiers.map((tier) =>
    connection.nc.subscribe(ctlSubject(names, tier, '*'), {
      queue: tier,
      callback: (error: Error | null, m: Msg) => {
        if (error !== null) log.error({ err: error, tier }, 'a control tier is not served any more');
        else void handle(tier, m);
      },
    }),
  );

  async function handle(tier: Tier, m: Msg): Promise<void> {
    const subject = parseSubject(m.subject);
    if (subject?.kind !== 'ctl') return;
    const caller = subject.sender;
    if (!isOwnReply(m, caller)) {
      refusals.say(
        caller,
        { subject: m.subject, reply: m.reply ?? null },
        'a control request asked for its answer on a foreign subject and is dropped',
      );
      return;
    }
    const reply = await answer(tier, caller, m.data).catch((error: unknown): ControlReply => {
      if (error instanceof Fault) return { ok: false, error: `${error.message} ${error.remedy}` };
      log.error({ err: error, tier }, 'a control request failed');
      return { ok: false, error: 'The request failed; the log of the host says why.' };
    });
    if (!reply.ok) refusals.say(caller, { tier, error: reply.error ?? '' }, 'a control request was refused');
    m.respond(JSON.stringify(reply));
  }

  async function answer(tier: Tier, caller: InstanceId, data: Uint8Array): Promise<ControlReply> {
    const request = parseControlRequest(data);
    if (!request.ok) return { ok: false, error: request.error };
    const { op, args = {}, from } = request.value;
    // §5: the claim in the payload has to be the sender that the broker proved.
    if (from.id !== caller) return { ok: false, error: 'sender-mismatch' };
    if (tier === 'self')
      return op === 'stop' ? selfStop(caller, args) : { ok: false, error: `unsupported op: ${op}` };
    const owner = tier === 'manager' ? caller : undefined;
    return serve(op, args, owner, caller);
  }

  async function selfStop(caller: InstanceId, args: object): Promise<ControlReply> {
    const parsed = selfStopArgs.safeParse(args);
    if (!parsed.success) return { ok: false, error: 'self.stop takes no name: it stops the caller' };
    const row = deps.manager.list().find((a) => a.id === caller);
    if (row === undefined) return { ok: false, error: 'the caller is not a managed agent' };
    const graceful = parsed.data.graceful ?? true;
    await deps.manager.stopById(caller, graceful);
    return { ok: true, data: { name: row.name, stopped: true, graceful } };
  }

  /** `owner` bounds the manager tier to the caller's own children; the admin tier has none. */
  async function serve(
    op: string,
    args: object,
    owner: InstanceId | undefined,
    caller: InstanceId,
  ): Promise<ControlReply> {
    const { manager } = deps;
    switch (op) {
      case 'ps':
        return { ok: true, data: manager.list().map(wireRow) };
      case 'status': {
        const a = parse(z.looseObject({ name }), args);
        const row = manager.list().find((r) => r.name === a.name);
        return row === undefined
          ? { ok: false, error: `no managed agent is called "${a.name}"` }
          : { ok: true, data: wireRow(row) };
      }
      case 'start': {
        const a = parse(startArgs, args);
        const row = await manager.spawn(
          {
            persona: a.name,
            name: null,
            agent: a.agent ?? null,
            role: a.role ?? null,
            model: a.model ?? null,
            variant: a.variant ?? null,
            cwd: a.cwd ?? null,
            prompt: null,
            subscribe: null,
            allowSubscribe: null,
            allowPublish: null,
            cols: null,
            rows: null,
          },
          owner,
        );
        return {
          ok: true,
          data: { name: row.name, role: row.role, agent: row.agent, id: row.id, mode: 'pty' },
        };
      }
      case 'stop': {
        const a = parse(stopArgs, args);
        await manager.stop(a.name, a.graceful ?? true, owner);
        return { ok: true, data: { name: a.name, stopped: true, graceful: a.graceful ?? true } };
      }
      case 'definePersona': {
        const a = parse(personaArgs, args);
        const file = await writePersona(deps.agentsDir, {
          name: a.name,
          prompt: a.persona,
          model: a.model,
          owner: caller,
        });
        return { ok: true, data: { name: a.name, path: file } };
      }
      case 'attach':
        return { ok: false, error: 'terminals are attached on the machine of the mesh: cotal attach <name>' };
      default:
        // Decision n: an op we do not know is said to be one.
        return { ok: false, error: `unsupported op: ${op}` };
    }
  }

  return {
    stop() {
      for (const sub of subs) sub.unsubscribe();
    },
  };
}

/** The two subtrees an answer may go to: under the request itself, or in the caller's own inbox. */
function isOwnReply(m: Msg, caller: InstanceId): boolean {
  const { reply } = m;
  if (reply === undefined || /[*>\s]/.test(reply)) return false;
  return reply.startsWith(`${m.subject}.reply.`) || reply.startsWith(`${inboxPrefix(caller)}.`);
}

function parse<S extends z.ZodType>(schema: S, args: object): z.output<S> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new Fault('bad-args', 'The arguments cannot be used.', {
    why: `${firstIssue(parsed.error)}.`,
    remedy: 'Correct them.',
  });
}

/** A row in the words of the wire: `status` is the process, `mesh` the presence. */
function wireRow(row: AgentRow): Record<string, unknown> {
  return {
    name: row.name,
    id: row.id,
    role: row.role,
    agent: row.agent,
    mode: 'pty',
    status: row.process,
    mesh: row.status === 'starting' || row.status === 'unknown' ? 'absent' : row.status,
    since: row.since,
  };
}
