import { z } from 'zod';
import { presenceStatusSchema } from '../cotal/presence.ts';

/** What the contract's answers are made of. Times are epoch milliseconds. */

export const meshIdSchema = z.string().regex(/^[0-9a-f]{16}$/);

/** The life of every long-lived thing: shown with since when, and why. */
export const lifeStateSchema = z.enum(['stopped', 'starting', 'ready', 'degraded', 'failing']);
export type LifeState = z.infer<typeof lifeStateSchema>;

export const processViewSchema = z.object({
  role: z.enum(['host', 'broker', 'manager', 'delivery', 'person']),
  pid: z.number().nullable(),
  state: lifeStateSchema,
  since: z.number(),
  reason: z.string().nullable(),
});
export type ProcessView = z.infer<typeof processViewSchema>;

export const meshStatusSchema = z.object({
  id: meshIdSchema,
  space: z.string(),
  server: z.string(),
  mode: z.enum(['auth', 'open']),
  root: z.string(),
  state: lifeStateSchema,
  since: z.number(),
  reason: z.string().nullable(),
  processes: z.array(processViewSchema),
  /** Sentences a person should see while this mesh runs: open mode, disk nearly full, files tracked by git. */
  warnings: z.array(z.string()),
  /** Which broker binary runs and why it was chosen. */
  broker: z
    .object({
      path: z.string(),
      version: z.string(),
      source: z.enum(['env', 'bundled', 'path', 'adopted', 'external']),
    })
    .nullable(),
});
export type MeshStatus = z.infer<typeof meshStatusSchema>;

export const agentRowSchema = z.object({
  name: z.string(),
  id: z.string(),
  role: z.string().nullable(),
  agent: z.string(),
  /** As the mesh shows it; `starting` before its first presence record, `unknown` while the roster makes no claims. */
  status: z.enum([...presenceStatusSchema.options, 'starting', 'unknown']),
  activity: z.string().nullable(),
  since: z.number(),
  process: z.enum(['running', 'exited']),
  pid: z.number().nullable(),
  exit: z.object({ code: z.number().nullable(), signal: z.number().nullable(), at: z.number() }).nullable(),
  lastOutputAt: z.number().nullable(),
  /** Set when the host was restarted and started this agent again. */
  restartedAt: z.number().nullable(),
  persona: z.string(),
  cwd: z.string(),
  model: z.string().nullable(),
  /** What its credential lets it do on the mesh. */
  subscribe: z.array(z.string()),
  allowSubscribe: z.array(z.string()),
  allowPublish: z.array(z.string()),
  capabilities: z.array(z.string()),
  /** The agent that spawned it; `null`: the person. */
  parent: z.string().nullable(),
  /** When each step of its start was reached; `null`: not yet. */
  start: z.object({
    processAt: z.number(),
    connectedAt: z.number().nullable(),
    orientedAt: z.number().nullable(),
    firstTurnAt: z.number().nullable(),
  }),
  /** Its last lines of output, when it has ended. */
  lastLines: z.array(z.string()),
});
export type AgentRow = z.infer<typeof agentRowSchema>;

/** A wire envelope with what the reader learned about it. */
export const historyMessageSchema = z.looseObject({
  id: z.string(),
  ts: z.number(),
  kind: z.enum(['channel', 'dm', 'anycast']),
  seq: z.number(),
  historical: z.boolean(),
});

export const personaRowSchema = z.object({
  name: z.string(),
  file: z.string(),
  role: z.string().nullable(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
  description: z.string().nullable(),
  owner: z.string().nullable(),
  /** The lists as they hold after the defaults; empty when the file does not parse. */
  subscribe: z.array(z.string()),
  allowSubscribe: z.array(z.string()),
  allowPublish: z.array(z.string()),
  capabilities: z.array(z.string()),
  /** Is it what a spawn without a persona takes? */
  isDefault: z.boolean(),
  /** Why it cannot be spawned, when its file does not parse. */
  problem: z.string().nullable(),
});
export type PersonaRow = z.infer<typeof personaRowSchema>;

/** A harness that agents can run in, as found on this machine. */
export const harnessRowSchema = z.object({
  name: z.string(),
  /** `usable`: an agent can be started in it; `found`: it is installed, but this version has no connector for it. */
  state: z.enum(['usable', 'found', 'missing']),
  /** Its version or path when found, else how to get it. */
  detail: z.string().nullable(),
  isDefault: z.boolean(),
});
export type HarnessRow = z.infer<typeof harnessRowSchema>;

export const needKindSchema = z.enum([
  'question',
  'permission',
  'trust',
  'silent',
  'provider',
  'exit',
  'unclaimed',
  'undelivered',
  'mesh',
]);
export type NeedKind = z.infer<typeof needKindSchema>;

/** One thing that waits for the person. */
export const needItemSchema = z.object({
  id: z.string(),
  kind: needKindSchema,
  /** Who it is about: an agent's name and instance id; `null`: the mesh itself. */
  agent: z.object({ id: z.string(), name: z.string() }).nullable(),
  since: z.number(),
  /** What is asked or what happened, as a sentence; an agent's words stay an agent's words. */
  text: z.string(),
  /** True when `text` was written by an agent. */
  isQuoted: z.boolean(),
  /** What the claim rests on: "last output 14 m ago", the last lines. */
  evidence: z.array(z.string()),
  /** Answers that were offered with the question, in order. */
  choices: z.array(z.string()),
  /** What can be done in place. */
  acts: z.array(z.enum(['answer', 'terminal', 'nudge', 'restart', 'stop', 'dismiss', 'retry'])),
  /** Until when it was put off; `null`: it waits now. */
  snoozedUntil: z.number().nullable(),
  /** Whoever asked is gone: it can only be dismissed. */
  isAskerGone: z.boolean(),
});
export type NeedItem = z.infer<typeof needItemSchema>;

/** One check of the doctor. */
export const checkSchema = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['ok', 'warn', 'fail', 'unknown']),
  detail: z.string(),
  /** What to do, when it is not ok. */
  remedy: z.string().nullable(),
});
export type Check = z.infer<typeof checkSchema>;
