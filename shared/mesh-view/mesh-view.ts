import type { SpaceName } from '../base/ids.ts';
import type { Now } from '../base/time.ts';
import { textOf, type Delivery } from '../cotal/envelope.ts';
import type { Peer, PresenceStatus, RosterState } from '../cotal/presence.ts';
import { resolveName } from '../cotal/resolve.ts';
import { chatSubject, instSubject, spaceNames, svcSubject, type SpaceNames } from '../cotal/subjects.ts';
import { shownId, shownLine, shownName, shownRole, shownText, weightOf } from './bounds.ts';
import type { ChannelView, FeedEntry, MeshSnapshot, PeerView } from './snapshot.ts';

/** The same text from one sender to several peers within this long is one entry. */
const COALESCE_MS = 400;
const RATE_WINDOW_MS = 10_000;
/** Clocks of one machine agree better than this; a message from later would stand at the end for ever. */
const MAX_AHEAD_MS = 60_000;
const MAX_TEXT = 16_000;
/** Whoever begins to watch is told all of the feed at once, which has to fit a frame. */
const MAX_FEED_WEIGHT = 8 * 1024 * 1024;
/** Ids remembered so that history and the live tap show a message once. */
const SEEN_LIMIT = 4096;
/** More names than this in one message are not looked up. */
const MOST_MENTIONS = 50;

/** What the model reads: whoever observes the space feeds it. */
export interface MeshViewSources {
  readonly space: string;
  readonly now: Now;
  readonly peers: () => readonly Peer[];
  readonly rosterState: () => RosterState;
  readonly connection: () => { readonly connected: boolean; readonly reason: string | null };
  readonly channels: () => readonly ChannelView[];
  readonly dmVisible: boolean;
  /** How many entries the feed keeps. */
  readonly window: number;
}

export interface MeshView {
  /** Takes one message. Returns the entry that is new or changed, or nothing for a duplicate. */
  add(delivery: Delivery, historical: boolean): FeedEntry | undefined;
  snapshot(): MeshSnapshot;
  /** Oldest first. */
  feed(): readonly FeedEntry[];
  /** Takes a channel's posts out of the feed: its history was removed. */
  forget(channel: string): void;
}

