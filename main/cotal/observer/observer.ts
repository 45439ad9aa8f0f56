import { randomBytes } from 'node:crypto';
import type { Msg } from '@nats-io/transport-node';
import type { ChannelName, ChannelPattern, InstanceId } from '../../../shared/base/ids.ts';
import type { Logger } from '../../../shared/base/log.ts';
import type { Now } from '../../../shared/base/time.ts';
import {
  channelConfigSchema,
  covers,
  effectiveChannel,
  isConcrete,
  type ChannelConfig,
  type ChannelDefaults,
} from '../../../shared/cotal/channels.ts';
import { parseDelivery, type Delivery } from '../../../shared/cotal/envelope.ts';
import {
  chatReadSubject,
  chatWildcard,
  instSubject,
  parseSubject,
  type SpaceNames,
} from '../../../shared/cotal/subjects.ts';
import { createMeshView, type MeshView } from '../../../shared/mesh-view/mesh-view.ts';
import type { ChannelView, FeedEntry, MeshSnapshot } from '../../../shared/mesh-view/snapshot.ts';
import { readChannelDefaults } from '../nats/channel-config.ts';
import type { Connection } from '../nats/connection.ts';
import { frontier, readNewest, type StoredMessage } from '../nats/history.ts';
import type { ChannelMembership } from '../nats/memberships.ts';
import { watchPresence, type PresenceFeed } from '../nats/presence-feed.ts';
import { getKey } from '../nats/provision.ts';

/** One stored message as a reader of history gets it. */
export interface HistoryItem {
  readonly delivery: Delivery;
  readonly seq: number;
}

export interface ChannelRow {
  readonly name: ChannelName;
  readonly messages: number;
  readonly config: ChannelConfig | null;
}

export interface Observer {
  readonly presence: PresenceFeed;
  readonly view: MeshView;
  snapshot(): MeshSnapshot;
  /** Called at most every `TICK_MS` with what changed. */
  onChange(listener: (change: { snapshot: MeshSnapshot; entries: readonly FeedEntry[] }) => void): () => void;
  /**
   * The newest posts of one channel, or of all, oldest first; with `before`, only those stored before that sequence.
   * Where they are large, fewer than asked for.
   */
  channelHistory(
    channel: ChannelName | undefined,
    limit: number,
    before: number | null,
  ): Promise<HistoryItem[]>;
  /** The newest direct messages to and from an instance, optionally with one peer only. */
  dmHistory(
    self: InstanceId,
    peer: InstanceId | undefined,
    limit: number,
    before: number | null,
  ): Promise<HistoryItem[]>;
  /** The history of a channel was removed. */
  forget(channel: ChannelName): void;
  /** Reads the channels anew: somebody joined one, or one was changed or removed. */
  refresh(): void;
  channels(): Promise<{ defaults: ChannelDefaults; channels: ChannelRow[] }>;
  stop(): Promise<void>;
}

/** How the person and the agents stand to the channels, as the host knows it. */
export interface Standing {
  /** What the person follows. */
  memberships(): readonly ChannelMembership[];
  /** What the person and the managed agents subscribe to; it is shown before anybody has posted in it. */
  subscribed(): readonly ChannelPattern[];
}

const TICK_MS = 80;
const CHANNEL_POLL_MS = 5000;
const WINDOW = 300;
const PREFILL = 100;
const READ_AGAIN_MS = 300;
/** Of stored messages no more than this is held at a time. */
const MAX_READ_BYTES = 8 * 1024 * 1024;

/** What was found in a stream; nothing is missing from `from` on. */
interface Found {
  readonly items: HistoryItem[];
  readonly from: number;
}

/**
 * The read-only eyes of the owner: presence, the live tap and history over one connection with the admin read
 * profile, turned into the one model that every surface renders. It publishes nothing and registers no presence.
 */
