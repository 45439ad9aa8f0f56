import { useEffect, useMemo, useState } from 'react';
import type { AgentRow } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { Icon } from '../components/icons.tsx';
import type { MenuAction } from '../components/MenuButton.tsx';
import { useBridge } from '../state/bridge-context.ts';
import { clockTime } from '../state/times.ts';
import type { RosterRow, Staleness } from '../state/roster.ts';
import { arrangeAndFocus, newId, registerPane } from './active.ts';
import { afterMenu } from './after-menu.ts';
import { ClipboardBand, ExitBand, FailureBand } from './bands.tsx';
import { silence } from './bells.ts';
import { useDescribed } from './described.ts';
import { EndBand, type Ending } from './EndBand.tsx';
import { FindBar } from './FindBar.tsx';
import { activate, closePane, splitActive, UNCHOSEN, type Direction } from './layout.ts';
import { copyText, openOwnWindow } from '../leave.ts';
import { PaneHead } from './PaneHead.tsx';
import type { Screen } from './screen.ts';
import styles from './TerminalPane.module.css';
import { useScreenStatus, useTerminal, type TerminalHandle } from './use-terminal.ts';

export interface TerminalPaneProps {
  readonly mesh: string;
  readonly tabId: string;
  readonly paneId: string;
  readonly agent: AgentRow;
  readonly row: RosterRow | undefined;
  readonly stale: Staleness | undefined;
  /** Does this window show this terminal alone? */
  readonly isAlone: boolean;
}

/** One agent's terminal: what it prints, and the keyboard to it. */
export function TerminalPane({ mesh, tabId, paneId, agent, row, stale, isAlone }: TerminalPaneProps) {
  const terminal = useTerminal(mesh, agent, paneId);
  const { element, screen, problem, wish, redraw } = terminal;
  const [isFinding, setFinding] = useState(false);
  const [ending, setEnding] = useState<Ending | undefined>(undefined);
  const detach = useDetach(mesh, agent.name, paneId);
  const focus = (): void => screen?.focus();
  const actions = useActions({ tabId, paneId, agent, stale, screen, redraw, onEnd: setEnding, isAlone });

  useEffect(() => {
    if (screen === undefined) return undefined;
    return registerPane(paneId, {
      focus: () => screen.focus(),
      find: () => {
        setFinding(true);
        return true;
      },
      redraw: () => {
        redraw();
        return true;
      },
      goToMark: (step) => screen.marks.go(step),
      detachToWindow: () => {
        if (!isAlone) detach();
        return !isAlone;
      },
    });
  }, [paneId, screen, redraw, detach, isAlone]);

  return (
    <section
      className={styles.pane}
      aria-label={`Terminal of ${visibleLine(agent.name, 64)}`}
      onFocus={() => silence(agent.name)}
    >
      <PaneHead
        agent={agent}
        row={row}
        stale={stale}
        onFind={() => setFinding(true)}
        onDetach={isAlone ? undefined : detach}
        actions={actions}
      />
      {ending !== undefined && (
        <EndBand
          mesh={mesh}
          agent={agent}
          ending={ending}
          onDone={() => {
            setEnding(undefined);
            focus();
          }}
        />
      )}
      {agent.exit !== null && ending === undefined && (
        <ExitBand exit={agent.exit} isStale={stale !== undefined} onRestart={() => setEnding('restart')} />
      )}
      {problem !== undefined && <FailureBand problem={problem} onRetry={redraw} />}
      {wish !== undefined && <ClipboardBand agent={agent.name} wish={wish} />}
      <div className={styles.body}>
        <div
          className={styles.screen}
          data-stale={stale !== undefined}
          data-foreign={terminal.isForeignSize}
          ref={element}
        />
        {isFinding && screen !== undefined && (
          <FindBar
            finder={screen.finder}
            onClose={() => {
              setFinding(false);
              focus();
            }}
          />
        )}
        <NewBelow screen={screen} />
      </div>
      <Foot terminal={terminal} restartedAt={agent.restartedAt} />
    </section>
  );
}

