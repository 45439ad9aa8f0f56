import { setSpawning } from '../state/store.ts';
import controls from './controls.module.css';
import styles from './EmptyMesh.module.css';
import { Icon } from './icons.tsx';

/** Nobody is here yet: says so, and what to do about it. */
export function EmptyMesh({ isStale }: { isStale: boolean }) {
  return (
    <section className={styles.empty} aria-labelledby="empty-title" data-region="" tabIndex={-1}>
      <Drawing />
      <h2 id="empty-title">The mesh is up, and you are alone on it</h2>
      <p className={styles.lead}>
        Agents you start appear here with what they say, to whom, and how long ago. Start with one.
      </p>
      <button
        type="button"
        className={`${controls.primary} ${controls.large}`}
        disabled={isStale}
        onClick={() => setSpawning(true)}
      >
        <Icon name="plus" /> Spawn the first agent <kbd className={controls.key}>N</kbd>
      </button>
      <div className={styles.ways}>
        <Icon name="terminal" size={20} />
        <p>
          <b>Bring one you already run</b>
          <span>
            <code>cotal join</code> in its terminal
          </span>
        </p>
      </div>
    </section>
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
