import type { HarnessRow } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon, type IconName } from '../../components/icons.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useHarnesses } from '../personas/data.ts';
import styles from './first-run.module.css';

const ICONS: Readonly<Record<HarnessRow['state'], IconName>> = {
  usable: 'check',
  found: 'info',
  missing: 'close',
};

/** The programs that agents can run in, as they were found. */
export function Harnesses() {
  const { value: harnesses, problem, reload } = useHarnesses();
  return (
    <section aria-labelledby="harnesses">
      <h3 id="harnesses">Harnesses on this machine</h3>
      {problem !== undefined && <ProblemNote problem={problem} onRetry={reload} />}
      {harnesses === undefined && problem === undefined && (
        <p className={controls.meta} role="status">
          Looking for them.
        </p>
      )}
      {harnesses !== undefined && (
        <ul className={styles.harnesses}>
          {harnesses.map(({ name, state, detail, isDefault }) => (
            <li key={name} data-state={state}>
              <Icon name={ICONS[state]} />
              <b>{visibleLine(name, 40)}</b>
              {isDefault && <span className={controls.tag}>default</span>}
              <span className={`${controls.meta} ${controls.clip}`}>
                {visibleLine(wordsOf(state, detail), 200)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={controls.meta}>
        A shell agent and a scripted demo agent are always there; they need nothing installed.
      </p>
    </section>
  );
}

function wordsOf(state: HarnessRow['state'], detail: string | null): string {
  switch (state) {
    case 'usable':
      return detail ?? 'found';
    case 'found':
      return 'found, no connector for it yet';
    case 'missing':
      return 'not found';
  }
}
