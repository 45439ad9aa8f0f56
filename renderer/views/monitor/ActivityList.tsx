import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { useWindow } from '../../state/store.ts';
import { useUi } from '../../state/ui.ts';
import { countAfter, type Row } from './activity.ts';
import styles from './Activity.module.css';
import { ActivityRow, optionId, type DeliveryClass } from './ActivityRow.tsx';
import { jumpToNewest, selectRow, togglePause, useMonitor } from './control.ts';
import { useKeepPlace } from './useKeepPlace.ts';

/** As `--row` is at each density. */
const ROW_PX = { comfortable: 32, compact: 26 } as const;
const PADDING_PX = 4;
/** Elements are kept for a multiple of this many rows. */
const SLOTS = 16;

/** The rows, the newest last. It never moves under a reader: only someone at the end is kept there. */
export function ActivityList({ rows, missed }: { rows: readonly Row[]; missed: number | null }) {
  const list = useRef<HTMLDivElement>(null);
  const rowPx = useUi((ui) => ROW_PX[ui.density]);
  const selected = useMonitor((s) => s.selected);
  const jumps = useMonitor((s) => s.jumps);
  const classOf = useDeliveryClasses();
  const selectedPlace = useMemo(
    () => (selected === null ? -1 : rows.findLastIndex(({ id }) => id === selected)),
    [rows, selected],
  );
  // Nothing below is memoised on what this returns, which is why its own renewal is enough.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowPx,
    overscan: 4,
    // It begins at the end; left alone, the library would scroll to the start.
    initialOffset: () => rows.length * rowPx,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
    // The marked row stays in the page wherever the list is, so that it keeps its name for whoever cannot see it.
    rangeExtractor: (range: Range) => withPlace(defaultRangeExtractor(range), selectedPlace),
  });
  useEffect(() => virtual.measure(), [virtual, rowPx]);
  const place = useKeepPlace(list, rows, rowPx, selected !== null);

  const { toEnd } = place;
  const shownJumps = useRef(jumps);
  useEffect(() => {
    if (shownJumps.current === jumps) return;
    shownJumps.current = jumps;
    toEnd();
    list.current?.focus();
  }, [jumps, toEnd]);

  const move = (to: number): void => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[index];
    if (row === undefined) return;
    selectRow(row.id);
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? rowPx) / rowPx) - 1);
    const from = selectedPlace === -1 ? rows.length : selectedPlace;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(from + 1),
      ArrowUp: () => move(from - 1),
      PageDown: () => move(from + page),
      PageUp: () => move(from - page),
      Home: () => move(0),
      End: jumpToNewest,
      Enter: () => selected !== null && selectRow(selected, true),
      Escape: () => selectRow(null),
    };
    const run = moves[event.key];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const onClick = (event: MouseEvent): void => {
    const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    if (row instanceof HTMLElement && row.dataset['row'] !== undefined) selectRow(row.dataset['row'], true);
  };
  const items = virtual.getVirtualItems();
  const slots = Math.ceil((items.length + 1) / SLOTS) * SLOTS;
  const unseen = countAfter(rows, place.leftAt);

  return (
    <div className={styles.frame}>
      <div
        ref={list}
        className={styles.list}
        role="listbox"
        aria-label="Activity, newest last"
        aria-activedescendant={selectedPlace === -1 ? undefined : optionId(rows[selectedPlace]?.id ?? '')}
        tabIndex={0}
        onScroll={place.onScroll}
        onPointerMove={place.onPointerMove}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <ActivityRow
                  // While it scrolls, elements are used again for other rows.
                  key={index === selectedPlace ? 'selected' : index % slots}
                  row={row}
                  deliveryClass={classOf(row)}
                  place={index}
                  top={start}
                  isSelected={index === selectedPlace}
                />
              )
            );
          })}
        </div>
      </div>
      {missed !== null ? (
        <button type="button" className={styles.pill} onClick={togglePause}>
          <Icon name="play" size={14} /> Paused, {missed === 0 ? 'nothing new since' : 'go on with'}
          {missed > 0 && <span>{missed.toLocaleString('en')}</span>}
          <kbd className={controls.key}>Space</kbd>
        </button>
      ) : (
        unseen > 0 && (
          <button type="button" className={styles.pill} onClick={jumpToNewest}>
            <Icon name="down" size={14} /> Jump to newest <span>{unseen.toLocaleString('en')}</span>
            <kbd className={controls.key}>End</kbd>
          </button>
        )
      )}
    </div>
  );
}

function withPlace(range: number[], place: number): number[] {
  if (place === -1 || range.includes(place)) return range;
  return [...range, place].sort((a, b) => a - b);
}

/** Direct messages and work for a role are always kept; of a channel, its class says. */
function useDeliveryClasses(): (row: Row) => DeliveryClass {
  const channels = useWindow((s) => s.snapshot?.channels);
  const classes = useMemo(
    () => new Map(channels?.map(({ channel, deliveryClass }) => [channel, deliveryClass])),
    [channels],
  );
  return (row) => {
    if (row.delivery === 'presence') return 'unknown';
    if (row.delivery !== 'multicast') return 'durable';
    return (row.channel === null ? undefined : classes.get(row.channel)) ?? 'unknown';
  };
}
