import type { ChannelName } from '../../shared/base/ids.ts';
import { Fault, type Refusal } from '../../shared/base/refusal.ts';
import type { Result } from '../../shared/base/result.ts';
import type { MethodInput, MethodOutput } from '../../shared/api/contract.ts';
import { channelConfigSchema, DEFAULTS_KEY } from '../../shared/cotal/channels.ts';
import { parseChannelName } from '../../shared/cotal/names.ts';
import { purgerGrants } from '../../shared/cotal/profiles.ts';
import { chatReadSubject, spaceNames } from '../../shared/cotal/subjects.ts';
import { deleteKey, getKey, putKey } from '../cotal/nats/provision.ts';
import type { Mesh } from './mesh.ts';

/** Changes a channel's registry record, or with `null` what holds for all channels. */
export async function setChannel(
  mesh: Mesh,
  name: string | null,
  change: MethodInput<'channels.set'>['config'],
): Promise<MethodOutput<'channels.set'>> {
  const key: ChannelName | typeof DEFAULTS_KEY =
    name === null
      ? DEFAULTS_KEY
      : must(parseChannelName(name), 'The channel was not changed.', 'Correct the name.');
  const bucket = spaceNames(mesh.place.space).buckets.channels;
  const stored = await mesh.identities.asProvisioner(async (c) => {
    const before = channelConfigSchema.safeParse(await getKey(c, bucket, key));
    const merged = { ...(before.success ? before.data : {}), ...change };
    await putKey(c.nc, bucket, key, merged);
    return merged;
  });
  mesh.observer.refresh();
  return stored;
}

/** Removes a channel's record and every post in it. Who follows it goes on doing so. */
export async function removeChannel(mesh: Mesh, raw: string): Promise<MethodOutput<'channels.remove'>> {
  const channel = must(parseChannelName(raw), 'The channel was not removed.', 'Correct the name.');
  const names = spaceNames(mesh.place.space);
  const purger = await mesh.identities.connect('purger', purgerGrants);
  try {
    const filter = chatReadSubject(names, channel);
    const { purged } = await purger.jsm.streams.purge(names.streams.chat, { filter });
    await mesh.identities.asProvisioner(async (c) => {
      const bucket = names.buckets.channels;
      if ((await getKey(c, bucket, channel)) !== undefined) await deleteKey(c.nc, bucket, channel);
    });
    mesh.observer.forget(channel);
    return { messages: purged };
  } finally {
    await purger.close();
  }
}

/** Removes what is retained of all channels, and of direct messages when that is said. */
export async function clearHistory(mesh: Mesh, dms: boolean): Promise<MethodOutput<'mesh.clearHistory'>> {
  const names = spaceNames(mesh.place.space);
  const c = await mesh.identities.connect('purger', purgerGrants);
  try {
    const chat = await c.jsm.streams.purge(names.streams.chat);
    const dm = dms ? await c.jsm.streams.purge(names.streams.dm) : undefined;
    return { channels: chat.purged, dms: dm?.purged ?? null };
  } finally {
    await c.close();
  }
}

/** The value, or a Fault that says what did not happen and why. */
export function must<V>(result: Result<V, Refusal>, what: string, remedy: string): V {
  if (result.ok) return result.value;
  throw new Fault(result.error.code, what, { why: result.error.sentence, remedy });
}
