import { useEffect, useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { Field } from '../../components/Field.tsx';
import { Icon } from '../../components/icons.tsx';
import { Loading, ProblemNote } from '../../components/View.tsx';
import type { CallOutput } from '../../bridge.ts';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import type { Problem } from '../../state/store.ts';
import styles from './FolderDialog.module.css';

export interface FolderDialogProps {
  readonly title: string;
  /** Where to begin; `null`: the person's home. */
  readonly from: string | null;
  /** What choosing does, as the button says it. */
  readonly action: string;
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

/** The page's own way to a folder, where the system's dialog cannot be had. */
export function FolderDialog({ title, from, action, onChoose, onClose }: FolderDialogProps) {
  const bridge = useBridge();
  const [wanted, setWanted] = useState(from);
  const [typed, setTyped] = useState(from ?? '');
  const [here, setHere] = useState<CallOutput<'shell.listFolders'> | undefined>();
  const [problem, setProblem] = useState<Problem | undefined>();

  useEffect(() => {
    let isOver = false;
    bridge
      .call('shell.listFolders', { path: wanted })
      .then((answer) => {
        if (isOver) return;
        setHere(answer);
        setTyped(answer.path);
        setProblem(undefined);
      })
      .catch((error: unknown) => isOver || setProblem(explainProblem(error)));
    return () => {
      isOver = true;
    };
  }, [bridge, wanted]);

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles.path}
        onSubmit={(event) => {
          event.preventDefault();
          setWanted(typed);
        }}
      >
        <Field label="Folder" value={typed} isMono onChange={setTyped} />
        <button type="submit" className={controls.button} disabled={typed === here?.path}>
          Go there
        </button>
      </form>
      {problem !== undefined && <ProblemNote problem={problem} />}
      {here === undefined ? (
        problem === undefined && <Loading>Looking at the folders.</Loading>
      ) : (
        <Folders here={here} onGo={setWanted} />
      )}
      <DialogFoot>
        <button type="button" className={controls.quiet} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={controls.primary}
          disabled={here === undefined || typed !== here.path}
          onClick={() => here !== undefined && onChoose(here.path)}
        >
          {action}
        </button>
      </DialogFoot>
    </Dialog>
  );
}

function Folders({ here, onGo }: { here: CallOutput<'shell.listFolders'>; onGo: (path: string) => void }) {
  const { parent, folders } = here;
  return (
    <ul className={styles.folders} aria-label={`Folders in ${visibleLine(here.path, 300)}`}>
      {parent !== null && (
        <li>
          <button type="button" onClick={() => onGo(parent)}>
            <Icon name="up" size={14} /> The folder above
          </button>
        </li>
      )}
      {folders.map((folder) => (
        <li key={folder}>
          <button type="button" onClick={() => onGo(inside(here.path, folder))}>
            <Icon name="folder" size={14} /> <span className={controls.clip}>{visibleLine(folder, 200)}</span>
          </button>
        </li>
      ))}
      {folders.length === 0 && <li className={controls.meta}>No folder is in here.</li>}
    </ul>
  );
}

/** A folder inside another, as the system that answered writes paths. */
export function inside(path: string, folder: string): string {
  const separator = path.includes('\\') && !path.includes('/') ? '\\' : '/';
  return path.endsWith(separator) ? path + folder : path + separator + folder;
}