/** Something was printed below what is seen. */
function NewBelow({ screen }: { screen: Screen | undefined }) {
  const { isNewBelow } = useScreenStatus(screen);
  if (!isNewBelow) return null;
  return (
    <button
      type="button"
      className={styles.below}
      onClick={() => {
        screen?.scrollToEnd();
        screen?.focus();
      }}
    >
      <Icon name="down" size={14} /> New output below
    </button>
  );
}

const count = new Intl.NumberFormat('en');

function Foot({ terminal, restartedAt }: { terminal: TerminalHandle; restartedAt: number | null }) {
  const { size, lines } = useScreenStatus(terminal.screen);
  return (
    <footer className={styles.foot}>
      {size.cols > 0 && (
        <span>
          {size.cols} × {size.rows}
        </span>
      )}
      <span className={controls.clip}>
        {count.format(lines)} {lines === 1 ? 'line' : 'lines'} kept
      </span>
      {restartedAt !== null && <span className={controls.clip}>restarted at {clockTime(restartedAt)}</span>}
      {terminal.isForeignSize && (
        <>
          <span className={controls.clip}>was resized by another window</span>
          <button type="button" onClick={terminal.fitHere}>
            Fit here
          </button>
        </>
      )}
      <button type="button" className={styles.redraw} onClick={terminal.redraw}>
        Redraw
      </button>
    </footer>
  );
}

/** Moves a terminal to a window of its own; where that is not certain the pane stays. */
function useDetach(mesh: string, agent: string, paneId: string): () => void {
  const bridge = useBridge();
  return useMemo(
    () => () => {
      void openOwnWindow(bridge, mesh, agent).then((isOpen) => {
        if (isOpen) arrangeAndFocus((layout) => closePane(layout, paneId));
      });
    },
    [bridge, mesh, agent, paneId],
  );
}

interface ActionParts {
  readonly tabId: string;
  readonly paneId: string;
  readonly agent: AgentRow;
  readonly stale: Staleness | undefined;
  readonly screen: Screen | undefined;
  readonly redraw: () => void;
  readonly onEnd: (ending: Ending) => void;
  readonly isAlone: boolean;
}

function useActions(o: ActionParts): readonly MenuAction[] {
  const name = visibleLine(o.agent.name, 64);
  const isDescribed = useDescribed((s) => s.isOn);
  const split = (direction: Direction) => (): void =>
    arrangeAndFocus((layout) => splitActive(activate(layout, o.tabId, o.paneId), direction, UNCHOSEN, newId));
  const isStale = o.stale !== undefined;
  const arranging: readonly MenuAction[] = [
    { id: 'right', label: 'Split right', icon: 'split', run: split('row') },
    { id: 'below', label: 'Split down', icon: 'split', run: split('column') },
    {
      id: 'close',
      label: 'Close pane',
      icon: 'close',
      run: () => arrangeAndFocus((layout) => closePane(layout, o.paneId)),
    },
  ];
  const ending: readonly MenuAction[] = [
    {
      id: 'restart',
      label: 'Restart agent…',
      icon: 'restart',
      isDisabled: isStale,
      run: () => o.onEnd('restart'),
    },
    {
      id: 'stop',
      label: 'Stop agent…',
      icon: 'stop',
      isBad: true,
      isDisabled: isStale || o.agent.exit !== null,
      run: () => o.onEnd('stop'),
    },
  ];
  const actions: readonly MenuAction[] = [
    ...(o.isAlone ? [] : arranging),
    { id: 'redraw', label: 'Redraw', icon: 'restart', run: o.redraw },
    {
      id: 'copy',
      label: 'Copy all',
      icon: 'copy',
      run: () => void copyText(o.screen?.text() ?? '', `Everything that the terminal of ${name} keeps`),
    },
    {
      id: 'describe',
      label: isDescribed ? 'Stop describing to screen readers' : 'Describe to screen readers',
      icon: 'eye',
      run: () => useDescribed.setState({ isOn: !isDescribed }),
    },
    ...ending,
  ];
  return actions.map((action) => ({ ...action, run: () => afterMenu(action.run) }));
}
