import { useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { useWindow } from '../../state/store.ts';
import { finishFirstRun } from './first-agent.ts';
import { FirstAgent } from './FirstAgent.tsx';
import styles from './first-run.module.css';
import { shortFolder, useBringUp, useOpenMesh } from './folders.ts';
import { Mark } from './Mark.tsx';
import { YourMesh } from './YourMesh.tsx';

type Step = 'mesh' | 'agent';

const LATER = 'Later: keys and signing are not part of this version; the mesh works without them.';

/** The first steps: from a folder to the first agent. Whoever stops comes back to where things stand. */
export function FirstRun() {
  const [step, setStep] = useState<Step>('mesh');
  const mesh = useOpenMesh();
  const meshId = useWindow((s) => s.meshId);
  const { up, root, problem } = useBringUp(mesh);
  const isReady = up !== null;
  const shown: Step = isReady ? step : 'mesh';
  return (
    <main className={styles.firstRun}>
      <header className={styles.left}>
        <Mark />
        <h1>Cotal Desktop</h1>
        <p className={styles.lead}>Two steps, about a minute. You can stop at any time and come back.</p>
        <ol>
          <StepItem number={1} title="You" note={LATER} state="later" />
          <StepItem number={2} title="This machine" note={LATER} state="later" />
          <StepItem
            number={3}
            title="Your mesh"
            note={meshNote(isReady, problem !== undefined, root)}
            state={shown === 'mesh' ? 'now' : 'done'}
            onGo={() => setStep('mesh')}
          />
          <StepItem
            number={4}
            title="First agent"
            note="One click; its terminal opens."
            state={shown === 'agent' ? 'now' : 'next'}
            {...(isReady && { onGo: () => setStep('agent') })}
          />
        </ol>
        <p className={`${controls.meta} ${styles.last}`}>Everything stays on this machine.</p>
      </header>
      <div className={styles.right} data-region="" tabIndex={-1}>
        <div>
          {shown === 'agent' && meshId !== null ? <FirstAgent mesh={meshId} /> : <YourMesh mesh={mesh} />}
          <footer className={styles.foot}>
            {shown === 'agent' && (
              <button
                type="button"
                className={`${controls.button} ${controls.large}`}
                onClick={() => setStep('mesh')}
              >
                Back
              </button>
            )}
            <span />
            <button type="button" className={`${controls.quiet} ${controls.large}`} onClick={finishFirstRun}>
              Stop and go on later
            </button>
            {shown === 'mesh' && (
              <button
                type="button"
                className={`${controls.primary} ${controls.large}`}
                disabled={!isReady}
                onClick={() => setStep('agent')}
              >
                Go on to first agent
              </button>
            )}
          </footer>
        </div>
      </div>
    </main>
  );
}

interface StepItemProps {
  readonly number: number;
  readonly title: string;
  readonly note: string;
  readonly state: 'done' | 'now' | 'next' | 'later';
  /** Goes to it; absent while it cannot be gone to. */
  readonly onGo?: () => void;
}

function StepItem({ number, title, note, state, onGo }: StepItemProps) {
  const words = (
    <>
      <b>{title}</b>
      {state === 'done' && <span className="visually-hidden">, done</span>}
    </>
  );
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? <Icon name="check" size={14} /> : number}
      </span>
      <div>
        {onGo === undefined ? (
          words
        ) : (
          <button type="button" onClick={onGo}>
            {words}
          </button>
        )}
        <p className={controls.meta}>{note}</p>
      </div>
    </li>
  );
}

function meshNote(isReady: boolean, hasFailed: boolean, root: string | null): string {
  const where = root === null ? '' : ` in ${visibleLine(shortFolder(root), 100)}`;
  if (hasFailed) return `Did not come up${where}`;
  return isReady ? `Up${where}` : `Starting${where}`;
}
