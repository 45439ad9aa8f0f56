import type { MeshStatus } from '../../../shared/api/contract.ts';
import type { FeedEntry, MeshSnapshot, PeerView } from '../../../shared/mesh-view/snapshot.ts';
import type { Scene } from '../../../renderer/demo/scene.ts';

export const MESH = '0123456789abcdef';

/** A mesh with so many agents, and a feed with so many entries. */
export function loadScene(agents: number, entries: number, now: number): Scene {
  const peers = Array.from({ length: agents }, (_, i) => peer(i, now, 0));
  return {
    status: status(now),
    peers,
    endpoints: [],
    feed: Array.from({ length: entries }, (_, i) => entry(i, now - (entries - i) * 50)),
    agents: [],
    needs: [],
    channels: new Map([['general', {}]]),
    files: new Map(),
    disconnected: null,
  };
}

/** All agents one step further: another activity, another sign of life. */
export function nextSnapshot(agents: number, now: number, step: number): MeshSnapshot {
  return snapshot(
    Array.from({ length: agents }, (_, i) => peer(i, now, step)),
    now,
  );
}

export function entry(i: number, ts: number): FeedEntry {
  return {
    id: `entry-${i}`,
    ts,
    from: { id: `agent-${i % 200}`, name: `agent-${i % 200}`, role: 'load' },
    delivery: i % 3 === 0 ? 'unicast' : 'multicast',
    channel: i % 3 === 0 ? null : 'general',
    toService: null,
    toIds: i % 3 === 0 ? ['agent-1'] : [],
    toNames: i % 3 === 0 ? ['agent-1'] : [],
    count: 1,
    text: `Message ${i}: the fares suite ran in ${i % 60} s, ${i % 340} of 340 pass.`,
    replyTo: null,
    mentions: [],
    subject: 'cotal.load.chat.UX.general',
    historical: false,
  };
}

function peer(i: number, now: number, step: number): PeerView {
  const statuses = ['working', 'waiting', 'idle'] as const;
  return {
    id: `agent-${i}`,
    name: `agent-${i}`,
    role: 'load',
    kind: 'agent',
    status: statuses[(i + step) % 3] ?? 'idle',
    activity: `step ${step}: reading file ${(i * 7 + step) % 1000}`,
    since: now - 1000,
    lastSign: now,
    harness: 'demo',
    model: null,
    description: null,
  };
}

function snapshot(agents: readonly PeerView[], at: number): MeshSnapshot {
  const count = (status: PeerView['status']): number => agents.filter((a) => a.status === status).length;
  return {
    space: 'load',
    at,
    roster: 'current',
    agents: [...agents],
    endpoints: [],
    channels: [
      {
        channel: 'general',
        messages: 1,
        description: null,
        deliveryClass: 'durable',
        joined: 'live',
        replay: true,
        replayWindowMs: null,
      },
    ],
    counts: { working: count('working'), waiting: count('waiting'), idle: count('idle'), offline: 0 },
    oldestWaiting: null,
    msgsPerSec: 10,
    connected: true,
    connectedReason: null,
    dmVisible: true,
  };
}

function status(now: number): MeshStatus {
  return {
    id: MESH,
    space: 'load',
    server: 'nats://127.0.0.1:4222',
    mode: 'auth',
    root: '/load',
    state: 'ready',
    since: now,
    reason: null,
    processes: [],
    warnings: [],
    broker: null,
  };
}
