import { useState } from 'react';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { Dialog, DialogFoot } from '../components/Dialog.tsx';
import { ProblemNote } from '../components/View.tsx';
import { useBridge } from '../state/bridge-context.ts';
import { explainProblem } from '../state/follow.ts';
import { closeOverlay, useWindow, type Problem } from '../state/store.ts';
import styles from './Question.module.css';

/** Quitting is two different things; which one is asked every time. */
export function QuitDialog() {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const space = useWindow((s) => s.status?.space ?? 'the mesh');
  const running = useWindow((s) => s.agents.filter(({ process }) => process === 'running').length);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const quit = async (stopMesh: string | null): Promise<void> => {
    setBusy(true);
    try {
      await bridge.call('shell.quit', { stopMesh });
    } catch (error) {
      setProblem(explainProblem(error));
      setBusy(false);
    }
  };
  const agents = running === 1 ? 'One agent is' : `${running === 0 ? 'No' : running} agents are`;
  return (
    <Dialog title="Close the window, or stop the mesh?" onClose={closeOverlay} isAlert>
      <div className={styles.body}>
        <p>
          {agents} running on {visibleLine(space, 64)}. Closing keeps them at work; the next start shows them
          as they are. Stopping ends each agent, then the mesh.
        </p>
        {problem !== undefined && <ProblemNote problem={problem} />}
      </div>
      <DialogFoot>
        <button type="button" className={controls.quiet} onClick={closeOverlay}>
          Cancel
        </button>
        <button
          type="button"
          className={controls.bad}
          disabled={isBusy || mesh === null}
          onClick={() => void quit(mesh)}
        >
          Stop the mesh
        </button>
        <button type="button" className={controls.button} disabled={isBusy} onClick={() => void quit(null)}>
          Close, keep running
        </button>
      </DialogFoot>
    </Dialog>
  );
}
