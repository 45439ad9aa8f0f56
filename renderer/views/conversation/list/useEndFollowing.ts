import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ConversationKey } from '../../../state/ui.ts';
import type { Row } from '../rows.ts';
import { keepDistance, keepLayout, keptDistance, NEAR_END_PX } from './scroll-memory.ts';

/** Closer to the beginning than this, what was said before is read. */
const NEAR_TOP_PX = 240;
/** The place is kept this long after the last movement. */
const KEEP_MS = 200;

export interface EndFollowingOptions {
  readonly conversation: ConversationKey;
  readonly rows: readonly Row[];
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  readonly onEarlier: () => void;
  readonly onAtEnd: (isAtEnd: boolean) => void;
  readonly mesh: string | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>;
}

export interface EndFollowing {
  readonly isAtEnd: boolean;
  /** How many messages came since the reader left the end. */
  readonly unseen: number;
  onScroll(): void;
  jump(): void;
}

/** Where the reader is: opened where it was left, kept there while things are added, followed only at the end. */
export function useEndFollowing(o: EndFollowingOptions): EndFollowing {
  const { rows, scroller, virtualizer, conversation, mesh, onAtEnd } = o;
  const [isAtEnd, setAtEnd] = useState(true);
  /** The newest message when the end was left. */
  const [left, setLeft] = useState<string | undefined>(undefined);
  const atEnd = useRef(true);
  const isPlaced = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasRows = rows.length > 0;
  const newest = rows.findLast(({ kind }) => kind === 'message')?.key;

  const toEnd = (): void => virtualizer.scrollToEnd();
  useLayoutEffect(() => {
    if (!hasRows || isPlaced.current) return;
    isPlaced.current = true;
    const distance = keptDistance(conversation);
    const line = rows.findIndex(({ kind }) => kind === 'new');
    if (distance > 0) {
      const height = scroller.current?.clientHeight ?? 0;
      virtualizer.scrollToOffset(Math.max(0, virtualizer.getTotalSize() - height - distance));
    } else if (line !== -1) virtualizer.scrollToIndex(line, { align: 'start' });
    else virtualizer.scrollToEnd();
  }, [hasRows, rows, conversation, scroller, virtualizer]);

  // What one has just sent is looked at.
  const pending = rows.filter(({ kind }) => kind === 'pending').length;
  const pendingBefore = useRef(pending);
  useEffect(() => {
    if (pending > pendingBefore.current) virtualizer.scrollToEnd();
    pendingBefore.current = pending;
  }, [pending, virtualizer]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // Less room, from a band above or a longer letter below, must not hide the newest from someone at the end.
    const observer = new ResizeObserver(() => {
      if (atEnd.current && isPlaced.current) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, virtualizer]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (isPlaced.current) keepLayout(mesh, conversation, virtualizer.takeSnapshot());
    },
    [mesh, conversation, virtualizer],
  );

  // A conversation that does not fill its room cannot be scrolled to its beginning.
  const { hasEarlier, isLoadingEarlier, onEarlier } = o;
  useEffect(() => {
    const element = scroller.current;
    if (!hasRows || !hasEarlier || isLoadingEarlier || element === null) return;
    if (virtualizer.getTotalSize() <= element.clientHeight) onEarlier();
  }, [rows, hasRows, hasEarlier, isLoadingEarlier, onEarlier, scroller, virtualizer]);

  const onScroll = (): void => {
    const element = scroller.current;
    if (element === null || !isPlaced.current) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    const isNow = distance < NEAR_END_PX;
    if (isNow !== atEnd.current) {
      atEnd.current = isNow;
      setAtEnd(isNow);
      setLeft(isNow ? undefined : newest);
      onAtEnd(isNow);
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => keepDistance(conversation, distance), KEEP_MS);
    if (element.scrollTop < NEAR_TOP_PX && hasEarlier && !isLoadingEarlier) onEarlier();
  };

  return { isAtEnd, unseen: countAfter(rows, left), onScroll, jump: toEnd };
}

function countAfter(rows: readonly Row[], key: string | undefined): number {
  if (key === undefined) return 0;
  const at = rows.findLastIndex((row) => row.key === key);
  return rows.slice(at + 1).filter(({ kind }) => kind === 'message').length;
}
