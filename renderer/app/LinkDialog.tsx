import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { Dialog, DialogFoot } from '../components/Dialog.tsx';
import { announce, closeOverlay } from '../state/store.ts';
import styles from './Question.module.css';

/** Somebody opened a link of ours outside. It is shown; nothing is done by it. */
export function LinkDialog({ url }: { url: string }) {
  const command = `cotal join --link '${url.replaceAll("'", "'\\''")}'`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(command);
    announce('The command was copied.');
    closeOverlay();
  };
  return (
    <Dialog title="A link to a mesh was opened" onClose={closeOverlay} isAlert>
      <div className={styles.body}>
        <p>
          Something outside asked this app to open a link. A join link can hold a credential: whoever wrote it
          decides which mesh you would meet. Nothing has been done.
        </p>
        <p className={styles.quote}>
          <code>{visibleLine(url, 600)}</code>
        </p>
        <p>If you know where it comes from, join from a terminal of yours with the command.</p>
      </div>
      <DialogFoot>
        <button type="button" className={controls.button} onClick={() => void copy()}>
          Copy the command
        </button>
        <button type="button" className={controls.button} onClick={closeOverlay}>
          Close
        </button>
      </DialogFoot>
    </Dialog>
  );
}
