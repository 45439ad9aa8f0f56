import { visibleLine } from '../../../shared/base/visible.ts';
import { Icon, StateGlyph } from '../../components/icons.tsx';
import { useDerived, useRoster, useStale } from '../../state/derived.ts';
import { useNow } from '../../state/now.ts';
import { clockTime } from '../../state/times.ts';
import { useWindow } from '../../state/store.ts';
import styles from './Tiles.module.css';
import { tilesOf, type Tile } from './tiles.ts';

/** The mesh at a glance: a figure for each state, and the sentence below it that says what it rests on. */
export function Tiles() {
  const snapshot = useWindow((s) => s.snapshot);
  const agents = useWindow((s) => s.agents);
  const waiting = useDerived((d) => d.waiting);
  const roster = useRoster();
  const stale = useStale();
  const now = useNow();
  const tiles = tilesOf({ roster, snapshot, agents, waiting, stale, now, clock: shortTime });
  return (
    <section className={styles.tiles} aria-label={stale === undefined ? 'Now' : 'As last known'}>
      {tiles.map((tile) => (
        <div key={tile.id} className={styles.tile} data-wide={tile.id === 'oldest'}>
          <p className={styles.label}>
            <TileGlyph tile={tile} isStale={stale !== undefined} />
            {tile.label}
          </p>
          <p className={styles.figure} data-faint={tile.isFaint}>
            {tile.figure}
          </p>
          <p className={styles.sentence}>{visibleLine(tile.sentence, 120)}</p>
        </div>
      ))}
    </section>
  );
}

/** A time of day without its seconds: a tile is narrow. */
function shortTime(at: number): string {
  return clockTime(at).slice(0, 5);
}

function TileGlyph({ tile, isStale }: { tile: Tile; isStale: boolean }) {
  if (tile.id === 'oldest') return <Icon name="clock" size={14} />;
  return <StateGlyph shape={isStale ? 'stale' : tile.id} />;
}
