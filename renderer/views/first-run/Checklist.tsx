import { useState } from 'react';
import { explainAge } from '../../../shared/base/time.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { Icon, type IconName } from '../../components/icons.tsx';
import { useNow } from '../../state/now.ts';
import styles from './Checklist.module.css';
import { formatSeconds, type StepRow } from './steps.ts';

const ICONS: Readonly<Record<StepRow['state'], IconName>> = {
  done: 'check',
  running: 'busy',
  next: 'ring',
  failed: 'warning',
};
const WORDS: Readonly<Record<StepRow['state'], string>> = {
  done: 'done',
  running: 'running',
  next: 'not begun',
  failed: 'failed',
};

/** The steps of a bring-up, each with its time; told to a screen reader as they change. */
export function Checklist({ rows }: { rows: readonly StepRow[] }) {
  return (
    <ol className={styles.steps} aria-live="polite" aria-label="Steps">
      {rows.map((row) => (
        <li key={row.id} data-state={row.state}>
          <Icon name={ICONS[row.state]} />
          <span>
            {visibleLine(row.title, 80)}
            <span className="visually-hidden">, {WORDS[row.state]}</span>
            {row.note !== null && <small>{visibleLine(row.note, 120)}</small>}
          </span>
          <span className={styles.time} aria-hidden={row.state === 'running'}>
            {row.state === 'running' ? <Running /> : row.ms !== null && formatSeconds(row.ms)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** How long a step has been running, counted from when it was first seen. */
function Running() {
  const now = useNow();
  const [since] = useState(Date.now);
  return <>{explainAge(now - since)}</>;
}
