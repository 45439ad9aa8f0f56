import type { ReactNode } from 'react';
import controls from './controls.module.css';
import styles from './Notice.module.css';

export interface NoticeProps {
  readonly title: string;
  /** Why, and what to do about it. */
  readonly children: ReactNode;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Something went wrong, as opposed to still going on. */
  readonly isProblem?: boolean;
}

/** A page with nothing but a sentence: before there is anything to show, or when there cannot be. */
export function Notice({ title, children, action, isProblem = false }: NoticeProps) {
  return (
    <main className={styles.notice}>
      <h1>{title}</h1>
      <div className={styles.text} role={isProblem ? 'alert' : 'status'}>
        {children}
      </div>
      {action !== undefined && (
        <button type="button" className={controls.button} onClick={action.run}>
          {action.label}
        </button>
      )}
    </main>
  );
}
