import type { PaneTree, TerminalLayout, TerminalTab } from '../state/ui.ts';

/** Makes an id that no other pane, split or tab of the layout has. */
export type NewId = () => string;
export type Direction = 'row' | 'column';
export type Pane = Extract<PaneTree, { kind: 'pane' }>;
export type Split = Extract<PaneTree, { kind: 'split' }>;

/** A pane with this name shows no terminal yet: it asks which one it is to show. */
export const UNCHOSEN = '';

/** No tab is kept beyond these; the layout is a file that has to be read back. */
const MAX_TABS = 100;
/** More panes than this in one tab are too small to read. */
export const MAX_PANES = 12;
export const MIN_RATIO = 0.1;
export const MAX_RATIO = 0.9;

export const emptyLayout: TerminalLayout = { tabs: [], activeTab: null };

/** The panes of a tree, from left to right and top to bottom. */
export function panesOf(tree: PaneTree): readonly Pane[] {
  return tree.kind === 'pane' ? [tree] : [...panesOf(tree.first), ...panesOf(tree.second)];
}

/** The tab that is shown. What comes from a file may name one that is not there; the first stands in. */
export function activeTabOf(layout: TerminalLayout): TerminalTab | undefined {
  return layout.tabs.find(({ id }) => id === layout.activeTab) ?? layout.tabs[0];
}

export function activePaneOf(layout: TerminalLayout): Pane | undefined {
  const tab = activeTabOf(layout);
  return tab && (panesOf(tab.root).find(({ id }) => id === tab.activePane) ?? firstPane(tab.root));
}

/** Shows an agent's terminal: where it is open already, in a pane that waits for a choice, else in a tab of its own. */
export function openInTab(layout: TerminalLayout, agent: string, newId: NewId): TerminalLayout {
  for (const tab of layout.tabs) {
    const pane = panesOf(tab.root).find((each) => each.agent === agent);
    if (pane !== undefined) return activate(layout, tab.id, pane.id);
  }
  const active = activePaneOf(layout);
  if (active?.agent === UNCHOSEN) return chooseAgent(layout, active.id, agent);
  return newTab(layout, agent, newId);
}

/** Adds a tab and goes to it; the oldest makes room when there are too many. */
export function newTab(layout: TerminalLayout, agent: string, newId: NewId): TerminalLayout {
  const root: Pane = { kind: 'pane', id: newId(), agent };
  const tab: TerminalTab = { id: newId(), root, activePane: root.id };
  return { tabs: [...layout.tabs, tab].slice(-MAX_TABS), activeTab: tab.id };
}

/** Puts another pane beside or below the active one and goes to it; nothing happens where there is no room. */
export function splitActive(
  layout: TerminalLayout,
  direction: Direction,
  agent: string,
  newId: NewId,
): TerminalLayout {
  const tab = activeTabOf(layout);
  if (tab === undefined || panesOf(tab.root).length >= MAX_PANES) return layout;
  const added: Pane = { kind: 'pane', id: newId(), agent };
  const splitId = newId();
  const root = replace(tab.root, tab.activePane, (pane) => ({
    kind: 'split',
    id: splitId,
    direction,
    ratio: 0.5,
    first: pane,
    second: added,
  }));
  return withTab(layout, { ...tab, root, activePane: added.id });
}

/** Says which agent a pane shows. */
export function chooseAgent(layout: TerminalLayout, pane: string, agent: string): TerminalLayout {
  const tab = tabWith(layout, pane);
  if (tab === undefined) return layout;
  const root = replace(tab.root, pane, (old) => (old.kind === 'pane' ? { ...old, agent } : old));
  return withTab(layout, { ...tab, root });
}

/** Takes a pane away; its neighbour gets the room and the focus. The tab goes with its last pane. */
export function closePane(layout: TerminalLayout, pane: string): TerminalLayout {
  const tab = tabWith(layout, pane);
  if (tab === undefined) return layout;
  const root = without(tab.root, pane);
  if (root === undefined) return closeTab(layout, tab.id);
  if (tab.activePane !== pane) return withTab(layout, { ...tab, root });
  const panes = panesOf(tab.root);
  const place = panes.findIndex(({ id }) => id === pane);
  const next = panes[place - 1] ?? panes[place + 1];
  return withTab(layout, { ...tab, root, activePane: next?.id ?? firstPane(root).id });
}

