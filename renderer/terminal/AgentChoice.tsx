import { useEffect, useRef, type KeyboardEvent } from 'react';
import { PeerGlyph } from '../components/PeerGlyph.tsx';
import type { AgentRow } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import type { RosterRow } from '../state/roster.ts';
import { openOverlay } from '../state/store.ts';
import { arrangeAndFocus, registerPane } from './active.ts';
import { chooseAgent, closePane, forgetAgents, panesOf } from './layout.ts';
import styles from './AgentChoice.module.css';

export interface AgentChoiceProps {
  readonly paneId: string;
  readonly agents: readonly AgentRow[];
  readonly rowOf: (agent: AgentRow) => RosterRow | undefined;
}

/** A pane that shows no terminal yet: it asks which one it is to show. */
export function AgentChoice({ paneId, agents, rowOf }: AgentChoiceProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      registerPane(paneId, {
        focus: () => list.current?.querySelector('button')?.focus(),
        find: () => false,
        redraw: () => false,
        goToMark: () => false,
        detachToWindow: () => false,
      }),
    [paneId],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape') return close();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  const close = (): void => arrangeAndFocus((layout) => closePane(layout, paneId));
  return (
    <div
      className={styles.choice}
      ref={list}
      role="group"
      aria-label="Choose a terminal"
      onKeyDown={onKeyDown}
    >
      <h2>Which terminal goes here?</h2>
      <ul>
        {agents.map((agent) => (
          <li key={agent.id}>
            <button type="button" className={styles.agent} onClick={() => choose(paneId, agent.name)}>
              <PeerGlyph row={rowOf(agent)} />
              <b className={controls.clip}>{visibleLine(agent.name, 64)}</b>
              <span className={`${controls.meta} ${controls.clip}`}>
                {visibleLine(agent.role ?? agent.agent, 40)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {agents.length === 0 && (
        <p className={controls.meta}>No agent runs here. Spawn one, and its terminal can be shown.</p>
      )}
      <div className={styles.actions}>
        {agents.length === 0 && (
          <button
            type="button"
            className={`${controls.primary} ${controls.small}`}
            onClick={() => openOverlay({ kind: 'spawn', persona: null })}
          >
            Spawn an agent
          </button>
        )}
        <button type="button" className={`${controls.quiet} ${controls.small}`} onClick={close}>
          Close pane
        </button>
      </div>
    </div>
  );
}

/** A terminal is shown in one pane only: two would have two sizes. One that is open elsewhere moves here. */
function choose(paneId: string, agent: string): void {
  arrangeAndFocus((layout) => {
    const moved = chooseAgent(forgetAgents(layout, [agent]), paneId, agent);
    const tab = moved.tabs.find(({ root }) => panesOf(root).some(({ id }) => id === paneId));
    return tab === undefined ? moved : { ...moved, activeTab: tab.id };
  });
}
