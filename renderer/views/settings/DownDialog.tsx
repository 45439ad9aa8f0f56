import { useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, useWindow, type Problem } from '../../state/store.ts';
import styles from './settings.module.css';
import { explainDown } from './words.ts';

/** Asks before a mesh is brought down, and says what that does to whom. */
export function DownDialog({ mesh, space, onClose }: { mesh: string; space: string; onClose: () => void }) {
  const bridge = useBridge();
  const agents = useWindow((s) => s.agents);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>();
  const running = agents.filter(({ process }) => process === 'running').map(({ name }) => name);
  const name = visibleLine(space, 64);

  async function bringDown(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await bridge.call('mesh.down', { mesh });
      announce(`The mesh ${name} is down.`);
      onClose();
    } catch (error) {
      setProblem(explainProblem(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={`Bring ${name} down`} isAlert onClose={onClose}>
      <div className={styles.ask}>
        <p>{visibleLine(explainDown(running), 600)}</p>
        <p>
          Then its broker ends, and programs that joined from outside lose it. Messages, personas and files
          stay where they are; the mesh has them again when it is brought up.
        </p>
        {problem !== undefined && <ProblemNote problem={problem} />}
      </div>
      <DialogFoot note={<code>cotal down</code>}>
        <button type="button" className={controls.quiet} onClick={onClose}>
          Cancel
        </button>
        <button type="button" className={controls.bad} disabled={isBusy} onClick={() => void bringDown()}>
          {isBusy ? 'Bringing it down' : 'Bring it down'}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
