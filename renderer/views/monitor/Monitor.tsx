import { useEffect, useLayoutEffect } from 'react';
import controls from '../../components/controls.module.css';
import { SearchField } from '../../components/Field.tsx';
import { Icon, type IconName } from '../../components/icons.tsx';
import { Empty, Loading, ViewHead } from '../../components/View.tsx';
import { useRoster, useStale } from '../../state/derived.ts';
import { logPresenceAlways } from '../../state/presence-log.ts';
import { useWindow } from '../../state/store.ts';
import { setMeshUi, useMeshUi } from '../../state/ui.ts';
import { EmptyMesh } from '../agents/EmptyMesh.tsx';
import type { Mode } from './activity.ts';
import styles from './Activity.module.css';
import { ActivityDetail } from './ActivityDetail.tsx';
import { ActivityList } from './ActivityList.tsx';
import { togglePause, useMonitor } from './control.ts';
import { followActivity, useActivity } from './follow-activity.ts';
import { Tiles } from './Tiles.tsx';

const MODES: readonly { readonly mode: Mode; readonly label: string; readonly icon?: IconName }[] = [
  { mode: 'all', label: 'All' },
  { mode: 'multicast', label: 'Channel', icon: 'channel' },
  { mode: 'unicast', label: 'Direct', icon: 'direct' },
  { mode: 'anycast', label: 'Role', icon: 'role' },
  { mode: 'presence', label: 'Presence', icon: 'presence' },
];

/** Everything on the mesh: how its agents are, and all that is said. */
export function Monitor() {
  useEffect(logPresenceAlways, []);
  useLayoutEffect(followActivity, []);
  const isAlone = useRoster().agents.length === 0;
  const isLoading = useWindow((s) => s.snapshot === null);
  const hasActivity = useActivity((s) => s.counts.all > 0);
  const search = useMeshUi((ui) => ui.feedSearch);
  return (
    <>
      <ViewHead title="Monitor" note="everything on the mesh">
        {hasActivity && (
          <>
            <SearchField
              label="Search activity"
              value={search}
              onChange={(feedSearch) => setMeshUi({ feedSearch: feedSearch.slice(0, 400) })}
            />
            <PauseButton />
          </>
        )}
      </ViewHead>
      <Tiles />
      {isLoading ? (
        <Loading>Reading what is on the mesh …</Loading>
      ) : isAlone && !hasActivity ? (
        <EmptyMesh />
      ) : (
        <ActivityPane />
      )}
    </>
  );
}

function PauseButton() {
  const isPaused = useActivity((s) => s.missed !== null);
  return (
    <button type="button" className={controls.button} onClick={togglePause}>
      <Icon name={isPaused ? 'play' : 'pause'} /> {isPaused ? 'Resume' : 'Pause'}
    </button>
  );
}

function ActivityPane() {
  const { rows, query, counts, missed, isSearching } = useActivity();
  const selected = useMonitor((s) => (s.isOpen ? s.selected : null));
  const open = selected === null ? undefined : rows.findLast(({ id }) => id === selected);
  return (
    <div className={styles.activity}>
      <ModeChips counts={counts} isSearching={isSearching} />
      <div className={styles.panes}>
        {rows.length === 0 && !isSearching ? (
          <Nothing />
        ) : (
          <ActivityList key={query} rows={rows} missed={missed} />
        )}
        {open !== undefined && <ActivityDetail row={open} />}
      </div>
    </div>
  );
}

function ModeChips({
  counts,
  isSearching,
}: {
  counts: Readonly<Record<Mode, number>>;
  isSearching: boolean;
}) {
  const shown = useMeshUi((ui) => ui.feedMode);
  return (
    <div className={styles.chips} role="group" aria-label="Show activity by delivery mode">
      {MODES.map(({ mode, label, icon }) => (
        <button
          key={mode}
          type="button"
          className={controls.chip}
          aria-pressed={mode === shown}
          onClick={() => setMeshUi({ feedMode: mode })}
        >
          {icon !== undefined && <Icon name={icon} size={14} />}
          {label} <span>{counts[mode].toLocaleString('en')}</span>
        </button>
      ))}
      {isSearching && <span className={styles.searching}>Searching …</span>}
    </div>
  );
}

function Nothing() {
  const mode = useMeshUi((ui) => ui.feedMode);
  const search = useMeshUi((ui) => ui.feedSearch.trim());
  const isDmHidden = useWindow((s) => s.snapshot?.dmVisible === false);
  const isStale = useStale() !== undefined;
  if (search !== '') {
    return (
      <Empty
        title="Nothing fits this search"
        icon="search"
        action={
          <button
            type="button"
            className={controls.button}
            onClick={() => setMeshUi({ feedSearch: '', feedMode: 'all' })}
          >
            Show all activity
          </button>
        }
      >
        Names, channels and the whole text of every row were looked through.
      </Empty>
    );
  }
  if (mode === 'presence') {
    return (
      <Empty title="No changes seen yet" icon="presence">
        When somebody comes, goes, starts to work or waits, it is told here from when this window opened.
      </Empty>
    );
  }
  return (
    <Empty title={mode === 'all' ? 'Nothing was said yet' : 'None of these yet'} icon="monitor">
      {isStale
        ? 'Nothing has come in; this window does not know what is said at the moment.'
        : 'What peers say to each other appears here as it is said.'}
      {isDmHidden && ' Direct messages between others cannot be seen with this credential.'}
    </Empty>
  );
}
