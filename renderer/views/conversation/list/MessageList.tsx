import { defaultRangeExtractor, useVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import controls from '../../../components/controls.module.css';
import { Icon } from '../../../components/icons.tsx';
import { useWindow } from '../../../state/store.ts';
import type { ConversationKey } from '../../../state/ui.ts';
import type { Row } from '../rows.ts';
import { Line } from './Line.tsx';
import styles from './MessageList.module.css';
import { keptLayout, NEAR_END_PX } from './scroll-memory.ts';
import { useEndFollowing } from './useEndFollowing.ts';
import { useRowFocus } from './useRowFocus.ts';

/** What a view may do with its list. */
export interface MessageListHandle {
  /** Brings a message into view and gives it the focus. */
  show(key: string): void;
}

export interface MessageListProps {
  readonly label: string;
  /** Under which its place is kept; `null`: it is not. */
  readonly memoryKey: ConversationKey | null;
  readonly rows: readonly Row[];
  /** Has history been read? Before, nobody knows where the reader was. */
  readonly isComplete: boolean;
  readonly newRepliesOf: (row: Row) => number;
  readonly openThread: string | null;
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  /** Earlier messages are read only when the button is pressed, not by scrolling to the beginning. */
  readonly isEarlierAsked?: boolean;
  readonly onEarlier: () => void;
  /** What stands where nothing is before it; `null`: it begins with its first line. */
  readonly beginning: ReactNode;
  /** Told whenever the end comes into view or leaves it. */
  readonly onAtEnd: (isAtEnd: boolean) => void;
  readonly ref?: Ref<MessageListHandle>;
}

const TOP_PX = 48;
const NO_ITEMS: VirtualItem[] = [];
const ESTIMATES: Readonly<Record<Row['kind'], number>> = {
  day: 32,
  replayed: 32,
  new: 32,
  message: 56,
  pending: 56,
};

/** The lines of a conversation: laid out as far as they are in sight, the newest last, still under a reader's eye. */
export function MessageList(o: MessageListProps) {
  const { rows, memoryKey } = o;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const mesh = useWindow((s) => s.meshId);
  const activeRef = useRef(-1);
  const [layout] = useState(() => keptLayout(mesh, memoryKey));
  // No compiler memoizes here, so the virtualizer's functions are never stale.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => ESTIMATES[rows[index]?.kind ?? 'message'],
    initialMeasurementsCache: layout?.items ?? NO_ITEMS,
    initialOffset: layout?.offset ?? 0,
    overscan: 8,
    paddingStart: o.beginning === null ? 0 : TOP_PX,
    paddingEnd: 16,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
    rangeExtractor: (range) => withActive(range, activeRef.current),
  });
  const focus = useRowFocus(rows, list, virtualizer);
  useEffect(() => {
    // The row with the focus stays on the page while one scrolls elsewhere.
    activeRef.current = focus.activeIndex;
  }, [focus.activeIndex]);
  const end = useEndFollowing({ ...o, mesh, scroller, virtualizer, isPlacedAlready: layout !== undefined });
  const toNewest = (): void => {
    focus.toNewest();
    end.jump();
  };
  useImperativeHandle(o.ref, () => ({
    show(key) {
      focus.to(
        rows.findIndex((row) => row.key === key),
        'center',
      );
    },
  }));

  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller}>
        {o.beginning !== null && <Top {...o} />}
        <ol
          ref={list}
          className={styles.list}
          style={{ height: virtualizer.getTotalSize() }}
          aria-label={o.label}
          onKeyDown={focus.onKeyDown}
        >
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isActive = index === focus.activeIndex;
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                className={styles.row}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
                tabIndex={row.kind === 'message' ? (isActive ? 0 : -1) : undefined}
                onFocus={() => focus.onFocus(index)}
              >
                <Line
                  row={row}
                  newReplies={o.newRepliesOf(row)}
                  openThread={o.openThread}
                  isActive={isActive}
                />
              </li>
            );
          })}
        </ol>
      </div>
      {!end.isAtEnd && <Jump unseen={end.unseen} onJump={toNewest} />}
    </div>
  );
}

function Jump({ unseen, onJump }: { unseen: number; onJump: () => void }) {
  return (
    <button type="button" className={styles.jump} onClick={onJump}>
      <Icon name="down" size={14} /> Jump to newest {unseen > 0 && <span>{unseen}</span>}
    </button>
  );
}

function Top(o: MessageListProps) {
  return (
    <div className={styles.top}>
      {!o.hasEarlier ? (
        o.beginning
      ) : o.isLoadingEarlier ? (
        <span role="status">Reading what was said before.</span>
      ) : (
        <button type="button" className={`${controls.quiet} ${controls.small}`} onClick={o.onEarlier}>
          Show earlier
        </button>
      )}
    </div>
  );
}

function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || shown.includes(active)) return shown;
  return [...shown, active].toSorted((a, b) => a - b);
}
