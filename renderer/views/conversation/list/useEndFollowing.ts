import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ConversationKey } from '../../../state/ui.ts';
import type { Row } from '../rows.ts';
import { keepDistance, keepLayout, keptDistance, NEAR_END_PX } from './scroll-memory.ts';

/** Closer to the beginning than this, what was said before is read. */
const NEAR_TOP_PX = 240;
/** The place is kept this long after the last movement. */
const KEEP_MS = 200;

export interface EndFollowingOptions {
  /** Under which the place is kept; `null`: it is not. */
  readonly memoryKey: ConversationKey | null;
  readonly rows: readonly Row[];
  /** Has history been read? Before, nobody knows where the reader was. */
  readonly isComplete: boolean;
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  readonly isEarlierAsked?: boolean;
  readonly onEarlier: () => void;
  readonly onAtEnd: (isAtEnd: boolean) => void;
  readonly mesh: string | null;
  /** Was it laid out and scrolled as it was left a moment ago? */
  readonly isPlacedAlready: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>;
}

export interface EndFollowing {
  readonly isAtEnd: boolean;
  /** How many messages came since the reader left the end. */
  readonly unseen: number;
  jump(): void;
}

/** Where the reader is: opened where it was left, kept there while things are added, followed only at the end. */
export function useEndFollowing(o: EndFollowingOptions): EndFollowing {
  const { rows, isComplete, scroller, virtualizer, memoryKey, mesh, isPlacedAlready } = o;
  const [isAtEnd, setAtEnd] = useState(true);
  /** The newest message when the end was left. */
  const [left, setLeft] = useState<string | undefined>(undefined);
  /** Not known before the list has been placed. */
  const atEnd = useRef<boolean>(undefined);
  const isPlaced = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const look = useEffectEvent(() => {
    const element = scroller.current;
    if (element === null || !isPlaced.current) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    const isNow = distance < NEAR_END_PX;
    if (isNow !== atEnd.current) {
      atEnd.current = isNow;
      setAtEnd(isNow);
      setLeft(isNow ? undefined : rows.findLast(({ kind }) => kind === 'message')?.key);
      o.onAtEnd(isNow);
    }
    clearTimeout(timer.current);
    if (memoryKey !== null) timer.current = setTimeout(() => keepDistance(memoryKey, distance), KEEP_MS);
    const isNearTop = element.scrollTop < NEAR_TOP_PX && o.isEarlierAsked !== true;
    if (isNearTop && o.hasEarlier && !o.isLoadingEarlier) o.onEarlier();
  });
  useLayoutEffect(() => {
    if (rows.length === 0 || isPlaced.current) return;
    if (!isComplete) return virtualizer.scrollToEnd();
    isPlaced.current = true;
    const distance = memoryKey === null ? 0 : keptDistance(memoryKey);
    if (distance === 0 || !isPlacedAlready) place(rows, distance, scroller.current, virtualizer);
    // Two frames: one in which it scrolls, one in which heights are measured.
    requestAnimationFrame(() => requestAnimationFrame(look));
  }, [rows, isComplete, memoryKey, isPlacedAlready, scroller, virtualizer]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // Less room, from a band above or a longer letter below, must not hide the newest from someone at the end.
    const observer = new ResizeObserver(() => {
      if (atEnd.current === true) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    const onScroll = (): void => look();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, virtualizer]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (isPlaced.current && memoryKey !== null)
        keepLayout(mesh, memoryKey, {
          items: virtualizer.takeSnapshot(),
          offset: virtualizer.scrollOffset ?? 0,
        });
    },
    [mesh, memoryKey, virtualizer],
  );
  useSentInView(rows, virtualizer);
  useFilledRoom(o);

  return { isAtEnd, unseen: countAfter(rows, left), jump: () => virtualizer.scrollToEnd() };
}

/** Where a conversation opens: where it was left, else where what is new begins, else at its end. */
function place(
  rows: readonly Row[],
  distance: number,
  scroller: HTMLDivElement | null,
  virtualizer: EndFollowingOptions['virtualizer'],
): void {
  const firstNew = rows.findIndex(({ kind }) => kind === 'new');
  if (distance > 0) {
    const end = virtualizer.getTotalSize() - (scroller?.clientHeight ?? 0);
    const line = virtualizer.getVirtualItemForOffset(Math.max(0, end - distance));
    // By line, not by pixel: heights are only guessed before they are measured.
    virtualizer.scrollToIndex(line?.index ?? 0, { align: 'start' });
  } else if (firstNew !== -1) virtualizer.scrollToIndex(firstNew, { align: 'start' });
  else virtualizer.scrollToEnd();
}

/** What one has just sent is looked at. */
function useSentInView(rows: readonly Row[], virtualizer: EndFollowingOptions['virtualizer']): void {
  const pending = rows.filter(({ kind }) => kind === 'pending').length;
  const before = useRef(pending);
  useEffect(() => {
    if (pending > before.current) virtualizer.scrollToEnd();
    before.current = pending;
  }, [pending, virtualizer]);
}

/** A conversation that does not fill its room cannot be scrolled to its beginning: more of it is read at once. */
function useFilledRoom(o: EndFollowingOptions): void {
  const { rows, isComplete, hasEarlier, isLoadingEarlier, isEarlierAsked, onEarlier, scroller, virtualizer } =
    o;
  useEffect(() => {
    const element = scroller.current;
    if (
      isEarlierAsked === true ||
      !isComplete ||
      rows.length === 0 ||
      !hasEarlier ||
      isLoadingEarlier ||
      element === null
    )
      return;
    if (virtualizer.getTotalSize() <= element.clientHeight) onEarlier();
  }, [rows, isComplete, hasEarlier, isLoadingEarlier, isEarlierAsked, onEarlier, scroller, virtualizer]);
}

function countAfter(rows: readonly Row[], key: string | undefined): number {
  if (key === undefined) return 0;
  const at = rows.findLastIndex((row) => row.key === key);
  return rows.slice(at + 1).filter(({ kind }) => kind === 'message').length;
}
