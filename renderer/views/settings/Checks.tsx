import type { Check } from '../../../shared/api/contract.ts';
import { explainAge } from '../../../shared/base/time.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon, type IconName } from '../../components/icons.tsx';
import { Loading, ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { useNow } from '../../state/now.ts';
import { clockTime } from '../../state/times.ts';
import { useWindow } from '../../state/store.ts';
import { runChecks, useDoctor } from './doctor.ts';
import styles from './Checks.module.css';
import { explainChecks, inUrgency, nameCheckState } from './words.ts';

const ICONS: Readonly<Record<Check['state'], IconName>> = {
  ok: 'check',
  warn: 'alert',
  fail: 'warning',
  unknown: 'question',
};

/** The checks of the last run: what needs looking at first, each with what it found and what to do. */
export function Checks() {
  const bridge = useBridge();
  const stale = useStale();
  const mesh = useWindow((s) => s.meshId);
  const run = useDoctor();
  const isOurs = run.mesh === mesh;
  return (
    <div className={styles.checks}>
      {run.problem !== undefined && <ProblemNote problem={run.problem} />}
      {isOurs && run.checks.length > 0 ? (
        <ul>
          {inUrgency(run.checks).map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      ) : (
        run.isRunning && <Loading>Making the checks.</Loading>
      )}
      <div className={styles.again}>
        <button
          type="button"
          className={`${controls.button} ${controls.small}`}
          disabled={run.isRunning || stale !== undefined}
          onClick={() => void runChecks(bridge)}
        >
          <Icon name="restart" size={14} /> {run.isRunning ? 'Checking' : 'Run again'}
        </button>
        {stale !== undefined && (
          <span className={controls.meta}>Nothing can be checked now: {stale.reason}.</span>
        )}
      </div>
    </div>
  );
}

/** When the checks were made and how they came out. */
export function ChecksWords() {
  const now = useNow();
  const mesh = useWindow((s) => s.meshId);
  const { at, checks, mesh: of } = useDoctor();
  if (at === null || of !== mesh) return <>not made yet</>;
  return (
    <>
      {clockTime(at).slice(0, 5)}, {explainAge(now - at)} ago: {explainChecks(checks)}
    </>
  );
}

function CheckRow({ check: { state, title, detail, remedy } }: { check: Check }) {
  return (
    <li data-state={state}>
      <Icon name={ICONS[state]} />
      <div>
        <b>{visibleLine(title, 100)}</b> <span className={styles.state}>{nameCheckState(state)}</span>
        <p>{visibleLine(detail, 600)}</p>
        {remedy !== null && <p className={styles.remedy}>{visibleLine(remedy, 600)}</p>}
      </div>
    </li>
  );
}