export function createMeshView(sources: MeshViewSources): MeshView {
  const seen = new Set<string>();
  const names = spaceNames(sources.space as SpaceName);
  /** Names that nobody bore when the message came; they are looked up again when the feed is read. */
  const unresolved = new Map<string, readonly string[]>();
  let feed: FeedEntry[] = [];
  let weight = 0;
  let arrivals: number[] = [];
  let unnamed = 0;

  const nameOf = (id: string): string =>
    shownName(sources.peers().find((p) => p.id === id)?.card.name ?? '', id);
  const idsOf = (mentions: readonly string[]): string[] => {
    const peers = mentions.length === 0 ? [] : sources.peers();
    const found = mentions.flatMap((name) => {
      const peer = resolveName(name, peers, 'current', sources.now());
      return peer.ok ? [peer.value.id as string] : [];
    });
    return [...new Set(found)];
  };

  /** Lets go of the oldest, as many as there are too many, or too large together. */
  const trim = (): void => {
    while (feed.length > sources.window || (weight > MAX_FEED_WEIGHT && feed.length > 1)) {
      const oldest = feed.shift();
      if (oldest === undefined) return;
      weight -= weightOf(oldest);
      unresolved.delete(oldest.id);
    }
  };

  return {
    add(delivery, historical) {
      const { message, sender } = delivery;
      const id = shownId(message.id);
      // An empty id is never a dedup key.
      if (id !== '') {
        const key = `${sender} ${id}`;
        if (seen.has(key)) return undefined;
        remember(seen, key);
      }
      const now = sources.now();
      if (!historical) arrivals.push(now);
      const text = textOf(message).slice(0, MAX_TEXT);
      const mentions = (message.mentions ?? []).slice(0, MOST_MENTIONS);
      if (delivery.kind === 'dm') {
        const burst = feed.findLast(
          (e) =>
            e.delivery === 'unicast' &&
            e.from.id === sender &&
            e.text === text &&
            Math.abs(message.ts - e.ts) <= COALESCE_MS,
        );
        if (burst !== undefined && !burst.toIds.includes(delivery.to)) {
          weight -= weightOf(burst);
          burst.toIds.push(delivery.to);
          burst.toNames.push(nameOf(delivery.to));
          burst.count += 1;
          weight += weightOf(burst);
          return burst;
        }
      }
      const entry: FeedEntry = {
        id: id === '' ? `${sender}:${message.ts}:${unnamed++}` : id,
        // A clock may be wrong, or lie: what it claims of the future is no later than this.
        ts: Math.min(message.ts, sources.now() + MAX_AHEAD_MS),
        from: { id: sender, name: shownName(message.from.name, sender), role: shownRole(message.from.role) },
        delivery: delivery.kind === 'channel' ? 'multicast' : delivery.kind === 'dm' ? 'unicast' : 'anycast',
        channel: delivery.kind === 'channel' ? delivery.channel : null,
        toService: delivery.kind === 'anycast' ? delivery.role : null,
        toIds: delivery.kind === 'dm' ? [delivery.to] : [],
        toNames: delivery.kind === 'dm' ? [nameOf(delivery.to)] : [],
        count: 1,
        text,
        replyTo: shownId(message.replyTo ?? '') || null,
        mentions: idsOf(mentions),
        subject: subjectOf(names, delivery),
        historical,
      };
      if (entry.mentions.length < mentions.length) unresolved.set(entry.id, mentions);
      insertByTime(feed, entry);
      weight += weightOf(entry);
      trim();
      return entry;
    },
    snapshot() {
      const now = sources.now();
      arrivals = arrivals.filter((t) => now - t <= RATE_WINDOW_MS);
      const peers = sources.peers().map(viewOf).toSorted(byStatusThenName);
      const agents = peers.filter((p) => p.kind === 'agent');
      const count = (status: PresenceStatus): number => agents.filter((p) => p.status === status).length;
      const waiting = agents.filter((p) => p.status === 'waiting').map((p) => p.since);
      const connection = sources.connection();
      return {
        space: sources.space,
        at: now,
        roster: sources.rosterState(),
        agents,
        endpoints: peers.filter((p) => p.kind !== 'agent'),
        channels: [...sources.channels()],
        counts: {
          working: count('working'),
          waiting: count('waiting'),
          idle: count('idle'),
          offline: count('offline'),
        },
        oldestWaiting: waiting.length === 0 ? null : Math.min(...waiting),
        msgsPerSec: Math.round((arrivals.length / (RATE_WINDOW_MS / 1000)) * 10) / 10,
        connected: connection.connected,
        connectedReason: connection.reason,
        dmVisible: sources.dmVisible,
      };
    },
    feed() {
      for (const entry of feed) {
        const mentions = unresolved.get(entry.id);
        if (mentions !== undefined) {
          weight -= weightOf(entry);
          entry.mentions = idsOf(mentions);
          weight += weightOf(entry);
        }
        if (mentions?.length === entry.mentions.length) unresolved.delete(entry.id);
      }
      return feed;
    },
    forget(channel) {
      for (const entry of feed) if (entry.channel === channel) unresolved.delete(entry.id);
      feed = feed.filter((entry) => entry.channel !== channel);
      weight = feed.reduce((sum, entry) => sum + weightOf(entry), 0);
    },
  };
}

/** The subject that a delivery was proved by (Cotal §3). */
function subjectOf(names: SpaceNames, delivery: Delivery): string {
  switch (delivery.kind) {
    case 'channel':
      return chatSubject(names, delivery.sender, delivery.channel);
    case 'dm':
      return instSubject(names, delivery.to, delivery.sender);
    case 'anycast':
      return svcSubject(names, delivery.role, delivery.sender);
  }
}

const ORDER: Record<PresenceStatus, number> = { working: 0, waiting: 1, idle: 2, offline: 3 };

function byStatusThenName(a: PeerView, b: PeerView): number {
  return ORDER[a.status] - ORDER[b.status] || a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}

function viewOf(peer: Peer): PeerView {
  const meta = peer.card.meta ?? {};
  return {
    id: peer.id,
    name: shownName(peer.card.name, peer.id),
    role: shownRole(peer.card.role),
    kind: peer.card.kind,
    status: peer.status,
    activity: peer.activity === undefined ? null : shownLine(peer.activity),
    since: peer.since,
    lastSign: peer.lastSign,
    harness: typeof meta['connector'] === 'string' ? shownLine(meta['connector']) : null,
    model: typeof meta['model'] === 'string' ? shownLine(meta['model']) : null,
    description: peer.card.description === undefined ? null : shownText(peer.card.description),
  };
}

/** Live messages come in order almost always, so the search from the end is short. */
function insertByTime(feed: FeedEntry[], entry: FeedEntry): void {
  let at = feed.length;
  while (at > 0 && (feed[at - 1]?.ts ?? 0) > entry.ts) at--;
  feed.splice(at, 0, entry);
}

function remember(seen: Set<string>, key: string): void {
  seen.add(key);
  if (seen.size <= SEEN_LIMIT) return;
  const [oldest] = seen;
  if (oldest !== undefined) seen.delete(oldest);
}
