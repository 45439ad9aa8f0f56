import { create } from 'zustand';
import type { AgentRow, MeshStatus, NeedItem } from '../../shared/api/contract.ts';
import type { ShellEventPayload } from '../../shared/api/shell.ts';
import type { FeedEntry, MeshSnapshot } from '../../shared/mesh-view/snapshot.ts';
import type { LinkState } from '../bridge.ts';
import { mergeFeed } from './feed.ts';
import { goTo, setMeshUi, useUi } from './ui.ts';

/** Why the mesh cannot be shown, in words. */
export interface Problem {
  readonly what: string;
  readonly remedy: string;
}

/** What floats above the window; one at a time. */
export type Overlay =
  | { readonly kind: 'palette'; readonly query: string }
  | { readonly kind: 'spawn'; readonly persona: string | null }
  | { readonly kind: 'keys' }
  | { readonly kind: 'new-channel' }
  | { readonly kind: 'channel-settings'; readonly channel: string }
  | { readonly kind: 'new-dm' }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'quit' };

/** A step of bringing up a mesh, as the host tells it. */
export interface ProgressStep {
  readonly mesh: string;
  readonly step: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly ms: number;
}

/** Everything that came from outside, and what floats above it. What the person arranged is in `ui.ts`. */
export interface WindowState {
  readonly link: LinkState;
  readonly shell: ShellEventPayload<'shell.welcome'> | null;
  /** Counts connections to the host: terminals are attached anew with each. */
  readonly epoch: number;
  /** `loading` until the first mesh is shown; `down` when its mesh was brought down. */
  readonly phase: 'loading' | 'shown' | 'none' | 'down' | 'failed';
  readonly problem: Problem | null;
  readonly hostVersion: string | null;
  readonly meshes: readonly MeshStatus[];
  readonly progress: readonly ProgressStep[];
  readonly meshId: string | null;
  readonly status: MeshStatus | null;
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly snapshot: MeshSnapshot | null;
  /** When the last snapshot was derived that made claims about the present. */
  readonly currentAt: number | null;
  readonly feed: readonly FeedEntry[];
  readonly agents: readonly AgentRow[];
  readonly needs: readonly NeedItem[];
  readonly overlay: Overlay | null;
  /** In a narrow window the sidebar is a drawer, closed unless it was asked for. */
  readonly hasDrawer: boolean;
  /** Is the recorded scene shown instead of a mesh? */
  readonly isDemo: boolean;
  /** The newest sentence for the live region. */
  readonly announcement: string;
}

const initial: WindowState = {
  link: { state: 'connecting', reason: null, since: Date.now() },
  shell: null,
  epoch: 0,
  phase: 'loading',
  problem: null,
  hostVersion: null,
  meshes: [],
  progress: [],
  meshId: null,
  status: null,
  person: null,
  snapshot: null,
  currentAt: null,
  feed: [],
  agents: [],
  needs: [],
  overlay: null,
  hasDrawer: false,
  isDemo: false,
  announcement: '',
};

/** The window's state. */
export const useWindow = create<WindowState>(() => initial);

/** Forgets all that belongs to the mesh shown so far, and shows another. */
export function clearMesh(meshId: string | null): void {
  const { snapshot, currentAt, feed, agents, needs, person, status } = initial;
  useUi.setState({ mesh: meshId });
  // Nothing of it is shown yet; while there was none at all the first steps stay.
  const phase = (before: WindowState['phase']) => (meshId === null || before === 'none' ? before : 'loading');
  useWindow.setState((now) => ({
    meshId,
    phase: phase(now.phase),
    ...{ snapshot, currentAt, feed, agents, needs, person, status },
  }));
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

/** Selects an agent and shows it among the agents. */
export function showAgent(name: string): void {
  setMeshUi({ selectedAgent: name });
  goTo({ kind: 'agents' });
}

export function showChannel(channel: string): void {
  goTo({ kind: 'channel', channel });
}

export function showDm(peer: { readonly id: string; readonly name: string }): void {
  goTo({ kind: 'dm', id: peer.id, name: peer.name });
}

/** Opens what floats above the window, in place of whatever did. */
export function openOverlay(overlay: Overlay): void {
  useWindow.setState({ overlay });
}

export function closeOverlay(): void {
  useWindow.setState({ overlay: null });
}

/** Shows or hides the sidebar; where there is no room beside the view, its drawer. */
export function toggleSidebar(): void {
  if (isNarrow()) useWindow.setState(({ hasDrawer }) => ({ hasDrawer: !hasDrawer }));
  else useUi.setState(({ hasSidebar }) => ({ hasSidebar: !hasSidebar }));
}

/** Somebody chose something in the drawer and wants to see it. */
export function closeDrawer(): void {
  useWindow.setState({ hasDrawer: false });
}

/** The width below which the sidebar has no room of its own, as the frame's style has it. */
function isNarrow(): boolean {
  return matchMedia('(max-width: 879px)').matches;
}

/** Has a screen reader say a sentence. */
export function announce(sentence: string): void {
  useWindow.setState({ announcement: sentence });
}
