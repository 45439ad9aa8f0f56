import { goTo, meshUiOf, setMeshUi, useUi, type TerminalLayout } from '../state/ui.ts';
import {
  activePaneOf,
  activeTabOf,
  closePane,
  newTab as withNewTab,
  nextPane as afterNextPane,
  openInTab,
  panesOf,
  prevPane as afterPrevPane,
  splitActive,
  UNCHOSEN,
  type Direction,
} from './layout.ts';

/** What a pane on the page can have done to it. What it cannot do it answers with `false`. */
export interface PaneHandle {
  focus(): void;
  find(): boolean;
  redraw(): boolean;
  goToMark(step: 1 | -1): boolean;
  detachToWindow(): boolean;
}

/** The panes that are on the page, by id. */
const shown = new Map<string, PaneHandle>();
/** The id of the pane in a window that shows one terminal alone: it is part of no layout. */
export const ALONE = 'alone';

/** A pane that gets the focus as soon as it is on the page. */
let awaited: string | undefined;

/** Makes a pane known for as long as it is on the page. */
export function registerPane(id: string, handle: PaneHandle): () => void {
  shown.set(id, handle);
  if (awaited === id) {
    awaited = undefined;
    handle.focus();
  }
  return () => {
    if (shown.get(id) === handle) shown.delete(id);
  };
}

/** Gives a pane the focus, now or as soon as it is on the page. */
export function focusPane(id: string | undefined): void {
  const handle = id === undefined ? undefined : shown.get(id);
  awaited = handle === undefined ? id : undefined;
  handle?.focus();
}

/** An id that no other part of a layout has. */
export function newId(): string {
  return crypto.randomUUID().slice(0, 18);
}

function layoutNow(): TerminalLayout {
  return meshUiOf(useUi.getState()).terminals;
}

/** Changes how the terminals of the shown mesh are arranged. */
export function arrange(change: (layout: TerminalLayout) => TerminalLayout): void {
  setMeshUi(({ terminals }) => ({ terminals: change(terminals) }));
}

/** As `arrange`, and the active pane gets the focus. */
export function arrangeAndFocus(change: (layout: TerminalLayout) => TerminalLayout): void {
  const before = layoutNow();
  arrange(change);
  const pane = activePaneOf(layoutNow());
  const known = before.tabs.flatMap(({ root }) => panesOf(root)).find(({ id }) => id === pane?.id);
  // What is on the page for a pane that shows another agent now is about to go.
  if (known !== undefined && known.agent !== pane?.agent) awaited = pane?.id;
  else focusPane(pane?.id);
}

/** Shows an agent's terminal among the agents, and gives it the focus. */
export function openTerminal(agent: string): void {
  goTo({ kind: 'agents' });
  arrangeAndFocus((layout) => openInTab(layout, agent, newId));
}

/** Opens a tab that asks which terminal it is to show. */
export function newTab(): boolean {
  if (isAlone()) return false;
  goTo({ kind: 'agents' });
  arrangeAndFocus((layout) => withNewTab(layout, UNCHOSEN, newId));
  return true;
}

export function splitRight(): boolean {
  return split('row');
}

export function splitDown(): boolean {
  return split('column');
}

/** Closes the active pane; its tab goes with the last one. */
export function closeActive(): boolean {
  const pane = activePaneOf(layoutNow());
  if (pane === undefined || active() === undefined || isAlone()) return false;
  arrangeAndFocus((layout) => closePane(layout, pane.id));
  return true;
}

export function nextPane(): boolean {
  return step(afterNextPane);
}

export function prevPane(): boolean {
  return step(afterPrevPane);
}

/** Opens the search in the active terminal. */
export function find(): boolean {
  return active()?.find() ?? false;
}

/** Has the host repaint the active terminal. */
export function redraw(): boolean {
  return active()?.redraw() ?? false;
}

export function nextMark(): boolean {
  return active()?.goToMark(1) ?? false;
}

export function prevMark(): boolean {
  return active()?.goToMark(-1) ?? false;
}

/** Moves the active terminal to a window of its own. */
export function detachToWindow(): boolean {
  return active()?.detachToWindow() ?? false;
}

const isAlone = (): boolean => shown.has(ALONE);

/** The active pane, if it is on the page. */
function active(): PaneHandle | undefined {
  if (isAlone()) return shown.get(ALONE);
  const pane = activePaneOf(layoutNow());
  return pane && shown.get(pane.id);
}

function split(direction: Direction): boolean {
  if (active() === undefined || isAlone()) return false;
  const before = layoutNow();
  arrangeAndFocus((layout) => splitActive(layout, direction, UNCHOSEN, newId));
  return layoutNow() !== before;
}

function step(change: (layout: TerminalLayout) => TerminalLayout): boolean {
  if (active() === undefined || isAlone()) return false;
  const before = activeTabOf(layoutNow())?.activePane;
  arrangeAndFocus(change);
  return activeTabOf(layoutNow())?.activePane !== before;
}
