import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useWindow } from '../../state/store.ts';
import { Checklist } from './Checklist.tsx';
import styles from './first-run.module.css';
import { useBringUp, type OpenMesh } from './folders.ts';
import { Harnesses } from './Harnesses.tsx';
import { checklistOf, formatSeconds, totalOf } from './steps.ts';
import { useFolderChoice } from './useFolderChoice.tsx';

/** The third step: the mesh of a folder as it comes up, or as it stands. */
export function YourMesh({ mesh }: { mesh: OpenMesh }) {
  const progress = useWindow((s) => s.progress);
  const { up, root, problem } = useBringUp(mesh);
  const rows = checklistOf(progress, up);
  const { ask, dialog } = useFolderChoice({
    title: 'The folder of your mesh',
    action: 'Bring up its mesh',
    onChoose: (path) => void mesh.open(path),
  });
  return (
    <>
      <h2>{titleOf(up !== null, problem !== undefined)}</h2>
      <p className={styles.lead}>
        A private message broker for this folder. Only programs you start may join it.
      </p>
      <div className={styles.folder}>
        <span className={styles.path}>
          <Icon name="folder" /> <span className={controls.clip}>{visibleLine(root ?? '', 400)}</span>
        </span>
        <button type="button" className={controls.button} disabled={mesh.isBusy} onClick={() => ask(root)}>
          Choose…
        </button>
      </div>
      <Checklist rows={rows} />
      {problem !== undefined && (
        <ProblemNote problem={problem} {...(root !== null && { onRetry: () => void mesh.open(root) })} />
      )}
      <p className={styles.total}>{totalWords(totalOf(rows), up !== null, problem !== undefined)}</p>
      <Harnesses />
      {dialog}
    </>
  );
}

function titleOf(isUp: boolean, hasFailed: boolean): string {
  if (hasFailed) return 'Your mesh did not come up';
  return isUp ? 'Your mesh is up' : 'Starting your mesh';
}

function totalWords(total: number | null, isUp: boolean, hasFailed: boolean): string {
  if (hasFailed) return '';
  if (!isUp) return 'A part that does not come up in time is given up, and why is said here.';
  return total === null ? 'It was up already.' : `Up in ${formatSeconds(total)}.`;
}
