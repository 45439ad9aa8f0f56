import type { KeyboardEvent, PointerEvent } from 'react';
import { setMeshUi } from '../../state/ui.ts';
import styles from './Agents.module.css';

const MIN = 0.2;
const MAX = 1;
const USUAL = 0.62;
const STEP = 0.02;
const LARGE_STEP = 0.1;

/** The border between the agents and their terminals: drawn with the pointer, or moved with the arrow keys. */
export function AreaSplitter({ share }: { share: number }) {
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
    setShare(1 - (event.clientY - room.top) / room.height);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const shares: Readonly<Record<string, number>> = {
      ArrowUp: share + step,
      ArrowDown: share - step,
      Home: MAX,
      End: MIN,
      Enter: USUAL,
    };
    const next = shares[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setShare(next);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      className={styles.splitter}
      aria-label="Between agents and terminals"
      aria-orientation="horizontal"
      aria-valuenow={Math.round((1 - share) * 100)}
      aria-valuemin={Math.round((1 - MAX) * 100)}
      aria-valuemax={Math.round((1 - MIN) * 100)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={() => setShare(USUAL)}
      onKeyDown={onKeyDown}
    />
  );
}

function setShare(share: number): void {
  setMeshUi({ terminalShare: Math.min(MAX, Math.max(MIN, share)) });
}