/** Takes a tab away; the one after it is shown, or the one before. */
export function closeTab(layout: TerminalLayout, tab: string): TerminalLayout {
  const place = layout.tabs.findIndex(({ id }) => id === tab);
  if (place === -1) return layout;
  const tabs = layout.tabs.toSpliced(place, 1);
  if (layout.activeTab !== tab) return { ...layout, tabs };
  return { tabs, activeTab: (tabs[place] ?? tabs[place - 1])?.id ?? null };
}

/** Goes to a tab, and to one of its panes if it is said which. */
export function activate(layout: TerminalLayout, tabId: string, pane?: string): TerminalLayout {
  const tab = layout.tabs.find(({ id }) => id === tabId);
  if (tab === undefined) return layout;
  const isThere = pane !== undefined && panesOf(tab.root).some(({ id }) => id === pane);
  const next = isThere && pane !== tab.activePane ? withTab(layout, { ...tab, activePane: pane }) : layout;
  return next.activeTab === tabId ? next : { ...next, activeTab: tabId };
}

/** Goes to the next pane of the active tab; after the last comes the first. */
export function nextPane(layout: TerminalLayout): TerminalLayout {
  return stepPane(layout, 1);
}

export function prevPane(layout: TerminalLayout): TerminalLayout {
  return stepPane(layout, -1);
}

/** Gives the first part of a split this share, within what can still be read. */
export function setRatio(layout: TerminalLayout, split: string, ratio: number): TerminalLayout {
  const bounded = Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio));
  if (!Number.isFinite(bounded)) return layout;
  const tabs = layout.tabs.map((tab) => {
    const root = replace(tab.root, split, (old) => (old.kind === 'split' ? { ...old, ratio: bounded } : old));
    return root === tab.root ? tab : { ...tab, root };
  });
  return { ...layout, tabs };
}

/** Moves a tab to a place, counted from 0; it stays within the strip. */
export function moveTab(layout: TerminalLayout, tab: string, place: number): TerminalLayout {
  const moved = layout.tabs.find(({ id }) => id === tab);
  if (moved === undefined) return layout;
  const others = layout.tabs.filter(({ id }) => id !== tab);
  return { ...layout, tabs: others.toSpliced(Math.max(0, place), 0, moved) };
}

/** Takes away the panes of agents that are gone for good. */
export function forgetAgents(layout: TerminalLayout, gone: Iterable<string>): TerminalLayout {
  const names = new Set(gone);
  const panes = layout.tabs.flatMap((tab) => panesOf(tab.root)).filter(({ agent }) => names.has(agent));
  return panes.reduce((left, { id }) => closePane(left, id), layout);
}

function stepPane(layout: TerminalLayout, step: 1 | -1): TerminalLayout {
  const tab = activeTabOf(layout);
  if (tab === undefined) return layout;
  const panes = panesOf(tab.root);
  const place = panes.findIndex(({ id }) => id === tab.activePane);
  const next = panes[(place + step + panes.length) % panes.length];
  return next === undefined || next.id === tab.activePane
    ? layout
    : withTab(layout, { ...tab, activePane: next.id });
}

function tabWith(layout: TerminalLayout, pane: string): TerminalTab | undefined {
  return layout.tabs.find((tab) => panesOf(tab.root).some(({ id }) => id === pane));
}

function withTab(layout: TerminalLayout, changed: TerminalTab): TerminalLayout {
  return { ...layout, tabs: layout.tabs.map((tab) => (tab.id === changed.id ? changed : tab)) };
}

function firstPane(tree: PaneTree): Pane {
  return tree.kind === 'pane' ? tree : firstPane(tree.first);
}

/** The tree with one node changed; the same tree when the node is not in it. */
function replace(tree: PaneTree, id: string, change: (node: PaneTree) => PaneTree): PaneTree {
  if (tree.id === id) return change(tree);
  if (tree.kind === 'pane') return tree;
  const first = replace(tree.first, id, change);
  const second = first === tree.first ? replace(tree.second, id, change) : tree.second;
  return first === tree.first && second === tree.second ? tree : { ...tree, first, second };
}

function without(tree: PaneTree, pane: string): PaneTree | undefined {
  if (tree.kind === 'pane') return tree.id === pane ? undefined : tree;
  const first = without(tree.first, pane);
  const second = without(tree.second, pane);
  if (first === undefined || second === undefined) return first ?? second;
  return first === tree.first && second === tree.second ? tree : { ...tree, first, second };
}
