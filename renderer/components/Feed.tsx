import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
import { useWindow, setMode, type ModeFilter, type WindowState } from '../state/store.ts';
import controls from './controls.module.css';
import styles from './Feed.module.css';
import { FeedRow } from './FeedRow.tsx';
import { Icon, type IconName } from './icons.tsx';

/** As many rows as are laid out at first, and more of at a time. */
const PAGE = 300;
/** Closer to the end than this counts as being at the end. */
const NEAR_END_PX = 48;

const MODES: readonly { readonly mode: ModeFilter; readonly label: string; readonly icon?: IconName }[] = [
  { mode: 'all', label: 'All' },
  { mode: 'multicast', label: 'Channel', icon: 'channel' },
  { mode: 'unicast', label: 'Direct', icon: 'direct' },
  { mode: 'anycast', label: 'Role', icon: 'role' },
];

/** Who said what to whom, newest last. It never moves under a reader: only someone at the end is kept there. */
export function Feed() {
  const feed = useWindow((s) => s.feed);
  const scope = useWindow((s) => s.scope);
  const mode = useWindow((s) => s.mode);
  const inScope = useMemo(
    () => (scope.kind === 'all' ? feed : feed.filter((entry) => entry.channel === scope.channel)),
    [feed, scope],
  );
  const entries = useMemo(
    () => (scope.kind !== 'all' || mode === 'all' ? inScope : inScope.filter((e) => e.delivery === mode)),
    [inScope, scope, mode],
  );
  return (
    <div className={styles.feed}>
      {scope.kind === 'all' && feed.length > 0 && <ModeChips feed={feed} mode={mode} />}
      {entries.length === 0 ? <Nothing /> : <Entries key={scopeKey(scope, mode)} entries={entries} />}
    </div>
  );
}

function scopeKey(scope: WindowState['scope'], mode: ModeFilter): string {
  return scope.kind === 'all' ? `all ${mode}` : `channel ${scope.channel}`;
}

function ModeChips({ feed, mode }: { feed: readonly FeedEntry[]; mode: ModeFilter }) {
  const counts = useMemo(() => countByMode(feed), [feed]);
  return (
    <div className={styles.chips} role="group" aria-label="Show messages">
      {MODES.map(({ mode: each, label, icon }) => (
        <button
          key={each}
          type="button"
          className={controls.chip}
          aria-pressed={each === mode}
          onClick={() => setMode(each)}
        >
          {icon !== undefined && <Icon name={icon} size={14} />}
          {label} <span>{counts[each].toLocaleString('en')}</span>
        </button>
      ))}
    </div>
  );
}

function countByMode(feed: readonly FeedEntry[]): Record<ModeFilter, number> {
  const counts: Record<ModeFilter, number> = { all: 0, multicast: 0, unicast: 0, anycast: 0 };
  for (const { delivery, count } of feed) {
    counts.all += count;
    counts[delivery] += count;
  }
  return counts;
}

function Entries({ entries }: { entries: readonly FeedEntry[] }) {
  const list = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(PAGE);
  const [seen, setSeen] = useState<string | undefined>(undefined);
  const atEnd = useRef(true);
  const shown = entries.slice(-limit);
  const last = entries.at(-1)?.id;
  const unseen = seen === undefined ? 0 : entries.length - 1 - entries.findLastIndex(({ id }) => id === seen);
  // Where what was kept from before ends and what came while this window looked begins.
  const firstLive = shown.findIndex(({ historical }) => !historical);

  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [entries]);

  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    // Less room, from a band above or a longer letter below, must not hide the newest from someone at the end.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = (): void => {
    const element = list.current;
    if (element === null) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    setSeen((before) => (atEnd.current ? undefined : (before ?? last)));
  };
  const jump = (): void => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
    list.current?.focus();
  };

  return (
    <div className={styles.frame}>
      <div
        ref={list}
        className={styles.list}
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
      >
        {entries.length > limit && (
          <button type="button" className={controls.quiet} onClick={() => setLimit(limit + PAGE)}>
            Show {Math.min(PAGE, entries.length - limit)} earlier
          </button>
        )}
        <ol>
          {shown.map((entry, index) => (
            <Fragment key={entry.id}>
              {index === firstLive && index > 0 && (
                <li className={styles.divider}>
                  <span>new from here</span>
                </li>
              )}
              <FeedRow entry={entry} />
            </Fragment>
          ))}
        </ol>
      </div>
      {unseen > 0 && (
        <button type="button" className={styles.jump} onClick={jump}>
          <Icon name="down" size={14} /> Jump to newest <span>{unseen}</span>
        </button>
      )}
    </div>
  );
}

function Nothing() {
  const scope = useWindow((s) => s.scope);
  const mode = useWindow((s) => s.mode);
  const dmVisible = useWindow((s) => s.snapshot?.dmVisible !== false);
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingTitle}>
        {scope.kind === 'channel'
          ? 'Nothing was said here yet'
          : mode === 'all'
            ? 'No messages yet'
            : 'None of these yet'}
      </p>
      <p>What peers say to each other appears here as it is said. You can begin: write below.</p>
      {!dmVisible && <p>Direct messages between others cannot be seen with this credential.</p>}
    </div>
  );
}