export async function startObserver(deps: {
  connection: Connection;
  names: SpaceNames;
  space: string;
  dmVisible: boolean;
  standing: Standing;
  now: Now;
  log: Logger;
}): Promise<Observer> {
  const { connection, names, now, log } = deps;
  const presence = await watchPresence(connection, names, now, log);
  let channelViews: ChannelView[] = [];
  const view = createMeshView({
    space: deps.space,
    now,
    peers: () => presence.roster.peers(),
    rosterState: () => presence.roster.state(),
    connection: () => connection.connectivity(),
    channels: () => channelViews,
    dmVisible: deps.dmVisible,
    window: WINDOW,
  });
  const listeners = new Set<Parameters<Observer['onChange']>[0]>();
  let fresh = new Map<string, FeedEntry>();
  let tick: NodeJS.Timeout | undefined;
  const touch = (entry?: FeedEntry): void => {
    if (entry !== undefined) fresh.set(entry.id, entry);
    tick ??= setTimeout(() => {
      tick = undefined;
      const entries = [...fresh.values()];
      fresh = new Map();
      const snapshot = view.snapshot();
      for (const listener of listeners) listener({ snapshot, entries });
    }, TICK_MS);
  };

  const take = (subject: string, data: Uint8Array, historical: boolean): void => {
    const parsed = parseDelivery(subject, data);
    // Control traffic and whatever else passes on the tap is not a message.
    if (!parsed.ok) return;
    const entry = view.add(parsed.value, historical);
    if (entry !== undefined && parsed.value.kind === 'channel' && !historical)
      countPost(parsed.value.channel);
    touch(entry);
  };
  /** Between two polls the live tap keeps the counts. */
  const countPost = (channel: ChannelName): void => {
    const known = channelViews.some((c) => c.channel === channel);
    channelViews = channelViews.map((c) => (c.channel === channel ? { ...c, messages: c.messages + 1 } : c));
    if (!known) poll();
  };
  const tap = connection.nc.subscribe(deps.dmVisible ? `${names.prefix}.>` : chatWildcard(names), {
    callback: (error: Error | null, m: Msg) => {
      if (error !== null) log.error({ err: error }, 'the live tap was refused');
      else if (parseSubject(m.subject) !== undefined) take(m.subject, m.data, false);
    },
  });
  await connection.nc.flush();

  const offPresence = presence.onChange(() => touch());
  const offConnection = connection.onChange(() => touch());
  const pollChannels = async (): Promise<void> => {
    const { defaults, channels } = await listChannels();
    const memberships = deps.standing.memberships();
    const next = channels.map((c) => ({
      channel: c.name,
      messages: c.messages,
      description: c.config?.description ?? null,
      joined: standingIn(c.name, memberships),
      ...effectiveChannel(c.config ?? undefined, defaults),
    }));
    if (JSON.stringify(next) === JSON.stringify(channelViews)) return;
    channelViews = next;
    touch();
  };
  const poll = (): void => {
    if (connection.connectivity().connected)
      void pollChannels().catch((error: unknown) =>
        log.debug({ err: error }, 'the channel list could not be read'),
      );
  };
  const timer = setInterval(poll, CHANNEL_POLL_MS);
  // Ages and rates move without any event.
  const heartbeat = setInterval(() => touch(), 2000);

  /** A read changes nothing, so one that met a broker in the middle of its restart is simply made again. */
  async function read(
    stream: string,
    filter: string,
    limit: number,
    before: number | null,
    tries = 3,
  ): Promise<Found> {
    try {
      const consumer = `view_${randomBytes(6).toString('hex')}`;
      const newest = await frontier(connection, stream);
      const upTo = before === null ? newest : Math.min(newest, before - 1);
      const query = { stream, consumer, filter, limit, upTo, maxBytes: MAX_READ_BYTES };
      const { messages, isCut } = await readNewest(connection, query);
      const items = messages.map(toItem).filter((item) => item !== undefined);
      return { items, from: isCut ? (messages[0]?.seq ?? 0) : 0 };
    } catch (error) {
      if (tries <= 1 || !connection.connectivity().connected) throw error;
      await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
      return read(stream, filter, limit, before, tries - 1);
    }
  }

  async function listChannels(): Promise<{ defaults: ChannelDefaults; channels: ChannelRow[] }> {
    const info = await connection.jsm.streams.info(names.streams.chat, {
      subjects_filter: chatWildcard(names),
    });
    const counts = new Map<ChannelName, number>();
    for (const [subject, count] of Object.entries(info.state.subjects ?? {})) {
      const parsed = parseSubject(subject);
      if (parsed?.kind === 'chat') counts.set(parsed.channel, (counts.get(parsed.channel) ?? 0) + count);
    }
    const registered = await registeredChannels();
    const subscribed = deps.standing.subscribed().filter(isConcrete);
    for (const name of [...registered.keys(), ...(subscribed as string[] as ChannelName[])])
      if (!counts.has(name)) counts.set(name, 0);
    const defaults = await readChannelDefaults(connection, names);
    const channels = [...counts].map(([name, messages]) => {
      const config = channelConfigSchema.safeParse(registered.get(name));
      return { name, messages, config: config.success ? config.data : null };
    });
    return { defaults, channels: channels.toSorted((a, b) => a.name.localeCompare(b.name)) };
  }

  /** The registry's records by channel, as stored; of a removed one only a mark is left, which is no record. */
  async function registeredChannels(): Promise<Map<ChannelName, unknown>> {
    const bucket = names.buckets.channels;
    const info = await connection.jsm.streams.info(`KV_${bucket}`, { subjects_filter: `$KV.${bucket}.>` });
    const keys = Object.keys(info.state.subjects ?? {}).map((s) => s.slice(`$KV.${bucket}.`.length));
    const records = await Promise.all(
      keys
        .filter((key) => !key.startsWith('='))
        .map(async (key) => [key as ChannelName, await getKey(connection, bucket, key)] as const),
    );
    return new Map(records.filter(([, record]) => record !== undefined));
  }

  const observer: Observer = {
    presence,
    view,
    snapshot: () => view.snapshot(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async channelHistory(channel, limit, before) {
      const filter = channel === undefined ? chatWildcard(names) : chatReadSubject(names, channel);
      return (await read(names.streams.chat, filter, limit, before)).items;
    },
    async dmHistory(self, peer, limit, before) {
      if (peer === self)
        return (await read(names.streams.dm, instSubject(names, self, self), limit, before)).items;
      const [received, sent] = await Promise.all([
        read(names.streams.dm, instSubject(names, self, peer ?? '*'), limit, before),
        read(names.streams.dm, instSubject(names, peer ?? '*', self), limit, before),
      ]);
      // What one side has from before the other's beginning would stand there as if nothing had been answered.
      const from = Math.max(received.from, sent.from);
      const all = [...received.items, ...sent.items].filter(({ seq }) => seq >= from);
      const bySeq = new Map(all.map((item) => [item.seq, item]));
      return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq).slice(-limit);
    },
    forget(channel) {
      view.forget(channel);
      poll();
    },
    refresh: poll,
    channels: listChannels,
    async stop() {
      clearInterval(timer);
      clearInterval(heartbeat);
      clearTimeout(tick);
      offPresence();
      offConnection();
      tap.unsubscribe();
      await presence.stop();
    },
  };
  void prefill().catch((error: unknown) => log.warn({ err: error }, 'the recent history could not be read'));
  poll();
  return observer;

  async function prefill(): Promise<void> {
    const posts = await observer.channelHistory(undefined, PREFILL, null);
    const dms = deps.dmVisible ? await read(names.streams.dm, `${names.prefix}.inst.>`, PREFILL, null) : null;
    for (const { delivery } of [...posts, ...(dms?.items ?? [])].toSorted(
      (a, b) => a.delivery.message.ts - b.delivery.message.ts,
    ))
      touch(view.add(delivery, true));
  }
}

function toItem(m: StoredMessage): HistoryItem | undefined {
  const parsed = parseDelivery(m.subject, m.data);
  return parsed.ok ? { delivery: parsed.value, seq: m.seq } : undefined;
}

/** A channel is joined through itself or through a pattern; everything else the person is able to read. */
function standingIn(channel: ChannelName, memberships: readonly ChannelMembership[]): ChannelView['joined'] {
  const membership = memberships.find((m) => covers([m.channel], channel));
  if (membership === undefined) return 'readable';
  return membership.state === 'joined durable' ? 'durable' : 'live';
}
