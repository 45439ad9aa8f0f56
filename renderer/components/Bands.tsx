import type { MeshStatus } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import { DemoBand } from '../demo/DemoBand.tsx';
import { clockTime } from '../state/times.ts';
import type { Staleness } from '../state/roster.ts';
import { useWindow } from '../state/store.ts';
import styles from './Bands.module.css';
import { Icon, StateGlyph } from './icons.tsx';

/** What a person has to know about everything below it: it is stale, the mesh is ill, or it is open to others. */
export function Bands({ stale }: { stale: Staleness | undefined }) {
  const status = useWindow((s) => s.status);
  const problem = useWindow((s) => s.problem);
  const link = useWindow((s) => s.link);
  const isDemo = useWindow((s) => s.isDemo);
  const isHeard = useWindow((s) => s.link.state === 'connected' && s.phase === 'shown');
  // The host still tells how the mesh is when the mesh itself tells nothing any more.
  const isIll = isHeard && status !== null && status.state !== 'ready';
  return (
    <>
      {isDemo && <DemoBand />}
      {stale !== undefined && (
        <div className={styles.stale} role="status">
          <StateGlyph shape="stale" />
          <p>
            This is from {clockTime(stale.since)}, before {visibleLine(stale.reason, 200)}. Nothing here says
            what an agent is doing now.
            {stale.since === link.since && (
              <span className={styles.more}>
                <Remedy />
              </span>
            )}
          </p>
        </div>
      )}
      {isIll && (
        <div className={isDown(status) ? styles.ill : styles.warning} role="status">
          <Icon name="warning" size={14} />
          <p>
            The mesh is {status.state} since {clockTime(status.since)}
            {status.reason === null ? '.' : `: ${visibleLine(status.reason, 300)}`}
          </p>
        </div>
      )}
      {problem !== null && stale === undefined && (
        <div className={styles.ill} role="alert">
          <Icon name="warning" size={14} />
          <p>
            {visibleLine(problem.what, 300)} {visibleLine(problem.remedy, 300)}
          </p>
        </div>
      )}
      {status?.warnings.map((warning) => (
        <div key={warning} className={styles.warning} role="note">
          <Icon name="warning" size={14} />
          <p>{visibleLine(warning, 300)}</p>
        </div>
      ))}
    </>
  );
}

/** Does it still work, if less well, or not at all? */
function isDown({ state }: MeshStatus): boolean {
  return state === 'failing' || state === 'stopped';
}

/** What to do about a lost connection depends on who is expected to bring it back. */
function Remedy() {
  const link = useWindow((s) => s.link);
  if (link.state === 'reconnecting') return 'It is being looked for.';
  const why = link.reason === null ? '' : `${visibleLine(link.reason, 300)} `;
  return `${why}Run npm start again if it does not come back by itself.`;
}
