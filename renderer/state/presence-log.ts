import { create } from 'zustand';
import type { MeshSnapshot, PeerView } from '../../shared/mesh-view/snapshot.ts';
import { useWindow } from './store.ts';

/** A change of somebody's state, as this window saw it between two snapshots. */
export interface PresenceEvent {
  readonly id: string;
  /** When it was seen: the time of the snapshot that showed it, epoch ms. */
  readonly ts: number;
  readonly from: { readonly id: string; readonly name: string; readonly role: string | null };
  readonly delivery: 'presence';
  readonly status: PeerView['status'];
  /** What it said before; `null`: it was not there. */
  readonly before: PeerView['status'] | null;
  readonly activity: string | null;
}

/** As many changes as a window keeps. */
const MAX_EVENTS = 2000;

const NO_EVENTS: readonly PresenceEvent[] = [];

/**
 * The log with what changed between two snapshots. Only current ones are compared: while nothing is known, nobody has
 * come or gone. An unchanged log is the same log.
 */
export function logPresence(
  log: readonly PresenceEvent[],
  before: MeshSnapshot | null,
  after: MeshSnapshot | null,
): readonly PresenceEvent[] {
  if (before === null || after === null || !isCurrent(before) || !isCurrent(after)) return log;
  const known = new Map(peersOf(before).map((peer) => [peer.id, peer.status]));
  const changes = peersOf(after).flatMap((peer) => {
    const was = known.get(peer.id) ?? null;
    // Somebody who was never here and is not here now: an old record, no news.
    if (was === peer.status || (was === null && peer.status === 'offline')) return [];
    return [eventOf(peer, was, after.at)];
  });
  return changes.length === 0 ? log : [...log, ...changes].slice(-MAX_EVENTS);
}

/** What a change is called in a list, as a sentence. */
export function explainPresence({ status, before, activity }: PresenceEvent): string {
  const doing = activity === null || activity === '' ? '' : `: ${activity}`;
  if (status === 'offline') return `Went offline; it was ${before ?? 'not there'} before.`;
  if (before === null || before === 'offline') return `Came online, ${status}${doing}`;
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}${doing}`;
}

/** The changes that this window saw on the shown mesh, the oldest first. */
export const usePresenceLog = create<{ readonly events: readonly PresenceEvent[] }>(() => ({
  events: NO_EVENTS,
}));

let isLogging = false;

/** Keeps the log in step with the snapshots. May be called more than once. */
export function logPresenceAlways(): void {
  if (isLogging) return;
  isLogging = true;
  /** The last snapshot that made claims: an interruption in between does not hide what changed over it. */
  let current = lastCurrent(null, useWindow.getState().snapshot);
  useWindow.subscribe((now, before) => {
    if (now.meshId !== before.meshId) {
      current = lastCurrent(null, now.snapshot);
      usePresenceLog.setState({ events: NO_EVENTS });
      return;
    }
    if (now.snapshot === before.snapshot) return;
    const { events } = usePresenceLog.getState();
    const next = logPresence(events, current, now.snapshot);
    current = lastCurrent(current, now.snapshot);
    if (next !== events) usePresenceLog.setState({ events: next });
  });
}

function lastCurrent(last: MeshSnapshot | null, next: MeshSnapshot | null): MeshSnapshot | null {
  return next !== null && isCurrent(next) ? next : last;
}

function isCurrent(snapshot: MeshSnapshot): boolean {
  return snapshot.connected && snapshot.roster === 'current';
}

function peersOf({ agents, endpoints }: MeshSnapshot): readonly PeerView[] {
  return [...agents, ...endpoints];
}

function eventOf(peer: PeerView, before: PeerView['status'] | null, ts: number): PresenceEvent {
  const { id, name, role, status, activity } = peer;
  const from = { id, name, role };
  return { id: `presence ${id} ${ts}`, ts, from, delivery: 'presence', status, before, activity };
}
