import { useState } from 'react';
import { visibleText } from '../../../shared/base/visible.ts';
import { Segmented } from '../../components/Choice.tsx';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, type Problem } from '../../state/store.ts';
import type { Loaded, PersonaFile } from './data.ts';
import { DiffView } from './DiffView.tsx';
import { setPersonaDraft, type PersonaDraft } from './draft.ts';
import styles from './personas.module.css';

export interface SaveDialogProps {
  readonly mesh: string;
  readonly name: string;
  readonly draft: PersonaDraft;
  /** The file as it is now, and how to look again. */
  readonly file: Loaded<PersonaFile>;
  readonly current: PersonaFile;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Shows what a save changes before it does; when the file has changed meanwhile, shows both and lets the person choose. */
export function SaveDialog({ mesh, name, draft, file, current, onClose, onSaved }: SaveDialogProps) {
  const bridge = useBridge();
  const [problem, setProblem] = useState<Problem | undefined>();
  const [isBusy, setBusy] = useState(false);
  const isConflict = draft.revision !== current.revision;

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { text } = draft;
      const { revision } = await bridge.call('personas.save', {
        mesh,
        name,
        text,
        revision: current.revision,
      });
      file.replace({ text, revision });
      setPersonaDraft(name, undefined);
      announce(`Saved ${name}.`);
      onSaved();
      onClose();
    } catch (error) {
      setProblem(explainProblem(error));
      // Where the file has changed, what is there now is shown beside what was written here.
      file.reload();
      setBusy(false);
    }
  }

  function takeTheirs(): void {
    setPersonaDraft(name, undefined);
    announce(`Dropped your edits of ${name}.`);
    onClose();
  }

  return (
    <Dialog
      title={isConflict ? `${name} was changed meanwhile` : `Save ${name}`}
      size="large"
      onClose={onClose}
    >
      <div className={styles.compare}>
        {isConflict ? (
          <Both theirs={current} mine={draft.text} />
        ) : (
          <DiffView before={current.text} after={draft.text} label="What changes" />
        )}
      </div>
      {problem !== undefined && <ProblemNote problem={problem} />}
      <DialogFoot note={isConflict ? 'Nothing is overwritten until you choose.' : undefined}>
        <button type="button" className={controls.quiet} onClick={onClose}>
          Go on editing
        </button>
        {isConflict && (
          <button type="button" className={controls.button} disabled={isBusy} onClick={takeTheirs}>
            {current.revision === null ? 'Leave it deleted, drop mine' : 'Take theirs, drop mine'}
          </button>
        )}
        <button
          type="button"
          className={isConflict ? controls.button : controls.primary}
          disabled={isBusy}
          onClick={() => void save()}
        >
          {isBusy ? 'Saving' : saveWords(isConflict, current.revision !== null)}
        </button>
      </DialogFoot>
    </Dialog>
  );
}

function saveWords(isConflict: boolean, isThere: boolean): string {
  if (!isConflict) return 'Save';
  return isThere ? 'Keep mine, replace theirs' : 'Save mine anew';
}

const SIDES = [
  { id: 'difference', label: 'From theirs to mine' },
  { id: 'theirs', label: 'Theirs' },
  { id: 'mine', label: 'Mine' },
] as const;

function Both({ theirs, mine }: { theirs: PersonaFile; mine: string }) {
  const [side, setSide] = useState<(typeof SIDES)[number]['id']>('difference');
  return (
    <>
      <p className={styles.note}>
        {theirs.revision === null
          ? 'Somebody deleted the file after you began to edit it.'
          : 'Somebody saved another text after you began to edit this one. Both are here.'}
      </p>
      <Segmented label="Which text" options={SIDES} value={side} onChange={setSide} />
      {side === 'difference' ? (
        <DiffView before={theirs.text} after={mine} label="From theirs to mine" />
      ) : (
        <pre className={styles.whole} tabIndex={0} aria-label={side === 'theirs' ? 'Theirs' : 'Mine'}>
          {visibleText(side === 'theirs' ? theirs.text : mine, 300_000)}
        </pre>
      )}
    </>
  );
}
