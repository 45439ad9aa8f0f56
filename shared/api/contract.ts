import { z } from 'zod';
import { channelConfigSchema } from '../cotal/channels.ts';
import { feedEntrySchema, meshSnapshotSchema } from '../mesh-view/snapshot.ts';
import {
  agentRowSchema,
  checkSchema,
  harnessRowSchema,
  historyMessageSchema,
  meshIdSchema as meshId,
  meshStatusSchema,
  needItemSchema,
  personaRowSchema,
} from './rows.ts';

export type {
  AgentRow,
  Check,
  HarnessRow,
  LifeState,
  MeshStatus,
  NeedItem,
  NeedKind,
  PersonaRow,
  ProcessView,
} from './rows.ts';

/**
 * What may be asked of the host: one schema per method and event, validated on both sides of every transport
 * (the host's socket, the window's). Times are epoch milliseconds.
 */

const text = (max: number) => z.string().max(max);
const names = z.array(text(200)).max(200);

const none = z.object({});
const ofMesh = z.object({ mesh: meshId });
const ofAgent = ofMesh.extend({ name: text(200) });

/** Every method: what it takes, what it answers. */
export const methods = {
  'host.info': {
    in: none,
    out: z.object({
      pid: z.number(),
      version: z.string(),
      build: z.string(),
      since: z.number(),
      meshes: z.array(meshStatusSchema),
    }),
  },
  'host.hold': { in: none, out: none },
  'host.stop': { in: none, out: none },
  'mesh.up': {
    in: z.object({
      root: text(4096),
      space: text(64).nullable(),
      open: z.boolean(),
      server: text(300).nullable(),
      host: text(255).nullable(),
      storeDir: text(4096).nullable(),
      channelsFile: text(4096).nullable(),
      acceptUnauthenticated: z.boolean(),
      personName: text(64).nullable(),
    }),
    out: meshStatusSchema,
  },
  /** A window's way to bring up a folder: embedded, authenticated, on this machine only. */
  'mesh.open': { in: z.object({ root: text(4096), space: text(64).nullable() }), out: meshStatusSchema },
  'mesh.down': { in: ofMesh, out: none },
  'mesh.status': { in: ofMesh, out: meshStatusSchema },
  'mesh.watch': {
    in: ofMesh,
    out: z.object({
      status: meshStatusSchema,
      snapshot: meshSnapshotSchema,
      feed: z.array(feedEntrySchema),
      agents: z.array(agentRowSchema),
      needs: z.array(needItemSchema),
      /** Who the person is on this mesh. */
      person: z.object({ id: z.string(), name: z.string() }),
    }),
  },
  'mesh.unwatch': { in: ofMesh, out: none },
  'mesh.send': {
    in: ofMesh.extend({
      to: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('channel'), channel: text(200) }),
        z.object({ kind: z.literal('peer'), peer: text(200) }),
        z.object({ kind: z.literal('role'), role: text(64) }),
      ]),
      text: z.string().min(1, 'the text is empty').max(200_000),
      replyTo: text(200).nullable(),
    }),
    out: z.object({ id: z.string(), seq: z.number(), to: z.string(), note: z.string().nullable() }),
  },
  'mesh.history': {
    in: ofMesh.extend({
      of: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('channels'), channel: text(200).nullable() }),
        z.object({ kind: z.literal('dms'), peer: text(200).nullable() }),
      ]),
      limit: z.number().int().min(1).max(1000),
      /** Only what was stored before this sequence. */
      before: z.number().int().min(1).nullable().default(null),
    }),
    /** Fewer than asked for where they are large: there are none before only when there is none in the answer. */
    out: z.object({ messages: z.array(historyMessageSchema) }),
  },
  'mesh.clearHistory': {
    in: ofMesh.extend({ dms: z.boolean() }),
    out: z.object({ channels: z.number(), dms: z.number().nullable() }),
  },
  'channels.list': {
    in: ofMesh,
    out: z.object({
      defaults: channelConfigSchema,
      channels: z.array(
        z.object({ name: z.string(), messages: z.number(), config: channelConfigSchema.nullable() }),
      ),
    }),
  },
  'channels.set': {
    in: ofMesh.extend({ name: text(200).nullable(), config: channelConfigSchema }),
    out: channelConfigSchema,
  },
  /** Forgets a channel: its record and its history. */
  'channels.remove': { in: ofMesh.extend({ name: text(200) }), out: z.object({ messages: z.number() }) },
  'agents.list': { in: ofMesh, out: z.object({ agents: z.array(agentRowSchema) }) },
  'agents.spawn': {
    in: ofMesh.extend({
      persona: text(4096).nullable(),
      name: text(64).nullable(),
      agent: text(64).nullable(),
      role: text(64).nullable(),
      model: text(200).nullable(),
      variant: text(200).nullable(),
      cwd: text(4096).nullable(),
      prompt: text(100_000).nullable(),
      subscribe: names.nullable(),
      allowSubscribe: names.nullable(),
      allowPublish: names.nullable(),
      cols: z.number().int().min(2).max(500).nullable(),
      rows: z.number().int().min(1).max(300).nullable(),
    }),
    out: agentRowSchema,
  },
  'agents.stop': {
    in: ofAgent.extend({ graceful: z.boolean() }),
    out: z.object({ name: z.string(), stopped: z.literal(true), graceful: z.boolean() }),
  },
  /** Ends an agent and starts it again: same name, same instance, same persona. */
  'agents.restart': { in: ofAgent, out: agentRowSchema },
  'harnesses.list': { in: ofMesh, out: z.object({ harnesses: z.array(harnessRowSchema) }) },
  'personas.list': { in: ofMesh, out: z.object({ personas: z.array(personaRowSchema) }) },
  'personas.read': {
    in: ofAgent,
    /** `revision` names these bytes: a save says which ones it replaces. */
    out: z.object({ text: z.string(), revision: z.string() }),
  },
  'personas.save': {
    in: ofAgent.extend({
      text: text(256 * 1024),
      /** `null`: it must not be there yet. */
      revision: text(64).nullable(),
    }),
    out: z.object({ revision: z.string(), persona: personaRowSchema }),
  },
  'personas.remove': { in: ofAgent, out: none },
  'needs.answer': {
    in: ofMesh.extend({
      id: text(200),
      answer: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('choice'), index: z.number().int().min(0).max(100) }),
        z.object({ kind: z.literal('text'), text: z.string().min(1).max(20_000) }),
        z.object({ kind: z.literal('dismiss') }),
      ]),
    }),
    /** What became of it, for the person. */
    out: z.object({ note: z.string() }),
  },
  'needs.snooze': {
    in: ofMesh.extend({ id: text(200), until: z.number().nullable() }),
    out: none,
  },
  'doctor.run': {
    in: z.object({ mesh: meshId.nullable() }),
    out: z.object({ at: z.number(), checks: z.array(checkSchema) }),
  },
  /** What a person may send to somebody who helps: the checks and the log, without secrets and messages. */
  'support.preview': { in: z.object({ mesh: meshId.nullable() }), out: z.object({ text: z.string() }) },
  'creds.mint': {
    in: ofMesh.extend({
      name: text(64),
      profile: z.enum(['agent', 'observer', 'admin']),
      role: text(64).nullable(),
      subscribe: names.nullable(),
      allowSubscribe: names.nullable(),
      allowPublish: names.nullable(),
      provision: z.boolean(),
    }),
    /** `creds` is the decorated credentials text: a secret. */
    out: z.object({ id: z.string(), creds: z.string(), expiresAt: z.number() }),
  },
  'terminal.attach': {
    in: ofAgent.extend({
      cols: z.number().int().min(2).max(500).nullable(),
      rows: z.number().int().min(1).max(300).nullable(),
    }),
    out: z.object({ stream: z.number().int(), pid: z.number().nullable() }),
  },
  'terminal.detach': { in: z.object({ stream: z.number().int() }), out: none },
  'terminal.input': { in: z.object({ stream: z.number().int(), data: text(65_536) }), out: none },
  'terminal.resize': {
    in: z.object({
      stream: z.number().int(),
      cols: z.number().int().min(2).max(500),
      rows: z.number().int().min(1).max(300),
    }),
    out: none,
  },
  'terminal.ack': {
    in: z.object({
      stream: z.number().int(),
      bytes: z
        .number()
        .int()
        .min(0)
        .max(1 << 30),
    }),
    out: none,
  },
} as const satisfies Record<string, { in: z.ZodType; out: z.ZodType }>;

