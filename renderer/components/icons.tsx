import type { ReactNode } from 'react';
import type { StateShape } from '../state/roster.ts';
import styles from './icons.module.css';

/** Drawings on a 20-unit grid: strokes only, round ends. The same thing has the same icon everywhere. */
const DRAWINGS = {
  channel: <path d="M7.5 3.5 6 16.5M14 3.5l-1.5 13M3.5 7.5h13.5M3 12.5h13.5" />,
  direct: <path d="M3.5 10h13M12 5.5 16.5 10 12 14.5" />,
  role: <path d="M3.5 10h5.5M16.5 4.5c-4 0-4.5 5.5-7.5 5.5 3 0 3.5 5.5 7.5 5.5M16.5 10H9" />,
  activity: <path d="M2.5 10.5h3l2.5-6.5 4 12 2.5-5.5h3" />,
  plus: <path d="M10 4v12M4 10h12" />,
  stop: <rect x="5" y="5" width="10" height="10" rx="1.5" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  down: <path d="M10 3.5v9M6 9l4 4 4-4M4 16.5h12" />,
  chevron: <path d="m6 8 4 4 4-4" />,
  send: <path d="M10 16V4.5M5 9.5l5-5 5 5" />,
  warning: <path d="M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.2v.1" />,
  terminal: (
    <>
      <rect x="2.5" y="3.5" width="15" height="13" rx="2" />
      <path d="m6 8 2.5 2.5L6 13M10.5 13H14" />
    </>
  ),
  traffic: <path d="M3 7h13M13 4l3 3-3 3M17 13H4M7 10l-3 3 3 3" />,
  layers: <path d="m10 3 7 3.5-7 3.5-7-3.5zM3.5 10l6.5 3.2 6.5-3.2M3.5 13.5 10 16.7l6.5-3.2" />,
  live: <path d="M2.5 10c2-4 4-4 5.5 0s3.5 4 5 0 3-3 4.5 0" />,
  check: <path d="m4 10.5 4 4 8-9" />,
} as const satisfies Record<string, ReactNode>;
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
