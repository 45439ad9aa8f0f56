import type { KeyboardEvent, PointerEvent } from 'react';
import { arrange } from './active.ts';
import { ratioAt, toStyle, type PlacedSplit, type Rect } from './geometry.ts';
import { MAX_RATIO, MIN_RATIO, setRatio } from './layout.ts';
import styles from './TerminalArea.module.css';

const STEP = 0.02;
const LARGE_STEP = 0.1;

/** The border between two parts of a split: drawn with the pointer, or moved with the arrow keys. */
export function Splitter({ placed, label }: { placed: PlacedSplit; label: string }) {
  const { split, rect } = placed;
  const isRow = split.direction === 'row';
  const move = (ratio: number): void => arrange((layout) => setRatio(layout, split.id, ratio));

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    // Without this the text of the page would be selected.
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const room = event.currentTarget.parentElement?.getBoundingClientRect();
    if (room === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const x = (event.clientX - room.left) / room.width;
    const y = (event.clientY - room.top) / room.height;
    move(ratioAt(placed, x, y));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const ratio = ratioAfter(event, split.ratio, isRow);
    if (ratio === undefined) return;
    event.preventDefault();
    move(ratio);
  };

  return (
    <div
      role="separator"
      tabIndex={0}
      className={styles.splitter}
      data-direction={split.direction}
      aria-label={label}
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(split.ratio * 100)}
      aria-valuemin={MIN_RATIO * 100}
      aria-valuemax={MAX_RATIO * 100}
      style={toStyle(borderOf(rect, split.ratio, isRow))}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={() => move(0.5)}
      onKeyDown={onKeyDown}
    />
  );
}

function borderOf(rect: Rect, ratio: number, isRow: boolean): Rect {
  return isRow
    ? { ...rect, left: rect.left + rect.width * ratio, width: 0 }
    : { ...rect, top: rect.top + rect.height * ratio, height: 0 };
}

function ratioAfter(event: KeyboardEvent, ratio: number, isRow: boolean): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const step = event.shiftKey ? LARGE_STEP : STEP;
  switch (event.key) {
    case isRow ? 'ArrowLeft' : 'ArrowUp':
      return ratio - step;
    case isRow ? 'ArrowRight' : 'ArrowDown':
      return ratio + step;
    case 'Home':
      return MIN_RATIO;
    case 'End':
      return MAX_RATIO;
    case 'Enter':
      return 0.5;
    default:
      return undefined;
  }
}
