import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Row } from './activity.ts';

/** Closer to the end than this counts as being at the end. */
const NEAR_END_PX = 24;
/** Whoever moved the pointer over the rows this recently may be about to click one. */
const POINTING_MS = 1200;

/** Where the reader of a growing list is. */
export interface Place {
  /** The row that was the newest when the reader left the end; `undefined` while at the end. */
  readonly leftAt: string | undefined;
  readonly onScroll: () => void;
  readonly onPointerMove: () => void;
  readonly toEnd: () => void;
}

/**
 * Keeps the place of whoever reads: only someone at the end, who marks no row and is not just pointing at one, is
 * moved on with it. What goes at the start is made up for.
 */
export function useKeepPlace(
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowPx: number,
  isReading: boolean,
): Place {
  const [leftAt, setLeftAt] = useState<string | undefined>(undefined);
  const isAtEnd = useRef(true);
  const pointedAt = useRef(0);
  const last = useRef(rows);
  const leave = (newest: string | undefined): void => {
    isAtEnd.current = false;
    setLeftAt((at) => at ?? newest);
  };

  useLayoutEffect(() => {
    const element = list.current;
    const before = last.current;
    last.current = rows;
    if (element === null) return undefined;
    const dropped = droppedFrom(before, rows);
    if (dropped > 0) element.scrollBy({ top: -dropped * rowPx });
    if (!isAtEnd.current) return undefined;
    const isNew = before !== rows;
    if (isReading) {
      if (isNew) leave(before.at(-1)?.id);
      return undefined;
    }
    const waitMs = isNew ? pointedAt.current + POINTING_MS - performance.now() : 0;
    if (waitMs <= 0) {
      scrollToEnd(element);
      return undefined;
    }
    const timer = setTimeout(() => isAtEnd.current && scrollToEnd(element), waitMs);
    return () => clearTimeout(timer);
  }, [list, rows, rowPx, isReading]);

  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    // Less room, from details that open below, must not hide the newest from someone at the end.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) scrollToEnd(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);

  return {
    leftAt,
    onScroll() {
      const element = list.current;
      if (element === null) return;
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
      if (isAtEnd.current) setLeftAt(undefined);
      else leave(rows.at(-1)?.id);
    },
    onPointerMove() {
      pointedAt.current = performance.now();
    },
    toEnd() {
      isAtEnd.current = true;
      setLeftAt(undefined);
      if (list.current !== null) scrollToEnd(list.current);
    },
  };
}

function scrollToEnd(element: HTMLElement): void {
  element.scrollTo({ top: element.scrollHeight });
}

function droppedFrom(before: readonly Row[], after: readonly Row[]): number {
  const first = after[0]?.id;
  if (first === undefined || before[0]?.id === first) return 0;
  return Math.max(
    0,
    before.findIndex(({ id }) => id === first),
  );
}
