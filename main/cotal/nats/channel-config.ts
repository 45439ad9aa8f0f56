import type { ChannelName, ChannelPattern } from '../../../shared/base/ids.ts';
import {
  channelConfigSchema,
  channelDefaultsSchema,
  DEFAULTS_KEY,
  effectiveChannel,
  isConcrete,
  type ChannelConfig,
  type ChannelDefaults,
  type EffectiveChannel,
} from '../../../shared/cotal/channels.ts';
import type { SpaceNames } from '../../../shared/cotal/subjects.ts';
import type { Connection } from './connection.ts';
import { getKey } from './provision.ts';

/** A channel's registry record; `undefined` when it has none, or none that the schema accepts. */
async function readChannelConfig(
  c: Connection,
  n: SpaceNames,
  channel: ChannelName,
): Promise<ChannelConfig | undefined> {
  const parsed = channelConfigSchema.safeParse(await getKey(c, n.buckets.channels, channel));
  return parsed.success ? parsed.data : undefined;
}

export async function readChannelDefaults(c: Connection, n: SpaceNames): Promise<ChannelDefaults> {
  const parsed = channelDefaultsSchema.safeParse(await getKey(c, n.buckets.channels, DEFAULTS_KEY));
  return parsed.success ? parsed.data : {};
}

/** The policy in force for a subscription, read fresh. A pattern has no record of its own: the defaults decide. */
export async function readEffective(
  c: Connection,
  n: SpaceNames,
  channel: ChannelPattern,
): Promise<EffectiveChannel> {
  const [own, defaults] = await Promise.all([
    isConcrete(channel) ? readChannelConfig(c, n, channel as string as ChannelName) : undefined,
    readChannelDefaults(c, n),
  ]);
  return effectiveChannel(own, defaults);
}
