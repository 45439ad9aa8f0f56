import { useRef, type DragEvent, type KeyboardEvent } from 'react';
import { PeerGlyph } from '../components/PeerGlyph.tsx';
import type { AgentRow } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { Icon } from '../components/icons.tsx';
import { MenuButton, type MenuAction } from '../components/MenuButton.tsx';
import type { RosterRow } from '../state/roster.ts';
import type { TerminalLayout, TerminalTab } from '../state/ui.ts';
import { arrange, arrangeAndFocus, newId, prevMark, splitRight } from './active.ts';
import { afterMenu } from './after-menu.ts';
import { useBells } from './bells.ts';
import { activate, closeTab, moveTab, openInTab, panesOf, UNCHOSEN } from './layout.ts';
import styles from './TerminalArea.module.css';

export interface TabStripProps {
  readonly layout: TerminalLayout;
  readonly activeTab: string | undefined;
  readonly agents: readonly AgentRow[];
  readonly rowOf: (agent: string) => RosterRow | undefined;
  /** The id of what a tab shows, for whoever does not see that it does. */
  readonly panelId: string;
}

/** The open terminals, and a way to open another. */
export function TabStrip({ layout, activeTab, agents, rowOf, panelId }: TabStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const dragged = useRef<string>(undefined);
  const focusTab = (id: string | undefined): void =>
    strip.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id ?? '')}"]`)?.focus();

  const onKeyDown = (event: KeyboardEvent, tab: TerminalTab): void => {
    const at = layout.tabs.indexOf(tab);
    const to = placeAfter(event.key, at, layout.tabs.length);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete') {
      event.preventDefault();
      const next = layout.tabs[at + 1] ?? layout.tabs[at - 1];
      arrange((now) => closeTab(now, tab.id));
      requestAnimationFrame(() => focusTab(next?.id));
    } else if (to !== undefined) {
      event.preventDefault();
      if (event.shiftKey) arrange((now) => moveTab(now, tab.id, to));
      else arrange((now) => activate(now, layout.tabs[to]?.id ?? tab.id));
      requestAnimationFrame(() => focusTab(event.shiftKey ? tab.id : layout.tabs[to]?.id));
    }
  };
  const onDragOver = (event: DragEvent, place: number): void => {
    const { current } = dragged;
    if (current === undefined) return;
    event.preventDefault();
    if (layout.tabs[place]?.id !== current) arrange((now) => moveTab(now, current, place));
  };

  return (
    <div className={styles.strip}>
      <div className={styles.tabs} role="tablist" aria-label="Terminals" ref={strip}>
        {layout.tabs.map((tab, place) => (
          <Tab
            key={tab.id}
            tab={tab}
            isActive={tab.id === activeTab}
            rowOf={rowOf}
            panelId={panelId}
            onKeyDown={(event) => onKeyDown(event, tab)}
            onDragStart={() => (dragged.current = tab.id)}
            onDragEnd={() => (dragged.current = undefined)}
            onDragOver={(event) => onDragOver(event, place)}
          />
        ))}
      </div>
      <MenuButton label="Open a terminal" icon="plus" actions={openActions(agents)} />
      <span className={styles.stripEnd}>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Previous prompt"
          title="Previous prompt"
          onClick={() => prevMark()}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Split right"
          title="Split right"
          onClick={() => splitRight()}
        >
          <Icon name="split" />
        </button>
      </span>
    </div>
  );
}

interface TabProps {
  readonly tab: TerminalTab;
  readonly isActive: boolean;
  readonly rowOf: (agent: string) => RosterRow | undefined;
  readonly panelId: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onDragStart: () => void;
  readonly onDragEnd: () => void;
  readonly onDragOver: (event: DragEvent) => void;
}

function Tab({ tab, isActive, rowOf, panelId, ...on }: TabProps) {
  const panes = panesOf(tab.root);
  const agent = (panes.find(({ id }) => id === tab.activePane) ?? panes[0])?.agent ?? UNCHOSEN;
  const rows = panes.map((pane) => rowOf(pane.agent));
  // What waits for the person is what a tab with several has to tell.
  const row = rows.find((each) => each?.shape === 'waiting') ?? rowOf(agent);
  const hasRung = useBells(({ rang }) => panes.some((pane) => rang.has(pane.agent)));
  const name = agent === UNCHOSEN ? 'New terminal' : visibleLine(agent, 64);
  return (
    <div
      role="tab"
      tabIndex={isActive ? 0 : -1}
      className={styles.tab}
      data-tab={tab.id}
      aria-selected={isActive}
      aria-controls={isActive ? panelId : undefined}
      aria-keyshortcuts="Delete Shift+ArrowLeft Shift+ArrowRight"
      title={`${panes.map((pane) => visibleLine(pane.agent, 64) || 'New terminal').join(', ')}. Delete closes it`}
      draggable
      onClick={() => arrangeAndFocus((layout) => activate(layout, tab.id))}
      onAuxClick={(event) => event.button === 1 && arrange((layout) => closeTab(layout, tab.id))}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          arrangeAndFocus((layout) => activate(layout, tab.id));
        } else on.onKeyDown(event);
      }}
      onDragStart={on.onDragStart}
      onDragEnd={on.onDragEnd}
      onDragOver={on.onDragOver}
    >
      {agent === UNCHOSEN ? <Icon name="terminal" size={14} /> : <PeerGlyph row={row} />}
      <span className={controls.clip}>{name}</span>
      {panes.length > 1 && (
        <span className={styles.count}>
          {panes.length}
          <span className="visually-hidden"> panes</span>
        </span>
      )}
      {hasRung && (
        <span className={styles.bell} role="img" aria-label="rang" title="Its terminal rang">
          <Icon name="bell" size={12} />
        </span>
      )}
      <span
        className={styles.close}
        // A button inside a tab is none to a screen reader; the Delete key does the same.
        aria-hidden="true"
        title="Close"
        onClick={(event) => {
          event.stopPropagation();
          arrange((layout) => closeTab(layout, tab.id));
        }}
      >
        <Icon name="close" size={12} />
      </span>
    </div>
  );
}

function placeAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'ArrowRight':
      return (at + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function openActions(agents: readonly AgentRow[]): readonly MenuAction[] {
  if (agents.length === 0) {
    return [{ id: 'none', label: 'No agent runs here', isDisabled: true, run: () => undefined }];
  }
  return agents.map((agent) => ({
    id: agent.id,
    label: visibleLine(agent.name, 64),
    icon: 'terminal',
    run: () => afterMenu(() => arrangeAndFocus((layout) => openInTab(layout, agent.name, newId))),
  }));
}
