import { explainAge } from '../../shared/base/time.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import { showMesh } from '../state/follow.ts';
import { useNow } from '../state/now.ts';
import type { Roster, RosterRow } from '../state/roster.ts';
import { selectAgent, selectChannel, selectPeer, setSpawning, showAll, useWindow } from '../state/store.ts';
import controls from './controls.module.css';
import { Icon, StateGlyph } from './icons.tsx';
import styles from './Sidebar.module.css';

/** Who is there and where they talk: agents, endpoints, channels. */
export function Sidebar({ roster, isStale }: { roster: Roster; isStale: boolean }) {
  return (
    <nav className={styles.side} aria-label="Mesh" data-region="" tabIndex={-1}>
      <Space />
      <div className={styles.scroll}>
        <AllActivity />
        <Agents rows={roster.agents} isStale={isStale} />
        <Endpoints rows={roster.endpoints} />
        <Channels />
      </div>
    </nav>
  );
}

function Space() {
  const meshes = useWindow((s) => s.meshes);
  const meshId = useWindow((s) => s.meshId);
  const space = useWindow((s) => s.status?.space ?? s.meshes.find(({ id }) => id === s.meshId)?.space);
  if (meshes.length < 2 || meshId === null) {
    return <h1 className={styles.space}>{visibleLine(space ?? 'Cotal', 64)}</h1>;
  }
  return (
    <div className={styles.space}>
      <select aria-label="Space" value={meshId} onChange={(e) => showMesh(e.target.value)}>
        {meshes.map(({ id, space: name }) => (
          <option key={id} value={id}>
            {visibleLine(name, 64)}
          </option>
        ))}
      </select>
    </div>
  );
}

function AllActivity() {
  const isCurrent = useWindow((s) => s.scope.kind === 'all');
  return (
    <ul className={styles.section}>
      <li>
        <button
          type="button"
          className={styles.row}
          data-quiet="true"
          aria-current={isCurrent}
          onClick={showAll}
        >
          <Icon name="activity" size={14} />
          <span className={styles.name}>All activity</span>
        </button>
      </li>
    </ul>
  );
}

function Agents({ rows, isStale }: { rows: readonly RosterRow[]; isStale: boolean }) {
  const shown = useWindow((s) => s.terminal);
  return (
    <section className={styles.section} aria-labelledby="side-agents">
      <h2 id="side-agents" className={styles.heading}>
        Agents <span>{rows.length}</span>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Spawn an agent"
          disabled={isStale}
          onClick={() => setSpawning(true)}
        >
          <Icon name="plus" size={14} />
        </button>
      </h2>
      {rows.length === 0 && <p className={styles.none}>none yet</p>}
      <ul>
        {rows.map((row) => (
          <PeerRow
            key={row.id}
            row={row}
            isCurrent={row.hasTerminal && row.name === shown}
            onSelect={() => (row.hasTerminal ? selectAgent(row) : selectPeer(row))}
          />
        ))}
      </ul>
    </section>
  );
}

function Endpoints({ rows }: { rows: readonly RosterRow[] }) {
  const target = useWindow((s) => s.target);
  if (rows.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="side-endpoints">
      <h2 id="side-endpoints" className={styles.heading}>
        Endpoints <span>{rows.length}</span>
      </h2>
      <ul>
        {rows.map((row) => (
          <PeerRow
            key={row.id}
            row={row}
            isCurrent={target?.kind === 'peer' && target.id === row.id}
            onSelect={() => selectPeer(row)}
          />
        ))}
      </ul>
    </section>
  );
}

function PeerRow(o: { row: RosterRow; isCurrent: boolean; onSelect: () => void }) {
  const { row, isCurrent, onSelect } = o;
  const now = useNow();
  const age = row.lastSign === null ? 'unknown' : explainAge(now - row.lastSign);
  const said = row.activity === null ? '' : `: ${visibleLine(row.activity, 200)}`;
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isCurrent}
        data-absent={row.word === 'offline'}
        title={`${row.word}${said}`}
        onClick={onSelect}
      >
        <StateGlyph shape={row.shape} word={row.word} />
        <span className={styles.name}>{visibleLine(row.name, 64)}</span>
        <span className={styles.age}>
          {row.shape === 'stale' || row.shape === 'starting' ? row.word : age}
        </span>
      </button>
    </li>
  );
}

function Channels() {
  const channels = useWindow((s) => s.snapshot?.channels);
  const scope = useWindow((s) => s.scope);
  return (
    <section className={styles.section} aria-labelledby="side-channels">
      <h2 id="side-channels" className={styles.heading}>
        Channels <span>{channels?.length ?? 0}</span>
      </h2>
      {channels?.length === 0 && <p className={styles.none}>none yet</p>}
      <ul>
        {channels?.map(({ channel, description, deliveryClass }) => (
          <li key={channel}>
            <button
              type="button"
              className={styles.row}
              data-quiet="true"
              aria-current={scope.kind === 'channel' && scope.channel === channel}
              title={description === null ? undefined : visibleLine(description, 300)}
              onClick={() => selectChannel(channel)}
            >
              <Icon name="channel" size={14} />
              <span className={styles.name}>{visibleLine(channel, 100)}</span>
              {deliveryClass === 'live' && (
                <span className={styles.age} title="Only who is there gets it; nothing is kept for later">
                  live
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
