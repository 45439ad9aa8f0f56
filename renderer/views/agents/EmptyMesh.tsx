import { useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, openOverlay, showAgent, useWindow, type Problem } from '../../state/store.ts';
import { copyText } from '../../leave.ts';
import { NOTHING_SAID } from '../spawn/spawn-draft.ts';
import styles from './EmptyMesh.module.css';

/** Nobody is here yet: says so, and what to do about it. */
export function EmptyMesh() {
  const stale = useStale();
  const space = useWindow((s) => s.snapshot?.space ?? '');
  const join = `cotal join --space ${space}`;
  return (
    <section className={styles.empty} aria-labelledby="empty-title">
      <Drawing />
      <h2 id="empty-title">
        {stale === undefined ? 'The mesh is up, and you are alone on it' : 'Nobody was on the mesh'}
      </h2>
      <p className={styles.lead}>
        {stale === undefined
          ? 'Agents you start appear here with what they say, to whom, and how long ago. Start with one.'
          : `This may have changed since: ${stale.reason}. An agent can be started when the mesh is back.`}
      </p>
      <button
        type="button"
        className={`${controls.primary} ${controls.large}`}
        disabled={stale !== undefined}
        onClick={() => openOverlay({ kind: 'spawn', persona: null })}
      >
        <Icon name="plus" /> Spawn the first agent <kbd className={controls.key}>N</kbd>
      </button>
      <ul className={styles.ways}>
        <DemoWay isStale={stale !== undefined} />
        <li>
          <Icon name="terminal" size={20} />
          <p>
            <b>Bring one you already run</b>
            <span>
              <code>{visibleLine(join, 120)}</code> in its terminal
            </span>
          </p>
          <button
            type="button"
            className={`${controls.button} ${controls.small}`}
            onClick={() => void copyText(join, 'The command')}
          >
            <Icon name="copy" size={14} /> Copy
          </button>
        </li>
      </ul>
    </section>
  );
}

/** The scripted agent: something to watch on a machine where no harness is installed. */
function DemoWay({ isStale }: { isStale: boolean }) {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const start = async (): Promise<void> => {
    if (mesh === null) return;
    setStarting(true);
    setProblem(undefined);
    try {
      const agent = await bridge.call('agents.spawn', { ...NOTHING_SAID, mesh, persona: 'demo' });
      announce(`${agent.name} was started.`);
      showAgent(agent.name);
    } catch (error) {
      setProblem(explainProblem(error));
    }
    setStarting(false);
  };
  return (
    <li>
      <Icon name="play" size={20} />
      <p>
        <b>Watch a demo agent</b>
        <span>Reads, answers, asks and acts. Needs nothing installed</span>
      </p>
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        disabled={isStale || isStarting}
        onClick={() => void start()}
      >
        {isStarting ? 'Starting …' : 'Start demo'}
      </button>
      {problem !== undefined && <ProblemNote problem={problem} />}
    </li>
  );
}

/** One person in the middle, the places of others still dashed. */
function Drawing() {
  const places = [
    [40, 36],
    [110, 20],
    [180, 36],
    [56, 104],
    [164, 104],
  ] as const;
  return (
    <svg className={styles.drawing} width="220" height="124" viewBox="0 0 220 124" aria-hidden="true">
      {places.map(([x, y]) => (
        <line key={`${x} ${y}`} x1="110" y1="66" x2={x} y2={y} />
      ))}
      {places.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="11" />
      ))}
      <rect x="92" y="48" width="36" height="36" rx="9" />
      <g className={styles.person}>
        <circle cx="110" cy="61.5" r="4.5" />
        <path d="M101.5 76.5a8.5 7.5 0 0 1 17 0" />
      </g>
    </svg>
  );
}
