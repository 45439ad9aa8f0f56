import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { ConversationMessage } from '../../../../shared/mesh-view/conversation.ts';
import type { Row } from '../rows.ts';
import { useMessageActions } from './actions.ts';

export interface RowFocus {
  /** The row that Tab leads to: where one was last, else the newest message. */
  readonly activeIndex: number;
  /** Brings a row into view and gives it the focus. */
  to(index: number, align: 'auto' | 'center'): void;
  toNewest(): void;
  onFocus(index: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Up and down between messages, and what can be done with the one that has the focus. */
export function useRowFocus(
  rows: readonly Row[],
  list: RefObject<HTMLOListElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
): RowFocus {
  const actions = useMessageActions();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const isMessage = (row: Row | undefined): boolean => row?.kind === 'message';
  const kept = activeKey === null ? -1 : rows.findIndex(({ key }) => key === activeKey);
  const activeIndex = kept === -1 ? rows.findLastIndex(isMessage) : kept;

  const move = (to: number, align: 'auto' | 'center' = 'auto'): void => {
    const row = rows[to];
    if (row === undefined) return;
    setActiveKey(row.key);
    virtualizer.scrollToIndex(to, { align });
    focusWhenThere(list, to, FRAMES);
  };
  const act = (key: string, message: ConversationMessage): boolean => {
    if (key === 'Enter' && message.id !== '') actions.openThread?.(message);
    else if (key === 'c') actions.copy(message);
    else if (key === 'i') actions.showDetails(message);
    else return false;
    return true;
  };

  return {
    activeIndex,
    to: move,
    toNewest: () => move(rows.findLastIndex(isMessage)),
    onFocus: (index) => setActiveKey(rows[index]?.key ?? null),
    onKeyDown(event) {
      const isOnRow = event.target instanceof HTMLElement && event.target.dataset['index'] !== undefined;
      if (!isOnRow || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = activeIndex;
      const row = rows[at];
      if (event.key === 'ArrowUp') move(rows.findLastIndex((each, index) => index < at && isMessage(each)));
      else if (event.key === 'ArrowDown')
        move(rows.findIndex((each, index) => index > at && isMessage(each)));
      else if (event.key === 'Home') move(rows.findIndex(isMessage));
      else if (event.key === 'End') move(rows.findLastIndex(isMessage));
      else if (row?.kind !== 'message' || !act(event.key, row.message)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** A row may only be laid out by the scrolling that leads to it. */
const FRAMES = 6;

function focusWhenThere(list: RefObject<HTMLOListElement | null>, index: number, frames: number): void {
  requestAnimationFrame(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-index='${index}']`);
    if (row !== null && row !== undefined) row.focus({ preventScroll: true });
    else if (frames > 0) focusWhenThere(list, index, frames - 1);
  });
}
