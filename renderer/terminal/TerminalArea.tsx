import { useCallback, useEffect, useId, useMemo } from 'react';
import type { AgentRow } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { Empty } from '../components/View.tsx';
import type { RosterRow, Staleness } from '../state/roster.ts';
import { useMeshUi } from '../state/ui.ts';
import { ALONE, arrange, arrangeAndFocus, focusPane, registerPane } from './active.ts';
import { AgentChoice } from './AgentChoice.tsx';
import { place, toStyle, type Rect } from './geometry.ts';
import { activate, activeTabOf, closePane, panesOf, UNCHOSEN, type Pane } from './layout.ts';
import { Splitter } from './Splitter.tsx';
import { TabStrip } from './TabStrip.tsx';
import styles from './TerminalArea.module.css';
import { TerminalPane } from './TerminalPane.tsx';

export interface TerminalAreaProps {
  readonly mesh: string;
  readonly agents: readonly AgentRow[];
  readonly rows: readonly RosterRow[];
  readonly stale: Staleness | undefined;
  /** Does this window show one terminal alone? */
  readonly isAlone?: boolean;
}

/** The open terminals in tabs and splits, or the first agent's alone. */
export function TerminalArea({ isAlone = false, ...props }: TerminalAreaProps) {
  return isAlone ? <Alone {...props} /> : <Arranged {...props} />;
}

const WHOLE: Rect = { left: 0, top: 0, width: 1, height: 1 };

type AreaProps = Omit<TerminalAreaProps, 'isAlone'>;

function Alone({ mesh, agents, rows, stale }: AreaProps) {
  const [agent] = agents;
  useEffect(() => focusPane(ALONE), []);
  if (agent === undefined) {
    return (
      <Empty title="Nothing to show" icon="terminal">
        The agent of this window is not here. The window can be closed.
      </Empty>
    );
  }
  return (
    <section
      className={styles.area}
      aria-label="Terminals"
      data-region=""
      tabIndex={-1}
      onFocus={(event) => event.target === event.currentTarget && focusPane(ALONE)}
    >
      <div className={styles.room}>
        <div className={styles.place} style={toStyle(WHOLE)}>
          <TerminalPane
            key={agent.id}
            {...{ mesh, agent, stale }}
            tabId={ALONE}
            paneId={ALONE}
            row={rows.find(({ id }) => id === agent.id)}
            isAlone
          />
        </div>
      </div>
    </section>
  );
}

/** Only the panes of the tab that is shown are attached to their agents. */
function Arranged({ mesh, agents, rows, stale }: AreaProps) {
  const layout = useMeshUi((ui) => ui.terminals);
  const panelId = useId();
  const tab = activeTabOf(layout);
  const byName = useMemo(() => new Map(agents.map((agent) => [agent.name, agent])), [agents]);
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const rowOf = useCallback(
    (name: string): RosterRow | undefined => byId.get(byName.get(name)?.id ?? ''),
    [byName, byId],
  );

  if (tab === undefined) return <NothingOpen {...{ layout, agents, rowOf, panelId }} />;
  const { panes, splits } = place(tab.root);
  const active = panes.find(({ pane }) => pane.id === tab.activePane)?.pane ?? panes[0]?.pane;
  return (
    <section
      className={styles.area}
      aria-label="Terminals"
      data-region=""
      tabIndex={-1}
      // The frame is a region to the keyboard; within it the terminal itself takes what is typed.
      onFocus={(event) => event.target === event.currentTarget && focusPane(active?.id)}
    >
      <TabStrip {...{ layout, agents, rowOf, panelId }} activeTab={tab.id} />
      <div
        className={styles.room}
        id={panelId}
        role="tabpanel"
        aria-label={tabName(panes.map(({ pane }) => pane))}
      >
        {panes.map(({ pane, rect }) => (
          <div
            key={pane.id}
            className={styles.place}
            data-active={panes.length > 1 && pane.id === active?.id}
            style={toStyle(rect)}
            onFocus={() => pane.id !== active?.id && arrange((now) => activate(now, tab.id, pane.id))}
          >
            <PaneContent {...{ mesh, pane, tabId: tab.id, agents, byName, rowOf, stale }} />
          </div>
        ))}
        {splits.map((placed) => (
          <Splitter
            key={placed.split.id}
            placed={placed}
            label={`Between ${tabName(panesOf(placed.split.first))} and ${tabName(panesOf(placed.split.second))}`}
          />
        ))}
      </div>
    </section>
  );
}

interface PaneContentProps {
  readonly mesh: string;
  readonly pane: Pane;
  readonly tabId: string;
  readonly agents: readonly AgentRow[];
  readonly byName: ReadonlyMap<string, AgentRow>;
  readonly rowOf: (agent: string) => RosterRow | undefined;
  readonly stale: Staleness | undefined;
}

function PaneContent({ mesh, pane, tabId, agents, byName, rowOf, stale }: PaneContentProps) {
  if (pane.agent === UNCHOSEN) {
    return <AgentChoice paneId={pane.id} agents={agents} rowOf={({ name }) => rowOf(name)} />;
  }
  const agent = byName.get(pane.agent);
  if (agent === undefined) return <Gone pane={pane} isStale={stale !== undefined} />;
  return (
    <TerminalPane
      // Another instance under the same name is another terminal.
      key={agent.id}
      {...{ mesh, tabId, agent, stale }}
      paneId={pane.id}
      row={rowOf(agent.name)}
      isAlone={false}
    />
  );
}

/** The agent of a pane is not there: it was stopped elsewhere, or the host has not started it again yet. */
function Gone({ pane, isStale }: { pane: Pane; isStale: boolean }) {
  const name = visibleLine(pane.agent, 64);
  useEffect(
    () =>
      registerPane(pane.id, {
        focus: () => undefined,
        find: () => false,
        redraw: () => false,
        goToMark: () => false,
        detachToWindow: () => false,
      }),
    [pane.id],
  );
  return (
    <div className={styles.gone}>
      <p>
        {isStale
          ? `The terminal of ${name} comes back with the connection.`
          : `${name} is not there: it was stopped, or has not been started again.`}
      </p>
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        onClick={() => arrangeAndFocus((layout) => closePane(layout, pane.id))}
      >
        Close pane
      </button>
    </div>
  );
}

type NothingOpenProps = Omit<Parameters<typeof TabStrip>[0], 'activeTab'>;

function NothingOpen(props: NothingOpenProps) {
  return (
    <section className={styles.area} aria-label="Terminals" data-region="" tabIndex={-1}>
      <TabStrip {...props} activeTab={undefined} />
      <Empty title="Open a terminal" icon="terminal">
        Choose an agent above, or press + here. Tabs and splits stay as you leave them.
      </Empty>
    </section>
  );
}

/** The names of some panes, for whoever does not see them. */
function tabName(panes: readonly Pane[]): string {
  return panes
    .map(({ agent }) => (agent === UNCHOSEN ? 'a new terminal' : visibleLine(agent, 64)))
    .join(', ');
}
