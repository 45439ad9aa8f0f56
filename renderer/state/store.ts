import { create } from 'zustand';
import type { AgentRow, MeshStatus } from '../../shared/api/contract.ts';
import type { FeedEntry, MeshSnapshot } from '../../shared/mesh-view/snapshot.ts';
import type { LinkState } from '../bridge.ts';
import { mergeFeed } from './feed.ts';

/** Whom the composer writes to. */
export type Target =
  | { readonly kind: 'channel'; readonly channel: string }
  | { readonly kind: 'peer'; readonly id: string; readonly name: string };

/** What of the feed is shown. */
export type Scope = { readonly kind: 'all' } | { readonly kind: 'channel'; readonly channel: string };
export type ModeFilter = 'all' | FeedEntry['delivery'];

/** Why the mesh cannot be shown, in words. */
export interface Problem {
  readonly what: string;
  readonly remedy: string;
}

/** Everything the page renders: what came from the host, and what the person has chosen. */
export interface WindowState {
  readonly link: LinkState;
  /** Counts connections to the host: terminals are attached anew with each. */
  readonly epoch: number;
  /** `loading` until the first mesh is shown; `down` when its mesh was brought down. */
  readonly phase: 'loading' | 'shown' | 'none' | 'down' | 'failed';
  readonly problem: Problem | null;
  readonly hostVersion: string | null;
  readonly meshes: readonly MeshStatus[];
  readonly meshId: string | null;
  readonly status: MeshStatus | null;
  readonly snapshot: MeshSnapshot | null;
  /** When the last snapshot was derived that made claims about the present. */
  readonly currentAt: number | null;
  readonly feed: readonly FeedEntry[];
  readonly agents: readonly AgentRow[];
  readonly scope: Scope;
  readonly mode: ModeFilter;
  readonly target: Target | null;
  /** Name of the agent whose terminal is shown. */
  readonly terminal: string | null;
  readonly isSpawning: boolean;
  /** The newest sentence for the live region. */
  readonly announcement: string;
}

const initial: WindowState = {
  link: { state: 'connecting', reason: null, since: Date.now() },
  epoch: 0,
  phase: 'loading',
  problem: null,
  hostVersion: null,
  meshes: [],
  meshId: null,
  status: null,
  snapshot: null,
  currentAt: null,
  feed: [],
  agents: [],
  scope: { kind: 'all' },
  mode: 'all',
  target: null,
  terminal: null,
  isSpawning: false,
  announcement: '',
};

/** The window's state. */
export const useWindow = create<WindowState>(() => initial);

/** Forgets all that belongs to the mesh shown so far. */
export function clearMesh(meshId: string | null): void {
  const { snapshot, currentAt, feed, agents, scope, mode, target, terminal, status } = initial;
  useWindow.setState({ meshId, snapshot, currentAt, feed, agents, scope, mode, target, terminal, status });
}

/** Takes in a newer picture of the mesh. */
export function setSnapshot(snapshot: MeshSnapshot): void {
  const isCurrent = snapshot.connected && snapshot.roster === 'current';
  useWindow.setState(isCurrent ? { snapshot, currentAt: snapshot.at } : { snapshot });
}

/** Takes in new or grown entries of the feed. */
export function addToFeed(entries: readonly FeedEntry[]): void {
  useWindow.setState(({ feed }) => ({ feed: mergeFeed(feed, entries) }));
}

/** Shows an agent's terminal and makes it the one who is written to. */
export function selectAgent(agent: { readonly id: string; readonly name: string }): void {
  useWindow.setState({ terminal: agent.name, target: { kind: 'peer', id: agent.id, name: agent.name } });
}

/** Makes a peer without a terminal the one who is written to. */
export function selectPeer(peer: { readonly id: string; readonly name: string }): void {
  useWindow.setState({ target: { kind: 'peer', id: peer.id, name: peer.name } });
}

/** Shows one channel, and writes to it. */
export function selectChannel(channel: string): void {
  useWindow.setState({ scope: { kind: 'channel', channel }, target: { kind: 'channel', channel } });
}

/** Shows everything again. */
export function showAll(): void {
  useWindow.setState({ scope: { kind: 'all' } });
}

export function setMode(mode: ModeFilter): void {
  useWindow.setState({ mode });
}

export function setTarget(target: Target): void {
  useWindow.setState({ target });
}

export function setSpawning(isSpawning: boolean): void {
  useWindow.setState({ isSpawning });
}

/** Has a screen reader say a sentence. */
export function announce(sentence: string): void {
  useWindow.setState({ announcement: sentence });
}
