import { useEffect, useRef, useState, type RefObject } from 'react';
import type { AgentRow } from '../../shared/api/contract.ts';
import { explainAge } from '../../shared/base/time.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { StateGlyph } from '../components/icons.tsx';
import { useBridge } from '../state/bridge-context.ts';
import { explainProblem } from '../state/follow.ts';
import { clockTime, useNow } from '../state/now.ts';
import type { RosterRow, Staleness } from '../state/roster.ts';
import { useWindow, type Problem } from '../state/store.ts';
import { isRegionKey } from '../app/regions.ts';
import { attachTerminal, type AttachedTerminal } from './attach.ts';
import { createScreen, type Screen, type Size } from './screen.ts';
import { StopButton } from './StopButton.tsx';
import styles from './TerminalPane.module.css';

export interface TerminalPaneProps {
  readonly mesh: string;
  readonly agent: AgentRow;
  readonly row: RosterRow | undefined;
  readonly stale: Staleness | undefined;
}

/** One agent's terminal: what it prints, and the keyboard to it. */
export function TerminalPane({ mesh, agent, row, stale }: TerminalPaneProps) {
  const { element, size, problem, retry, focus } = useTerminal(mesh, agent.name);
  const name = visibleLine(agent.name, 64);
  return (
    <section
      className={styles.pane}
      aria-label={`Terminal of ${name}`}
      data-region=""
      tabIndex={-1}
      // The frame is a region to the keyboard; within it the terminal itself takes what is typed.
      onFocus={(event) => event.target === event.currentTarget && focus()}
    >
      <header className={styles.head}>
        <StateGlyph shape={row?.shape ?? 'stale'} word={row?.word ?? 'unknown'} />
        <h2>{name}</h2>
        {agent.role !== null && <span className={controls.tag}>{visibleLine(agent.role, 40)}</span>}
        <span className={`${controls.meta} ${controls.clip}`}>
          {visibleLine(agent.agent, 40)} · <Evidence agent={agent} stale={stale} />
        </span>
        <StopButton mesh={mesh} agent={agent} isStale={stale !== undefined} />
      </header>
      {problem !== undefined && <Failure problem={problem} retry={retry} />}
      <div className={styles.screen} data-stale={stale !== undefined} ref={element} />
      <footer className={styles.foot}>
        {size !== undefined && (
          <span>
            {size.cols} × {size.rows}
          </span>
        )}
        {agent.restartedAt !== null && <span>restarted at {clockTime(agent.restartedAt)}</span>}
        <span className={controls.clip}>{visibleLine(agent.cwd, 300)}</span>
        <span className={styles.hint}>F6 leaves the terminal</span>
      </footer>
    </section>
  );
}

/** What the state rests on, and how old that is. */
function Evidence({ agent, stale }: { agent: AgentRow; stale: Staleness | undefined }) {
  const now = useNow();
  if (stale !== undefined) return `last known ${clockTime(stale.since)}`;
  if (agent.exit !== null) {
    const { code, signal, at } = agent.exit;
    const how =
      signal !== null && signal !== 0 ? `by signal ${signal}` : `with exit code ${code ?? 'unknown'}`;
    return `ended ${how}, ${explainAge(now - at)} ago`;
  }
  if (agent.lastOutputAt === null) return `started ${explainAge(now - agent.since)} ago, no output yet`;
  return `output ${explainAge(now - agent.lastOutputAt)} ago`;
}

function Failure({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <div className={styles.failure} role="alert">
      <p>
        {visibleLine(problem.what, 400)} {visibleLine(problem.remedy, 400)}
      </p>
      <button type="button" className={`${controls.button} ${controls.small}`} onClick={retry}>
        Attach again
      </button>
    </div>
  );
}

interface TerminalHandle {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly size: Size | undefined;
  readonly problem: Problem | undefined;
  readonly retry: () => void;
  readonly focus: () => void;
}

function useTerminal(mesh: string, name: string): TerminalHandle {
  const bridge = useBridge();
  const epoch = useWindow((s) => s.epoch);
  const isConnected = useWindow((s) => s.link.state === 'connected');
  const element = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen>(undefined);
  const attached = useRef<AttachedTerminal>(undefined);
  const [size, setSize] = useState<Size | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (element.current === null) return undefined;
    const created = createScreen(element.current, {
      onInput: (data) => attached.current?.input(data),
      onSize: (next) => {
        setSize(next);
        attached.current?.resize(next);
      },
      isWindowKey: isRegionKey,
    });
    screen.current = created;
    setSize(created.fit());
    return () => {
      screen.current = undefined;
      created.dispose();
    };
  }, []);

  // The screen stays as it was while the host is away; each new connection attaches anew and repaints it.
  useEffect(() => {
    if (screen.current === undefined || !isConnected) return undefined;
    const joined = attachTerminal(bridge, { mesh, name }, screen.current, {
      onAttached: () => setProblem(undefined),
      onFailed: (error) => setProblem(explainProblem(error)),
      onExit: () => undefined,
    });
    attached.current = joined;
    return () => {
      attached.current = undefined;
      joined.detach();
    };
  }, [bridge, mesh, name, epoch, isConnected, attempt]);

  return {
    element,
    size,
    problem,
    retry: () => setAttempt(attempt + 1),
    focus: () => screen.current?.focus(),
  };
}
