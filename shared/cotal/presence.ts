import { z } from 'zod';
import { parseJsonBytes } from '../base/bounded-json.ts';
import type { InstanceId } from '../base/ids.ts';
import { endpointRefSchema } from './envelope.ts';

/** Cotal §6. Heartbeat and liveness window, in milliseconds. */
export const HEARTBEAT_MS = 2000;
export const LIVENESS_MS = 6000;
/** The wire version our cards advertise; absent on a peer's card means the v0.x line. */
export const PROTOCOL_VERSION = '0.2';

export const presenceStatusSchema = z.enum(['idle', 'waiting', 'working', 'offline']);
export type PresenceStatus = z.infer<typeof presenceStatusSchema>;

export const agentCardSchema = endpointRefSchema.extend({
  kind: z.enum(['agent', 'endpoint']),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  skills: z
    .array(z.looseObject({ id: z.string(), name: z.string(), description: z.string().optional() }))
    .optional(),
  meta: z.looseObject({}).optional(),
  protocolVersion: z.string().optional(),
});
export type AgentCard = z.infer<typeof agentCardSchema>;

export const presenceSchema = z.looseObject({
  card: agentCardSchema,
  status: presenceStatusSchema,
  activity: z.string().optional(),
  attention: z.enum(['open', 'dnd', 'focus']).optional(),
  channelModes: z.record(z.string(), z.enum(['quiet', 'muted'])).optional(),
  ts: z.number(),
});
export type Presence = z.infer<typeof presenceSchema>;

const PRESENCE_BOUNDS = { maxBytes: 64 * 1024, maxDepth: 16 };

/** Reads one presence record; a record whose card is not the key's owner is nobody's (§6) and yields `undefined`. */
export function parsePresence(key: string, payload: Uint8Array): Presence | undefined {
  const json = parseJsonBytes(payload, PRESENCE_BOUNDS);
  if (!json.ok) return undefined;
  const parsed = presenceSchema.safeParse(json.value);
  return parsed.success && parsed.data.card.id === key ? parsed.data : undefined;
}

/** One peer as this observer knows it. Times are this machine's clock, epoch milliseconds. */
export interface Peer {
  readonly id: InstanceId;
  readonly card: AgentCard;
  /** What we claim: the record's status while it is fresh, else `offline`. */
  readonly status: PresenceStatus;
  readonly activity?: string;
  /** Since when the claimed status holds, as far as we saw. */
  readonly since: number;
  /** When the peer last gave a sign of life. */
  readonly lastSign: number;
  /** Its clock minus ours at the last live record; shown, never a reason for offline. */
  readonly skewMs: number | null;
}

/** A roster makes claims only while `current`; `stale` means the connection is gone, `unpopulated` that no snapshot came yet. */
export type RosterState = 'unpopulated' | 'current' | 'stale';

interface Entry {
  presence: Presence;
  /** The `ts` of the last record that came, also of one that was no sign of life. */
  heardTs: number;
  lastSign: number;
  since: number;
  skewMs: number | null;
  /** Offline was derived or said, and scrubbed; kept for observability. */
  gone: boolean;
}

export interface PresenceRoster {
  /** A record seen live. Returns whether anything but the heartbeat changed. */
  record(presence: Presence, now: number): boolean;
  /** A record met in a snapshot, stored by the broker `ageMs` ago. */
  snapshotRecord(presence: Presence, now: number, ageMs: number): void;
  /** The key was deleted, or the peer said offline. */
  removed(id: string, now: number): boolean;
  setState(state: RosterState): void;
  state(): RosterState;
  /** Derives offline for who gave no sign within the window. Returns who went offline just now. */
  sweep(now: number): InstanceId[];
  peers(): Peer[];
  peer(id: string): Peer | undefined;
  /** Drops an offline peer from the roster (its instance was collected). */
  forget(id: string): void;
}

/**
 * The presence directory of a space as one observer sees it. A peer is offline when it said so, when its key was
 * deleted, or when its `ts` did not advance for the liveness window of *our* clock; clocks are never compared.
 */
export function createRoster(): PresenceRoster {
  const entries = new Map<string, Entry>();
  let state: RosterState = 'unpopulated';

  const claimed = (e: Entry): PresenceStatus => (e.gone ? 'offline' : e.presence.status);

  function put(presence: Presence, lastSign: number, now: number, skewMs: number | null): boolean {
    const before = entries.get(presence.card.id);
    const gone = presence.status === 'offline' || now - lastSign > LIVENESS_MS;
    const entry: Entry = {
      presence: gone ? scrub(presence) : presence,
      heardTs: presence.ts,
      lastSign,
      since: now,
      skewMs,
      gone,
    };
    if (before !== undefined && claimed(before) === claimed(entry)) entry.since = before.since;
    entries.set(presence.card.id, entry);
    return (
      before === undefined ||
      claimed(before) !== claimed(entry) ||
      !sameButTime(before.presence, entry.presence)
    );
  }

  return {
    record(presence, now) {
      const before = entries.get(presence.card.id);
      // A record whose ts stands still is a replay or a stuck writer, not a sign of life. What counts is the record
      // before it, so a peer whose clock was set back is heard again with its second record.
      if (before !== undefined && presence.ts <= before.heardTs && presence.status !== 'offline') {
        before.heardTs = presence.ts;
        return false;
      }
      return put(presence, now, now, presence.ts - now);
    },
    snapshotRecord(presence, now, ageMs) {
      const before = entries.get(presence.card.id);
      // What was heard already is no news: a peer that went offline is not brought back by its last record.
      if (
        before !== undefined &&
        (before.gone ? before.heardTs === presence.ts : before.heardTs >= presence.ts)
      ) {
        return;
      }
      put(presence, now - ageMs, now, null);
    },
    removed(id, now) {
      const entry = entries.get(id);
      if (entry === undefined || entry.gone) return false;
      entries.set(id, { ...entry, presence: scrub(entry.presence), gone: true, since: now });
      return true;
    },
    setState(next) {
      state = next;
    },
    state: () => state,
    sweep(now) {
      const left: InstanceId[] = [];
      if (state !== 'current') return left;
      for (const [id, entry] of entries) {
        if (entry.gone || now - entry.lastSign <= LIVENESS_MS) continue;
        entries.set(id, { ...entry, presence: scrub(entry.presence), gone: true, since: now });
        left.push(id as InstanceId);
      }
      return left;
    },
    peers: () => [...entries.values()].map(toPeer),
    peer(id) {
      const entry = entries.get(id);
      return entry && toPeer(entry);
    },
    forget(id) {
      if (entries.get(id)?.gone === true) entries.delete(id);
    },
  };

  function toPeer(e: Entry): Peer {
    const { card, activity } = e.presence;
    return {
      id: card.id as InstanceId,
      card,
      status: claimed(e),
      ...(activity === undefined ? {} : { activity }),
      since: e.since,
      lastSign: e.lastSign,
      skewMs: e.skewMs,
    };
  }
}

/** An offline record carries no attention state, whichever path made it offline. */
function scrub(presence: Presence): Presence {
  const { attention: _attention, channelModes: _channelModes, ...rest } = presence;
  return rest;
}

function sameButTime(a: Presence, b: Presence): boolean {
  return JSON.stringify({ ...a, ts: 0 }) === JSON.stringify({ ...b, ts: 0 });
}
