import type { LifeState, ProcessView } from '../../../shared/api/contract.ts';
import { explainAge } from '../../../shared/base/time.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { StateGlyph } from '../../components/icons.tsx';
import { useStale } from '../../state/derived.ts';
import { useNow } from '../../state/now.ts';
import type { StateShape } from '../../state/roster.ts';
import styles from './settings.module.css';
import { nameRole } from './words.ts';

const SHAPES: Readonly<Record<LifeState, StateShape>> = {
  ready: 'working',
  starting: 'starting',
  degraded: 'waiting',
  failing: 'offline',
  stopped: 'offline',
};

/** The parts of a mesh: how each is, since when, and why. */
export function Processes({ processes }: { processes: readonly ProcessView[] }) {
  const now = useNow();
  const isStale = useStale() !== undefined;
  return (
    <div className={styles.scrollX} tabIndex={0} role="group" aria-label="Processes of this mesh">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">State</th>
            <th scope="col">Since</th>
            <th scope="col" className={styles.number}>
              Process id
            </th>
          </tr>
        </thead>
        <tbody>
          {processes.map(({ role, state, since, pid, reason }) => (
            <tr key={role}>
              <th scope="row">{nameRole(role)}</th>
              <td>
                <span className={styles.state}>
                  <StateGlyph shape={isStale ? 'stale' : SHAPES[state]} /> {isStale ? `was ${state}` : state}
                </span>
                {reason !== null && <small>{visibleLine(reason, 300)}</small>}
              </td>
              <td>{explainAge(now - since)}</td>
              <td className={styles.number}>{pid ?? 'in the host'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
