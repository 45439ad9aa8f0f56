import { lazy, Suspense, useEffect } from 'react';
import { visibleLine } from '../../shared/base/visible.ts';
import { useCommands } from '../commands/keys.ts';
import { Notice } from '../components/Notice.tsx';
import { useBridge } from '../state/bridge-context.ts';
import { followNotifications } from '../state/notify.ts';
import { useWindow } from '../state/store.ts';
import { useUi } from '../state/ui.ts';
import { Frame } from './Frame.tsx';
import { Overlays } from './Overlays.tsx';

const FirstRun = lazy(() => import('../views/first-run/FirstRun.tsx').then((m) => ({ default: m.FirstRun })));
const TerminalWindow = lazy(() =>
  import('./TerminalWindow.tsx').then((m) => ({ default: m.TerminalWindow })),
);
const Screens = lazy(() => import('./Screens.tsx').then((m) => ({ default: m.Screens })));

/** The window. */
export function App() {
  const bridge = useBridge();
  useCommands();
  useEffect(() => followNotifications(bridge), [bridge]);
  return (
    <Suspense fallback={<Notice title="Cotal">Opening the window.</Notice>}>
      <Content />
      {/* What floats above loads by itself: the window under it stays. */}
      <Suspense fallback={null}>
        <Overlays />
      </Suspense>
      <LiveRegion />
    </Suspense>
  );
}

function Content() {
  const phase = useWindow((s) => s.phase);
  const problem = useWindow((s) => s.problem);
  const link = useWindow((s) => s.link);
  const hasMesh = useWindow((s) => s.snapshot !== null);
  const alone = useWindow((s) => s.shell?.terminal ?? null);
  const isFirst = useFirstRun();
  const isStarting = useWindow(
    (s) => s.progress.length > 0 && s.progress.every(({ state }) => state !== 'failed'),
  );
  if (link.state === 'refused') return <Screens screen={{ kind: 'signed-off' }} />;
  if (isFirst) return <FirstRun />;
  if (hasMesh) return alone === null ? <Frame /> : <TerminalWindow agent={alone} />;
  if (phase === 'none' && isStarting) return <Starting />;
  if (phase === 'none' || phase === 'down') return <Screens screen={{ kind: 'no-mesh' }} />;
  if (link.state === 'gone') return <Screens screen={{ kind: 'host-gone', reason: link.reason }} />;
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

/** A mesh is on its way: what it is at, in a word. */
function Starting() {
  const step = useWindow((s) => s.progress.at(-1)?.step ?? '');
  return (
    <Notice title="Your mesh is starting">
      <p>It is at this step: {visibleLine(step, 60)}.</p>
    </Notice>
  );
}

/** The first steps are for somebody who has nobody here yet, until they are done or put off. */
function useFirstRun(): boolean {
  const isDone = useUi((ui) => ui.isFirstRunDone);
  const hasAgents = useWindow((s) => s.agents.length > 0);
  const isMain = useWindow((s) => s.shell?.terminal === null);
  const isUp = useWindow((s) => s.phase === 'shown' || (s.phase === 'none' && s.progress.length > 0));
  return isUp && isMain && !isDone && !hasAgents;
}

function LiveRegion() {
  const announcement = useWindow((s) => s.announcement);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {visibleLine(announcement, 300)}
    </p>
  );
}

const RELOAD = { label: 'Try again', run: () => location.reload() };
