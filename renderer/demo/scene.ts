import type { AgentRow, MeshStatus, NeedItem } from '../../shared/api/contract.ts';
import { effectiveChannel, type ChannelConfig } from '../../shared/cotal/channels.ts';
import type { FeedEntry, MeshSnapshot, PeerView } from '../../shared/mesh-view/snapshot.ts';
import { castAgents, castEndpoints, castPeers, HOUR, PERSON, ROOT } from './cast.ts';
import { sceneNeeds } from './needs.ts';
import { sceneFiles } from './personas.ts';
import { SPACE, talk } from './talk.ts';

/** Everything of the recorded mesh; what is done in the demo changes it, and nothing else. Times: epoch ms. */
export interface Scene {
  status: MeshStatus;
  peers: PeerView[];
  endpoints: PeerView[];
  agents: AgentRow[];
  feed: FeedEntry[];
  needs: NeedItem[];
  channels: Map<string, ChannelConfig>;
  /** Persona files, by name. */
  files: Map<string, string>;
  /** `null` while the mesh is connected, else why it is not. */
  disconnected: string | null;
  /** Agents that are spawned stand before a question of their harness, and go no further. */
  readonly isHeldAtStart?: boolean;
}

export const MESH = 'd3a0fe22d3a0fe22';

/** A working day with nine agents. */
export function busyScene(now: number): Scene {
  return {
    ...emptyScene(now),
    peers: castPeers(now),
    endpoints: castEndpoints(now),
    agents: castAgents(now),
    feed: talk(now),
    needs: sceneNeeds(now),
    channels: new Map<string, ChannelConfig>([
      ['general', { description: 'everyone; what concerns more than one' }],
      [
        'review',
        {
          description: 'one branch, one reviewer, say what you ran',
          instructions: 'Name the branch and what you ran. One reviewer answers; others read.',
          replayWindow: '7d',
        },
      ],
      ['build', { description: 'what CI says', deliveryClass: 'live', replay: false }],
      ['team.api', { description: 'the fares service' }],
      ['team.web', { description: 'the booking pages' }],
      ['incidents', { description: 'what broke, and what was done' }],
    ]),
  };
}

/** The same mesh with nobody on it but the person. */
export function emptyScene(now: number): Scene {
  return {
    status: statusOf(now),
    peers: [],
    endpoints: castEndpoints(now).filter(({ id }) => id === PERSON.id),
    agents: [],
    feed: [],
    needs: [],
    channels: new Map<string, ChannelConfig>([['general', { description: 'everyone' }]]),
    files: sceneFiles(),
    disconnected: null,
  };
}

/** What a watching window is shown of a scene. */
export function snapshotOf(scene: Scene, now: number): MeshSnapshot {
  const count = (status: PeerView['status']): number =>
    scene.peers.filter((peer) => peer.status === status).length;
  const waiting = scene.peers.filter(({ status }) => status === 'waiting').map(({ since }) => since);
  return {
    space: scene.status.space,
    at: now,
    roster: scene.disconnected === null ? 'current' : 'stale',
    agents: scene.peers,
    endpoints: scene.endpoints,
    channels: [...scene.channels].map(([channel, config]) => ({
      channel,
      messages: messagesIn(scene, channel),
      description: config.description ?? null,
      joined: 'live',
      ...effectiveChannel(config, undefined),
    })),
    counts: {
      working: count('working'),
      waiting: count('waiting'),
      idle: count('idle'),
      offline: count('offline'),
    },
    oldestWaiting: waiting.length === 0 ? null : Math.min(...waiting),
    msgsPerSec: scene.feed.length === 0 ? 0 : 1.4,
    connected: scene.disconnected === null,
    connectedReason: scene.disconnected,
    dmVisible: true,
  };
}

export function messagesIn(scene: Scene, channel: string): number {
  return scene.feed.filter((entry) => entry.channel === channel).length;
}

function statusOf(now: number): MeshStatus {
  const since = now - 5 * HOUR;
  const process = (role: MeshStatus['processes'][number]['role'], pid: number) => ({
    role,
    pid,
    state: 'ready' as const,
    since,
    reason: null,
  });
  return {
    id: MESH,
    space: SPACE,
    server: 'nats://127.0.0.1:4222',
    mode: 'auth',
    root: ROOT,
    state: 'ready',
    since,
    reason: null,
    processes: [
      process('host', 4711),
      process('broker', 4720),
      process('manager', 4711),
      process('person', 4711),
    ],
    warnings: [],
    broker: { path: '/opt/cotal/nats-server', version: '2.14.0', source: 'bundled' },
  };
}
