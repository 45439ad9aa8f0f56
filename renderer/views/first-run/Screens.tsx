import type { ReactNode } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon, type IconName } from '../../components/icons.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { clockTime } from '../../state/times.ts';
import { useWindow } from '../../state/store.ts';
import { CopyButton } from '../settings/CopyButton.tsx';
import { Checklist } from './Checklist.tsx';
import { useOpenMesh } from './folders.ts';
import styles from './Screens.module.css';
import { checklistOf } from './steps.ts';
import { useFolderChoice } from './useFolderChoice.tsx';

interface ScreenProps {
  readonly icon: IconName;
  readonly isProblem?: boolean;
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** What stands in for the window: what is so, why, and what to do, in that order. */
function Screen({ icon, isProblem = false, title, lead, children }: ScreenProps) {
  return (
    <main className={styles.screen}>
      <div>
        <div className={styles.head} data-problem={isProblem} role={isProblem ? 'alert' : 'status'}>
          <Icon name={icon} size={20} />
          <div>
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
        </div>
        {children}
      </div>
    </main>
  );
}

/** One thing to do about it. */
function Remedy(o: { no: string; title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <li>
      <span className={styles.number} aria-hidden="true">
        {o.no}
      </span>
      <div>
        <b>{o.title}</b>
        <p>{o.children}</p>
      </div>
      {o.action}
    </li>
  );
}

/** The host runs, and no mesh is on it. Follows by itself as soon as one comes up. */
export function NoMesh() {
  const wasDown = useWindow((s) => (s.phase === 'down' ? s.status : null));
  const progress = useWindow((s) => s.progress);
  const mesh = useOpenMesh();
  const { ask, dialog } = useFolderChoice({
    title: 'The folder of your mesh',
    action: 'Bring up its mesh',
    onChoose: (path) => void mesh.open(path),
  });
  const last = mesh.root ?? wasDown?.root ?? null;
  const isComing = mesh.isBusy || progress.some(({ state }) => state !== 'done');
  return (
    <Screen
      icon="server"
      title={isComing ? 'A mesh is coming up' : 'No mesh is up'}
      lead={
        wasDown === null
          ? 'The host runs, and there is nothing on it to show. This window follows as soon as a mesh comes up.'
          : `The mesh ${visibleLine(wasDown.space, 64)} was brought down. Its messages and personas are where they were.`
      }
    >
      {mesh.problem !== undefined && last !== null && (
        <ProblemNote problem={mesh.problem} onRetry={() => void mesh.open(last)} />
      )}
      {(isComing || mesh.problem !== undefined) && <Checklist rows={checklistOf(progress, null)} />}
      <h2>What to do</h2>
      <ol className={styles.remedies}>
        {wasDown !== null && (
          <Remedy
            no="1"
            title="Bring it up again"
            action={
              <button
                type="button"
                className={controls.primary}
                disabled={mesh.isBusy}
                onClick={() => void mesh.open(wasDown.root)}
              >
                <Icon name="play" size={14} /> Bring it up
              </button>
            }
          >
            {visibleLine(wasDown.root, 300)}
          </Remedy>
        )}
        <Remedy
          no={wasDown === null ? '1' : 'or'}
          title="Choose a folder"
          action={
            <button
              type="button"
              className={wasDown === null ? controls.primary : controls.button}
              disabled={mesh.isBusy}
              onClick={() => ask(last)}
            >
              <Icon name="folder" size={14} /> {mesh.isBusy ? 'Bringing it up' : 'Choose a folder…'}
            </button>
          }
        >
          Its mesh comes up here: a private broker that only programs you start may join.
        </Remedy>
        <Remedy
          no="or"
          title="Bring one up in a terminal"
          action={<CopyButton text="cotal up --detach" what="The command" />}
        >
          <code>cotal up --detach</code> in the folder.
        </Remedy>
      </ol>
      {dialog}
    </Screen>
  );
}

/** The host does not answer. It is looked for all the time; this says so, and what else helps. */
export function HostGone({ reason }: { reason: string | null }) {
  const since = useWindow((s) => s.link.since);
  return (
    <Screen
      icon="warning"
      isProblem
      title="The host cannot be reached"
      lead={
        <>
          {visibleLine(reason ?? 'The program that serves this window does not answer.', 400)} It is gone
          since {clockTime(since)}, and is looked for every few seconds.
        </>
      }
    >
      <h2>What to do</h2>
      <ol className={styles.remedies}>
        <Remedy
          no="1"
          title="Try again"
          action={
            <button type="button" className={controls.primary} onClick={() => location.reload()}>
              <Icon name="restart" size={14} /> Try again
            </button>
          }
        >
          The window is loaded anew; what you have arranged is kept.
        </Remedy>
        <Remedy no="2" title="Start it again" action={<CopyButton text="npm start" what="The command" />}>
          <code>npm start</code> in the folder of this app. It starts the host and opens a window.
        </Remedy>
        <Remedy no="3" title="Look at why" action={<CopyButton text="cotal logs" what="The command" />}>
          <code>cotal logs</code> shows the last lines of the host.
        </Remedy>
      </ol>
    </Screen>
  );
}

/** The page was opened without a link that is good. Stands alone: there is no bridge around it. */
export function SignedOff() {
  return (
    <Screen
      icon="info"
      isProblem
      title="This window needs a fresh link"
      lead="A link opens one window, once. This page came without one, its link was used already, or its program ended."
    >
      <h2>What to do</h2>
      <ol className={styles.remedies}>
        <Remedy no="1" title="Open a new window" action={<CopyButton text="npm start" what="The command" />}>
          <code>npm start</code> opens one at once. Agents and mesh are not touched by this.
        </Remedy>
      </ol>
    </Screen>
  );
}
