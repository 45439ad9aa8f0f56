import { z } from 'zod';
import { presenceStatusSchema } from '../cotal/presence.ts';

/** What every watching surface renders: derived once from the wire, never the other way round. Times: epoch ms. */
export const peerViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.string().nullable(),
  kind: z.enum(['agent', 'endpoint']),
  status: presenceStatusSchema,
  activity: z.string().nullable(),
  since: z.number(),
  lastSign: z.number(),
  /** The harness it says it runs in (`meta.connector`). */
  harness: z.string().nullable(),
  model: z.string().nullable(),
  description: z.string().nullable(),
});
export type PeerView = z.infer<typeof peerViewSchema>;

export const feedEntrySchema = z.object({
  /** The first message's id; a coalesced burst keeps it. */
  id: z.string(),
  ts: z.number(),
  from: z.object({ id: z.string(), name: z.string(), role: z.string().nullable() }),
  delivery: z.enum(['multicast', 'unicast', 'anycast']),
  channel: z.string().nullable(),
  toService: z.string().nullable(),
  toIds: z.array(z.string()),
  toNames: z.array(z.string()),
  /** How many messages a coalesced entry stands for. */
  count: z.number(),
  text: z.string(),
  replyTo: z.string().nullable(),
  /** Instance ids of those it mentions. */
  mentions: z.array(z.string()),
  /** The subject that it came on. */
  subject: z.string(),
  historical: z.boolean(),
});
export type FeedEntry = z.infer<typeof feedEntrySchema>;

export const channelViewSchema = z.object({
  channel: z.string(),
  messages: z.number(),
  description: z.string().nullable(),
  deliveryClass: z.enum(['live', 'durable']),
  /** How the person stands to it: joined, or only able to read it. */
  joined: z.enum(['live', 'durable', 'readable']),
  replay: z.boolean(),
  /** How far back a joining peer reads, in milliseconds; `null`: all that is kept. */
  replayWindowMs: z.number().nullable(),
});
export type ChannelView = z.infer<typeof channelViewSchema>;

export const meshSnapshotSchema = z.object({
  space: z.string(),
  /** When this was derived; every age a person sees is counted from their clock against the times inside. */
  at: z.number(),
  roster: z.enum(['unpopulated', 'current', 'stale']),
  agents: z.array(peerViewSchema),
  endpoints: z.array(peerViewSchema),
  channels: z.array(channelViewSchema),
  counts: z.object({ working: z.number(), waiting: z.number(), idle: z.number(), offline: z.number() }),
  oldestWaiting: z.number().nullable(),
  msgsPerSec: z.number(),
  connected: z.boolean(),
  connectedReason: z.string().nullable(),
  dmVisible: z.boolean(),
});
export type MeshSnapshot = z.infer<typeof meshSnapshotSchema>;