export type Method = keyof typeof methods;
export type MethodInput<M extends Method> = z.input<(typeof methods)[M]['in']>;
export type MethodOutput<M extends Method> = z.output<(typeof methods)[M]['out']>;

/** What a window may ask; the rest is for the CLI and the shell itself. A window never sees a credential. */
export const windowMethods = [
  'host.info',
  'mesh.open',
  'mesh.down',
  'mesh.watch',
  'mesh.unwatch',
  'mesh.status',
  'mesh.send',
  'mesh.history',
  'channels.list',
  'channels.set',
  'channels.remove',
  'agents.list',
  'agents.spawn',
  'agents.stop',
  'agents.restart',
  'harnesses.list',
  'personas.list',
  'personas.read',
  'personas.save',
  'personas.remove',
  'needs.answer',
  'needs.snooze',
  'doctor.run',
  'support.preview',
  'terminal.attach',
  'terminal.detach',
  'terminal.input',
  'terminal.resize',
  'terminal.ack',
] as const satisfies readonly Method[];
export type WindowMethod = (typeof windowMethods)[number];

/** Every event the host sends on its own. */
export const events = {
  'mesh.progress': z.object({
    mesh: meshId,
    step: z.string(),
    state: z.enum(['running', 'done', 'failed']),
    ms: z.number(),
  }),
  'mesh.status': meshStatusSchema,
  'mesh.gone': z.object({ mesh: meshId }),
  'mesh.snapshot': z.object({ mesh: meshId, snapshot: meshSnapshotSchema }),
  'mesh.feed': z.object({ mesh: meshId, entries: z.array(feedEntrySchema) }),
  'mesh.agents': z.object({ mesh: meshId, agents: z.array(agentRowSchema) }),
  'mesh.needs': z.object({ mesh: meshId, items: z.array(needItemSchema) }),
  /** `screen` repaints all; `output` follows it; `size` says that the terminal is another size now. Data is base64 for `output`, text for `screen`. */
  'terminal.frame': z.object({
    stream: z.number().int(),
    frame: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('screen'), cols: z.number(), rows: z.number(), data: z.string() }),
      z.object({ kind: z.literal('output'), data: z.string() }),
      z.object({ kind: z.literal('size'), cols: z.number(), rows: z.number() }),
      z.object({ kind: z.literal('exit'), code: z.number().nullable(), signal: z.number().nullable() }),
    ]),
  }),
} as const satisfies Record<string, z.ZodType>;
export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;

/** How an error crosses a transport: as data, in words for the person. */
export const wireErrorSchema = z.object({ code: z.string(), message: z.string(), remedy: z.string() });
export type WireError = z.infer<typeof wireErrorSchema>;
