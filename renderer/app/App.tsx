import { useEffect, useMemo } from 'react';
import { visibleLine } from '../../shared/base/visible.ts';
import { Bands } from '../components/Bands.tsx';
import { Composer } from '../components/Composer.tsx';
import controls from '../components/controls.module.css';
import { EmptyMesh } from '../components/EmptyMesh.tsx';
import { Feed } from '../components/Feed.tsx';
import { Icon } from '../components/icons.tsx';
import { Notice } from '../components/Notice.tsx';
import { Sidebar } from '../components/Sidebar.tsx';
import { SpawnDialog } from '../components/SpawnDialog.tsx';
import { StatusBar } from '../components/StatusBar.tsx';
import { rosterOf, stalenessOf, type Roster, type Staleness } from '../state/roster.ts';
import { setSpawning, useWindow } from '../state/store.ts';
import { TerminalPane } from '../terminal/TerminalPane.tsx';
import styles from './App.module.css';
import { focusRegion, isRegionKey, isTyping } from './regions.ts';

/** The window. */
export function App() {
  const phase = useWindow((s) => s.phase);
  const problem = useWindow((s) => s.problem);
  const link = useWindow((s) => s.link);
  const hasMesh = useWindow((s) => s.snapshot !== null);
  const announcement = useWindow((s) => s.announcement);
  useWindowKeys();

  if (link.state === 'refused') return <SignedOff />;
  if (!hasMesh) {
    if (phase === 'none') return <NoMesh />;
    if (link.state === 'gone') return <NoHost reason={link.reason} />;
    if (phase === 'failed' && problem !== null) {
      return (
        <Notice title={visibleLine(problem.what, 300)} isProblem action={RELOAD}>
          <p>{visibleLine(problem.remedy, 300)}</p>
        </Notice>
      );
    }
    return (
      <Notice title="Connecting">
        <p>The window is asking the host which agents are there.</p>
      </Notice>
    );
  }
  return (
    <>
      <Mesh />
      <p className="visually-hidden" role="status" aria-live="polite">
        {visibleLine(announcement, 300)}
      </p>
    </>
  );
}

function Mesh() {
  const state = useWindow();
  const { snapshot, agents, meshId, isSpawning } = state;
  const stale = stalenessOf(state);
  const isStale = stale !== undefined;
  const roster = useMemo(() => rosterOf(snapshot, agents, isStale), [snapshot, agents, isStale]);
  return (
    <div className={styles.window}>
      <Sidebar roster={roster} isStale={isStale} />
      <main className={styles.centre}>
        <Header isStale={isStale} isAlone={roster.agents.length === 0} />
        <Bands stale={stale} />
        <Centre roster={roster} stale={stale} />
      </main>
      <StatusBar isStale={isStale} />
      {isSpawning && meshId !== null && <SpawnDialog mesh={meshId} />}
    </div>
  );
}

function Header({ isStale, isAlone }: { isStale: boolean; isAlone: boolean }) {
  const scope = useWindow((s) => s.scope);
  const description = useWindow((s) =>
    scope.kind === 'channel'
      ? (s.snapshot?.channels.find(({ channel }) => channel === scope.channel)?.description ?? 'one channel')
      : 'everything on the mesh',
  );
  return (
    <header className={styles.head}>
      <h2>{scope.kind === 'channel' ? `#${visibleLine(scope.channel, 100)}` : 'Activity'}</h2>
      <span className={`${controls.meta} ${controls.clip}`}>{visibleLine(description, 200)}</span>
      {!isAlone && (
        <button
          type="button"
          className={controls.primary}
          disabled={isStale}
          onClick={() => setSpawning(true)}
        >
          <Icon name="plus" /> Spawn <kbd className={controls.key}>N</kbd>
        </button>
      )}
    </header>
  );
}

function Centre({ roster, stale }: { roster: Roster; stale: Staleness | undefined }) {
  const mesh = useWindow((s) => s.meshId);
  const agents = useWindow((s) => s.agents);
  const shown = useWindow((s) => s.terminal);
  const hasFeed = useWindow((s) => s.feed.length > 0 || s.scope.kind === 'channel');
  const agent = agents.find(({ name }) => name === shown);
  const row = roster.agents.find(({ id }) => id === agent?.id);
  const isAlone = roster.agents.length === 0;
  const isStale = stale !== undefined;
  return (
    <div className={styles.split} data-single={agent === undefined && !isAlone}>
      {(!isAlone || hasFeed) && (
        <section className={styles.feed} aria-label="Activity" data-region="" tabIndex={-1}>
          <Feed />
          <Composer roster={roster} isStale={isStale} />
        </section>
      )}
      {agent !== undefined && mesh !== null && (
        <div className={styles.terminal}>
          <TerminalPane key={agent.id} mesh={mesh} agent={agent} row={row} stale={stale} />
        </div>
      )}
      {agent === undefined && isAlone && <EmptyMesh isStale={isStale} />}
    </div>
  );
}

function useWindowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isRegionKey(event)) {
        event.preventDefault();
        focusRegion(event.shiftKey ? -1 : 1);
        return;
      }
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (event.key !== 'n' || !isPlain || isTyping() || stalenessOf(useWindow.getState()) !== undefined)
        return;
      event.preventDefault();
      setSpawning(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const RELOAD = { label: 'Try again', run: () => location.reload() };

/** The page was opened without a link that is good. */
export function SignedOff() {
  return (
    <Notice title="This window needs a fresh link" isProblem>
      <p>
        A link opens one window, once. This page came without one, its link was used already, or its program
        ended.
      </p>
      <p>
        Run <code>npm start</code> again: it opens a new window at once. Agents and mesh are not touched by
        this.
      </p>
    </Notice>
  );
}

function NoMesh() {
  return (
    <Notice title="No mesh is up" action={RELOAD}>
      <p>The host runs, but there is nothing on it to show. This page follows as soon as a mesh comes up.</p>
      <p>
        Bring one up: <code>cotal up --detach</code>
      </p>
    </Notice>
  );
}

function NoHost({ reason }: { reason: string | null }) {
  return (
    <Notice title="The host cannot be reached" isProblem action={RELOAD}>
      <p>{visibleLine(reason ?? 'The program that serves this window does not answer.', 400)}</p>
      <p>
        It is looked for every few seconds. If it does not come back, run <code>npm start</code> again.
      </p>
    </Notice>
  );
}
