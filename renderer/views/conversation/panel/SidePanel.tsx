import { useEffect, useRef, type ReactNode } from 'react';
import controls from '../../../components/controls.module.css';
import { Icon } from '../../../components/icons.tsx';
import styles from './SidePanel.module.css';

export interface SidePanelProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What stands beside a conversation until it is closed; Escape inside it closes it too. */
export function SidePanel({ title, note, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    const element = panel.current;
    if (element?.querySelector('[data-autofocus="true"]') === null) element.focus();
    return () => {
      // Back to where one came from, unless the focus has moved on.
      const isInside = element?.contains(document.activeElement) ?? false;
      const isLost = document.activeElement === document.body;
      if ((isInside || isLost) && before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={title}
      tabIndex={-1}
      data-side-panel=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h2>{title}</h2>
        <span className={`${controls.meta} ${controls.clip}`}>{note}</span>
        <button
          type="button"
          className={controls.iconButton}
          aria-label={`Close ${title.toLowerCase()}`}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      {children}
    </aside>
  );
}
