import { useEffect, useState } from 'react';
import { visibleText } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { Icon } from '../../components/icons.tsx';
import { Loading, ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, useWindow, type Problem } from '../../state/store.ts';
import { copyText } from '../../leave.ts';
import styles from './settings.module.css';

/** The bundle is shown as a whole; nothing is cut from what will be saved. */
const MAX_SHOWN = 4_000_000;

/** The button that opens the preview. */
export function SupportButton() {
  const stale = useStale();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        disabled={stale !== undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="eye" size={14} /> Preview…
      </button>
      {isOpen && <SupportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Every line of the bundle, and the two ways to take it along. Nothing is sent anywhere. */
function SupportDialog({ onClose }: { onClose: () => void }) {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const [text, setText] = useState<string | undefined>();
  const [problem, setProblem] = useState<Problem | undefined>();

  useEffect(() => {
    let isOver = false;
    bridge
      .call('support.preview', { mesh })
      .then((answer) => isOver || setText(answer.text))
      .catch((error: unknown) => isOver || setProblem(explainProblem(error)));
    return () => {
      isOver = true;
    };
  }, [bridge, mesh]);

  return (
    <Dialog
      title="Support bundle"
      size="large"
      note={text !== undefined && <span className={controls.meta}>{describe(text)}</span>}
      onClose={onClose}
    >
      {problem !== undefined && <ProblemNote problem={problem} />}
      {text === undefined ? (
        problem === undefined && <Loading>Gathering the checks and the log.</Loading>
      ) : (
        <pre className={styles.bundle} tabIndex={0} aria-label="Every line of the bundle">
          {visibleText(text, MAX_SHOWN)}
        </pre>
      )}
      <DialogFoot note="Nothing is sent. Keys, prompts and messages are left out.">
        <button
          type="button"
          className={controls.button}
          disabled={text === undefined}
          onClick={() => text !== undefined && void copyText(text, 'The bundle')}
        >
          <Icon name="copy" size={14} /> Copy
        </button>
        <button
          type="button"
          className={controls.primary}
          disabled={text === undefined}
          onClick={() => text !== undefined && save(text)}
        >
          <Icon name="down" size={14} /> Save
        </button>
      </DialogFoot>
    </Dialog>
  );
}

function describe(text: string): string {
  const lines = text.split('\n').length;
  const kilobytes = Math.max(1, Math.round(new Blob([text]).size / 1024));
  return `${lines} lines, ${kilobytes} KB`;
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `cotal-support-${new Date().toISOString().slice(0, 10)}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  announce('The bundle was given to your browser to save.');
}
