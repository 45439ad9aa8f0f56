import type { ReactNode } from 'react';
import { visibleLine } from '../../shared/base/visible.ts';
import type { Problem } from '../state/store.ts';
import controls from './controls.module.css';
import { Icon, type IconName } from './icons.tsx';
import styles from './View.module.css';

export interface ViewHeadProps {
  readonly title: ReactNode;
  /** What this view is of, in a few words. */
  readonly note?: ReactNode;
  readonly hasLine?: boolean;
  /** What can be done here, on the right. */
  readonly children?: ReactNode;
}

/** The first line of a view. */
export function ViewHead({ title, note, hasLine = false, children }: ViewHeadProps) {
  return (
    <header className={styles.head} data-line={hasLine}>
      <h1 className={controls.clip}>{title}</h1>
      {note !== undefined && <span className={`${controls.meta} ${controls.clip}`}>{note}</span>}
      <span className={styles.actions}>{children}</span>
    </header>
  );
}

export interface EmptyProps {
  readonly title: string;
  /** One sentence that teaches what would be here. */
  readonly children: ReactNode;
  readonly icon?: IconName;
  readonly action?: ReactNode;
}

/** Nothing is here yet: what would be, and how it gets here. */
export function Empty({ title, children, icon, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && <Icon name={icon} size={20} />}
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Something is on its way. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <p className={styles.loading} role="status">
      {children}
    </p>
  );
}

/** What did not work, why and what to do, with another try where one makes sense. */
export function ProblemNote({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" />
      <p>
        <b>{visibleLine(problem.what, 400)}</b> {visibleLine(problem.remedy, 400)}
      </p>
      {onRetry !== undefined && (
        <button type="button" className={`${controls.button} ${controls.small}`} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
