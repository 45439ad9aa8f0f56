import { useEffect, useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { Icon } from '../../components/icons.tsx';
import { Loading, ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import type { Problem } from '../../state/store.ts';
import styles from './FolderPicker.module.css';

export interface FolderPickerProps {
  /** Where to begin; `null`: the person's home. */
  readonly from: string | null;
  readonly onPick: (path: string) => void;
  readonly onClose: () => void;
}

interface Listing {
  readonly path: string;
  readonly parent: string | null;
  readonly folders: readonly string[];
}

/** Chooses a folder of this machine, where the shell has no dialog of the system's own. */
export function FolderPicker({ from, onPick, onClose }: FolderPickerProps) {
  const bridge = useBridge();
  const [wanted, setWanted] = useState(from);
  const [listing, setListing] = useState<Listing | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);

  useEffect(() => {
    let isCurrent = true;
    bridge.call('shell.listFolders', { path: wanted }).then(
      (found) => {
        if (!isCurrent) return;
        setListing(found);
        setProblem(undefined);
      },
      (error: unknown) => isCurrent && setProblem(explainProblem(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [bridge, wanted]);

  return (
    <Dialog title="Choose a folder" onClose={onClose}>
      <p className={styles.path}>
        <Icon name="folder" size={14} />
        <code className={controls.clip}>{visibleLine(listing?.path ?? wanted ?? '', 400)}</code>
      </p>
      {problem !== undefined && (
        <div className={styles.problem}>
          <ProblemNote problem={problem} />
          {wanted !== null && (
            <button type="button" className={controls.button} onClick={() => setWanted(null)}>
              Go to your home folder
            </button>
          )}
        </div>
      )}
      {listing === undefined && problem === undefined && <Loading>Reading the folder …</Loading>}
      {listing !== undefined && (
        <ul className={styles.folders} aria-label="Folders inside it">
          {listing.parent !== null && (
            <li>
              <button type="button" onClick={() => setWanted(listing.parent)}>
                <Icon name="up" size={14} /> One folder up
              </button>
            </li>
          )}
          {listing.folders.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setWanted(inside(listing.path, name))}>
                <Icon name="folder" size={14} /> {visibleLine(name, 200)}
              </button>
            </li>
          ))}
          {listing.folders.length === 0 && <li className={styles.none}>No folder is inside this one.</li>}
        </ul>
      )}
      <DialogFoot>
        <button type="button" className={controls.button} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={controls.primary}
          disabled={listing === undefined}
          onClick={() => listing !== undefined && onPick(listing.path)}
        >
          Use this folder
        </button>
      </DialogFoot>
    </Dialog>
  );
}

/** A folder in another, with the separator that the path has already. */
function inside(path: string, name: string): string {
  const separator = path.includes('\\') && !path.startsWith('/') ? '\\' : '/';
  return path.endsWith(separator) ? `${path}${name}` : `${path}${separator}${name}`;
}
