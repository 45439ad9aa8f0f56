import { z } from 'zod';
import type { ChannelName, ChannelPattern } from '../base/ids.ts';
import { subjectMatches } from './subjects.ts';

/** How a channel is delivered (§4): `live` is at-most-once, `durable` adds a backstop per member. */
export type DeliveryClass = 'live' | 'durable';

const replayWindow = z
  .string()
  .regex(/^\d{1,9}(s|m|h|d)$/, 'a window is a number and s, m, h or d, for example 30m');
const deliveryClass = z.enum(['live', 'durable']);

/** The registry record of one channel (§7). Unknown fields are kept and ignored. */
export const channelConfigSchema = z.looseObject({
  replay: z.boolean().optional(),
  replayWindow: replayWindow.optional(),
  deliveryClass: deliveryClass.optional(),
  description: z.string().max(200, 'a description has at most 200 characters').optional(),
  instructions: z.string().max(2000, 'instructions have at most 2000 characters').optional(),
});
export type ChannelConfig = z.infer<typeof channelConfigSchema>;

/** The space-wide defaults, under the registry key `=defaults` (§7). */
export const channelDefaultsSchema = z.looseObject({
  replay: z.boolean().optional(),
  replayWindow: replayWindow.optional(),
  deliveryClass: deliveryClass.optional(),
});
export type ChannelDefaults = z.infer<typeof channelDefaultsSchema>;

/** `=` can never be produced by sanitizing, so no channel collides with this key. */
export const DEFAULTS_KEY = '=defaults';

/** The seed file of `cotal up --channels`. */
export const channelSeedSchema = z.strictObject({
  defaults: channelDefaultsSchema.optional(),
  channels: z.record(z.string(), channelConfigSchema).optional(),
});

export interface EffectiveChannel {
  readonly replay: boolean;
  /** Milliseconds, or `null` for no limit. */
  readonly replayWindowMs: number | null;
  readonly deliveryClass: DeliveryClass;
}

/** The one resolution of a channel's policy, for join, fan-out, history and membership alike (§7). */
export function effectiveChannel(
  config: ChannelConfig | undefined,
  defaults: ChannelDefaults | undefined,
): EffectiveChannel {
  const window = config?.replayWindow ?? defaults?.replayWindow;
  return {
    replay: config?.replay ?? defaults?.replay ?? true,
    replayWindowMs: window === undefined ? null : windowMs(window),
    deliveryClass: config?.deliveryClass ?? defaults?.deliveryClass ?? 'durable',
  };
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function windowMs(window: string): number {
  const unit = window.slice(-1) as keyof typeof UNIT_MS;
  return Number(window.slice(0, -1)) * UNIT_MS[unit];
}

/** Is a channel (or a narrower pattern) inside an access list? `team.>` does not cover the bare `team`. */
export function covers(acl: readonly ChannelPattern[], channel: ChannelName | ChannelPattern): boolean {
  return acl.some((pattern) => subjectMatches(pattern, channel));
}

/** Is this pattern a single concrete channel? */
export function isConcrete(pattern: ChannelPattern): boolean {
  return !/[*>]/.test(pattern);
}

/** An agent's channel scope (§9): what it reads at boot, may read, and may post to. */
export interface ChannelScope {
  readonly subscribe: readonly ChannelPattern[];
  readonly allowSubscribe: readonly ChannelPattern[];
  readonly allowPublish: readonly ChannelPattern[];
}
