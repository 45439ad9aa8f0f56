import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import controls from './controls.module.css';
import styles from './Dialog.module.css';
import { Icon } from './icons.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Beside the title: what it is about, in a few words. */
  readonly note?: ReactNode;
  readonly size?: 'small' | 'large';
  /** Asks for a decision that cannot be taken back. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

/** What floats above the window until it is done with: the focus stays in it, Escape and a click outside close it. */
export function Dialog({ title, onClose, note, size = 'small', isAlert = false, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isAlert}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={styles.scrim ?? ''}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'} className={styles.dialog ?? ''}>
          <header className={styles.head}>
            <Heading slot="title">{title}</Heading>
            {note}
            <button type="button" className={controls.iconButton} aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The dialog's last line: what the same would be on the command line, or nothing, and the buttons. */
export function DialogFoot({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <footer className={styles.foot}>
      <span className={controls.meta}>{note}</span>
      {children}
    </footer>
  );
}
