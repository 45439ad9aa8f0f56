import type { ReactNode } from 'react';
import styles from './settings.module.css';

export interface SettingRowProps {
  readonly label: string;
  /** One sentence about it; nothing to see behind a tooltip. */
  readonly note?: ReactNode;
  /** What changes it, on the right. */
  readonly children?: ReactNode;
  /** What takes the whole width, below. */
  readonly below?: ReactNode;
}

/** A setting: its name and a sentence on the left, what changes it on the right. */
export function SettingRow({ label, note, children, below }: SettingRowProps) {
  return (
    <div className={styles.setting}>
      <div className={styles.words}>
        <h3>{label}</h3>
        {note !== undefined && <p>{note}</p>}
      </div>
      {children !== undefined && <div className={styles.control}>{children}</div>}
      {below !== undefined && <div className={styles.below}>{below}</div>}
    </div>
  );
}
