import { randomBytes } from 'node:crypto';
import type { Msg } from '@nats-io/transport-node';
import type { ChannelName, InstanceId } from '../../../shared/base/ids.ts';
import type { Logger } from '../../../shared/base/log.ts';
import type { Now } from '../../../shared/base/time.ts';
import {
  effectiveChannel,
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
import { readChannelConfig, readChannelDefaults } from '../nats/channel-config.ts';
import type { Connection } from '../nats/connection.ts';
import { frontier, readNewest, type StoredMessage } from '../nats/history.ts';
import { watchPresence, type PresenceFeed } from '../nats/presence-feed.ts';

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
  /** The newest posts of one channel, or of all, oldest first. */
  channelHistory(channel: ChannelName | undefined, limit: number): Promise<HistoryItem[]>;
  /** The newest direct messages to and from an instance, optionally with one peer only. */
  dmHistory(self: InstanceId, peer: InstanceId | undefined, limit: number): Promise<HistoryItem[]>;
  channels(): Promise<{ defaults: ChannelDefaults; channels: ChannelRow[] }>;
  stop(): Promise<void>;
}

const TICK_MS = 80;
const CHANNEL_POLL_MS = 5000;
const WINDOW = 300;
const PREFILL = 100;
const READ_AGAIN_MS = 300;

/**
 * The read-only eyes of the owner: presence, the live tap and history over one connection with the admin read
 * profile, turned into the one model that every surface renders. It publishes nothing and registers no presence.
 */
export async function startObserver(deps: {
  connection: Connection;
  names: SpaceNames;
  space: string;
  dmVisible: boolean;
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
    const next = channels.map((c) => ({
      channel: c.name,
      messages: c.messages,
      description: c.config?.description ?? null,
      deliveryClass: effectiveChannel(c.config ?? undefined, defaults).deliveryClass,
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
  async function read(stream: string, filter: string, limit: number, tries = 3): Promise<HistoryItem[]> {
    try {
      const consumer = `view_${randomBytes(6).toString('hex')}`;
      const upTo = await frontier(connection, stream);
      const stored = await readNewest(connection, { stream, consumer, filter, limit, upTo });
      return stored.map(toItem).filter((item) => item !== undefined);
    } catch (error) {
      if (tries <= 1 || !connection.connectivity().connected) throw error;
      await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
      return read(stream, filter, limit, tries - 1);
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
    for (const name of registered) if (!counts.has(name)) counts.set(name, 0);
    const defaults = await readChannelDefaults(connection, names);
    const channels = await Promise.all(
      [...counts].map(async ([name, messages]) => ({
        name,
        messages,
        config: registered.includes(name)
          ? ((await readChannelConfig(connection, names, name)) ?? null)
          : null,
      })),
    );
    return { defaults, channels: channels.toSorted((a, b) => a.name.localeCompare(b.name)) };
  }

  async function registeredChannels(): Promise<ChannelName[]> {
    const bucket = names.buckets.channels;
    const info = await connection.jsm.streams.info(`KV_${bucket}`, { subjects_filter: `$KV.${bucket}.>` });
    return Object.keys(info.state.subjects ?? {})
      .map((s) => s.slice(`$KV.${bucket}.`.length))
      .filter((key) => !key.startsWith('=')) as ChannelName[];
  }

  const observer: Observer = {
    presence,
    view,
    snapshot: () => view.snapshot(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    channelHistory: (channel, limit) =>
      read(
        names.streams.chat,
        channel === undefined ? chatWildcard(names) : chatReadSubject(names, channel),
        limit,
      ),
    async dmHistory(self, peer, limit) {
      if (peer === self) return read(names.streams.dm, instSubject(names, self, self), limit);
      const [received, sent] = await Promise.all([
        read(names.streams.dm, instSubject(names, self, peer ?? '*'), limit),
        read(names.streams.dm, instSubject(names, peer ?? '*', self), limit),
      ]);
      const bySeq = new Map([...received, ...sent].map((item) => [item.seq, item]));
      return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq).slice(-limit);
    },
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
    const posts = await observer.channelHistory(undefined, PREFILL);
    const dms = deps.dmVisible ? await read(names.streams.dm, `${names.prefix}.inst.>`, PREFILL) : [];
    for (const { delivery } of [...posts, ...dms].toSorted(
      (a, b) => a.delivery.message.ts - b.delivery.message.ts,
    ))
      touch(view.add(delivery, true));
  }
}

function toItem(m: StoredMessage): HistoryItem | undefined {
  const parsed = parseDelivery(m.subject, m.data);
  return parsed.ok ? { delivery: parsed.value, seq: m.seq } : undefined;
}
