import type { ReactNode } from 'react';
import type { StateShape } from '../state/roster.ts';
import { DRAWINGS } from './drawings.tsx';
import styles from './icons.module.css';

export type IconName = keyof typeof DRAWINGS;

/** A decorative icon: what it means stands in words beside it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: 12 | 14 | 16 | 20 }) {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}

const SHAPES: Readonly<Record<StateShape, ReactNode>> = {
  working: <circle cx="6" cy="6" r="4.75" className={styles.filled} />,
  waiting: (
    <>
      <circle cx="6" cy="6" r="4.25" />
      <path d="M6 1.75a4.25 4.25 0 0 0 0 8.5z" className={styles.filled} />
    </>
  ),
  idle: <circle cx="6" cy="6" r="4.25" />,
  offline: (
    <>
      <circle cx="6" cy="6" r="4.25" />
      <path d="m3.2 8.8 5.6-5.6" />
    </>
  ),
  stale: <circle cx="6" cy="6" r="4.25" strokeDasharray="2.2 2.25" />,
  starting: <path d="M6 1.75A4.25 4.25 0 1 1 1.75 6" />,
};

/** A state by shape and colour; the word is its name for whoever does not see it. */
export function StateGlyph({ shape, word }: { shape: StateShape; word?: string }) {
  return (
    <svg
      className={`${styles.glyph} ${styles[shape]}`}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      {...(word === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': word })}
    >
      {SHAPES[shape]}
    </svg>
  );
}
