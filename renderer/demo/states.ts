import type { CallMethod, LinkState } from '../bridge.ts';
import type { Overlay } from '../state/store.ts';
import type { MeshUi, TerminalTab, Ui } from '../state/ui.ts';
import { idOf } from './cast.ts';
import {
  editPersona,
  failFirstRun,
  finishFirstRun,
  loseBroker,
  loseHost,
  mentionSomebody,
  openLink,
  openFind,
  savePersona,
  showAccess,
  showBundle,
  showAgentDetails,
  showDetails,
  showMembers,
  spawnReed,
} from './plays.ts';
import { busyScene, emptyScene, type Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { wireId } from './talk.ts';

/** One picture that the demo can be opened in. */
export interface DemoState {
  readonly scene: (now: number) => Scene;
  /** How the window is arranged. */
  readonly ui?: Partial<Omit<Ui, 'mesh' | 'meshes'>>;
  readonly mesh?: Partial<MeshUi>;
  readonly link?: LinkState['state'];
  /** Is a mesh up at all? */
  readonly isDown?: boolean;
  /** Calls that are never answered. */
  readonly silent?: readonly CallMethod[];
  /** Calls that fail. */
  readonly failing?: readonly CallMethod[];
  /** What floats above the window once it stands. */
  readonly overlay?: Overlay;
  /** What happens once it stands. */
  readonly play?: (stage: Stage) => void | Promise<void>;
}

const pane = (agent: string) => ({ kind: 'pane', id: `pane-${agent}`, agent }) as const;
const tab = (agent: string): TerminalTab => ({
  id: `tab-${agent}`,
  root: pane(agent),
  activePane: `pane-${agent}`,
});
const fares: TerminalTab = {
  id: 'tab-fares',
  root: {
    kind: 'split',
    id: 'split-1',
    direction: 'row',
    ratio: 0.5,
    first: pane('otto'),
    second: {
      kind: 'split',
      id: 'split-2',
      direction: 'column',
      ratio: 0.58,
      first: pane('dex'),
      second: pane('iris'),
    },
  },
  activePane: 'pane-otto',
};
const terminals = { tabs: [fares, tab('pax'), tab('wren')], activeTab: 'tab-fares' };

const agents = {
  scene: busyScene,
  ui: { lane: 'closed' },
  mesh: { view: { kind: 'agents' }, selectedAgent: 'otto', terminals },
} as const satisfies DemoState;
const review = {
  scene: busyScene,
  ui: { lane: 'closed' },
  mesh: { view: { kind: 'channel', channel: 'review' } },
} as const satisfies DemoState;
const settings = (section: string): DemoState => ({
  scene: busyScene,
  ui: { lane: 'closed' },
  mesh: { view: { kind: 'settings', section } },
});
const personas = (name: string | null): DemoState => ({
  scene: busyScene,
  ui: { lane: 'closed' },
  mesh: { view: { kind: 'personas', name } },
});
const monitor = { scene: busyScene, mesh: { view: { kind: 'monitor' } } } as const satisfies DemoState;

/** Every state by the name in the address: `?demo=agents`. The list for programs is `states.json`. */
export const demoStates: Readonly<Record<string, DemoState>> = {
  monitor,
  'monitor-search': { ...monitor, mesh: { ...monitor.mesh, feedSearch: 'rounding' } },
  agents,
  'agents-list': { ...agents, mesh: { ...agents.mesh, agentsLayout: 'list' } },
  'agent-detail': {
    ...agents,
    mesh: {
      ...agents.mesh,
      selectedAgent: 'fern',
      terminals: { tabs: [tab('fern')], activeTab: 'tab-fern' },
    },
    play: showAgentDetails,
  },
  terminals: { ...agents, mesh: { ...agents.mesh, terminalShare: 1 } },
  'terminal-find': {
    ...agents,
    mesh: { ...agents.mesh, terminals: { tabs: [tab('dex')], activeTab: 'tab-dex' }, selectedAgent: 'dex' },
    play: openFind,
  },
  spawn: { ...agents, overlay: { kind: 'spawn', persona: 'tester' } },
  'spawn-starting': {
    ...agents,
    scene: (now) => ({ ...busyScene(now), isHeldAtStart: true }),
    overlay: { kind: 'spawn', persona: 'tester' },
    play: spawnReed,
  },
  'spawn-failed': {
    ...agents,
    failing: ['agents.spawn'],
    overlay: { kind: 'spawn', persona: 'tester' },
    play: spawnReed,
  },
  channel: review,
  thread: { ...review, mesh: { ...review.mesh, thread: wireId('r0') } },
  'message-detail': { ...review, mesh: { ...review.mesh, thread: wireId('r0') }, play: showDetails },
  'channel-members': { ...review, play: showMembers },
  'composer-mention': { ...review, play: mentionSomebody },
  dm: { ...review, mesh: { view: { kind: 'dm', id: idOf('juno'), name: 'juno' } } },
  'channel-empty': {
    ...review,
    scene: emptyScene,
    ui: { lane: 'closed', isFirstRunDone: true },
    mesh: { view: { kind: 'channel', channel: 'general' } },
  },
  'channel-loading': { ...review, silent: ['mesh.history'] },
  'channel-error': { ...review, failing: ['mesh.history'] },
  'channel-settings': { ...review, overlay: { kind: 'channel-settings', channel: 'review' } },
  'channel-access': {
    ...review,
    overlay: { kind: 'channel-settings', channel: 'review' },
    play: showAccess,
  },
  'new-channel': { ...review, overlay: { kind: 'new-channel' } },
  'new-dm': { ...review, overlay: { kind: 'new-dm' } },
  personas: personas(null),
  'persona-detail': personas('reviewer'),
  'persona-problem': personas('tariff-bot'),
  'persona-edit': { ...personas('reviewer'), play: editPersona },
  'persona-diff': { ...personas('reviewer'), play: savePersona },
  'needs-you': {
    ...agents,
    ui: { lane: 'wide' },
    mesh: { ...agents.mesh, selectedAgent: 'dex', terminals: { tabs: [tab('dex')], activeTab: 'tab-dex' } },
  },
  settings: settings('mesh'),
  diagnostics: settings('diagnostics'),
  'support-bundle': { ...settings('diagnostics'), play: showBundle },
  palette: { ...monitor, overlay: { kind: 'palette', query: 're' } },
  keys: { ...monitor, overlay: { kind: 'keys' } },
  quit: { ...monitor, overlay: { kind: 'quit' } },
  link: { ...monitor, play: openLink },
  'first-run': { scene: emptyScene, play: finishFirstRun },
  'first-run-failed': { scene: emptyScene, play: failFirstRun },
  empty: { scene: emptyScene, ui: { isFirstRunDone: true } },
  loading: { scene: busyScene, silent: ['mesh.watch'] },
  stale: { ...monitor, play: loseHost },
  'stale-agents': { ...agents, play: loseHost },
  error: { ...monitor, play: loseBroker },
  'no-mesh': { scene: emptyScene, isDown: true },
  'host-gone': { scene: emptyScene, link: 'gone', isDown: true },
  'signed-off': { scene: emptyScene, link: 'refused' },
  compact: { ...agents, ui: { ...agents.ui, density: 'compact' } },
  contrast: { ...monitor, ui: { contrast: 'more' } },
};
