import { useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import { joinWords } from '../../../shared/mesh-view/access.ts';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { Field } from '../../components/Field.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, type Problem } from '../../state/store.ts';
import { goTo } from '../../state/ui.ts';
import { setPersonaDraft } from './draft.ts';
import styles from './personas.module.css';

export interface DeleteDialogProps {
  readonly mesh: string;
  readonly name: string;
  /** Agents that run it now: as long as there is one, it stays. */
  readonly running: readonly string[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a persona once its name was typed. */
export function DeleteDialog({ mesh, name, running, onClose, onDeleted }: DeleteDialogProps) {
  const bridge = useBridge();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem | undefined>();
  const isHeld = running.length > 0;

  async function remove(): Promise<void> {
    try {
      await bridge.call('personas.remove', { mesh, name });
      setPersonaDraft(name, undefined);
      announce(`Deleted the persona ${name}.`);
      goTo({ kind: 'personas', name: null });
      onDeleted();
      onClose();
    } catch (error) {
      setProblem(explainProblem(error));
    }
  }

  return (
    <Dialog title={`Delete ${name}`} isAlert onClose={onClose}>
      <div className={styles.ask}>
        {isHeld ? (
          <p>
            {visibleLine(joinWords(running), 300)} {running.length === 1 ? 'runs' : 'run'} with this persona
            now, and a restart would not find it any more. Stop {running.length === 1 ? 'it' : 'them'} first.
          </p>
        ) : (
          <>
            <p>
              The file of this persona is deleted; it cannot be brought back from here. Agents that ran with
              it before keep what they said.
            </p>
            <Field label={`Type ${name} to delete it`} value={typed} autoFocus onChange={setTyped} />
          </>
        )}
        {problem !== undefined && <ProblemNote problem={problem} />}
      </div>
      <DialogFoot>
        <button type="button" className={controls.quiet} onClick={onClose}>
          {isHeld ? 'Close' : 'Cancel'}
        </button>
        {!isHeld && (
          <button
            type="button"
            className={controls.bad}
            disabled={typed !== name}
            onClick={() => void remove()}
          >
            Delete the persona
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

/** Asks before unsaved edits are dropped. */
export function DropDialog({ name, isNew, onClose }: { name: string; isNew: boolean; onClose: () => void }) {
  function drop(): void {
    setPersonaDraft(name, undefined);
    announce(`Dropped your edits of ${name}.`);
    if (isNew) goTo({ kind: 'personas', name: null });
    onClose();
  }
  return (
    <Dialog title="Drop your edits" isAlert onClose={onClose}>
      <div className={styles.ask}>
        <p>
          {isNew
            ? `${name} was never saved; nothing of it is left when you drop it.`
            : `${name} is as its file says again; what you wrote is gone.`}
        </p>
      </div>
      <DialogFoot>
        <button type="button" className={controls.quiet} onClick={onClose}>
          Go on editing
        </button>
        <button type="button" className={controls.bad} onClick={drop}>
          Drop the edits
        </button>
      </DialogFoot>
    </Dialog>
  );
}
