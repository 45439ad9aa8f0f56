import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { Bands } from '../components/Bands.tsx';
import { Boundary } from '../components/Boundary.tsx';
import { Sidebar } from '../components/Sidebar.tsx';
import { StatusBar } from '../components/StatusBar.tsx';
import { Loading } from '../components/View.tsx';
import { useStale } from '../state/derived.ts';
import { useWindow } from '../state/store.ts';
import { useMeshUi, useUi, type View } from '../state/ui.ts';
import { NeedsLane } from '../views/needs/NeedsLane.tsx';
import { Monitor } from '../views/monitor/Monitor.tsx';
import styles from './Frame.module.css';
import { Rail } from './Rail.tsx';

/** Loaded when first looked at, and in the background once the window stands. */
function later<P>(load: () => Promise<ComponentType<P>>) {
  return { load, View: lazy(() => load().then((component) => ({ default: component }))) };
}
const agents = later(() => import('../views/agents/Agents.tsx').then((m) => m.Agents));
const personas = later(() => import('../views/personas/Personas.tsx').then((m) => m.Personas));
const channel = later(() => import('../views/conversation/ChannelView.tsx').then((m) => m.ChannelView));
const dm = later(() => import('../views/conversation/DmView.tsx').then((m) => m.DmView));
const settings = later(() => import('../views/settings/Settings.tsx').then((m) => m.Settings));
const LATER = [agents, channel, dm, personas, settings];

/** The window around the views: where to go, who is there, what needs the person, and how things stand. */
export function Frame() {
  const hasSidebar = useUi((ui) => ui.hasSidebar);
  const hasDrawer = useWindow((s) => s.hasDrawer);
  const lane = useUi((ui) => ui.lane);
  const view = useMeshUi((ui) => ui.view);
  const stale = useStale();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const each of LATER) void each.load();
    }, 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      className={styles.window}
      data-sidebar={hasSidebar}
      data-drawer={hasDrawer}
      data-lane={lane}
      data-view={view.kind}
    >
      <Rail view={view} />
      <Sidebar view={view} />
      <main className={styles.centre} data-region="" tabIndex={-1} aria-label="View">
        <Bands stale={stale} />
        <Boundary key={JSON.stringify(view)}>
          <Suspense fallback={<Loading>Opening the view.</Loading>}>
            <CurrentView view={view} />
          </Suspense>
        </Boundary>
      </main>
      <NeedsLane />
      <StatusBar isStale={stale !== undefined} />
    </div>
  );
}

function CurrentView({ view }: { view: View }) {
  const mesh = useWindow((s) => s.meshId);
  switch (view.kind) {
    case 'monitor':
      return <Monitor key={mesh} />;
    case 'agents':
      return <agents.View key={mesh} />;
    case 'personas':
      return <personas.View key={mesh} name={view.name} />;
    case 'channel':
      return <channel.View key={`${mesh} ${view.channel}`} channel={view.channel} />;
    case 'dm':
      return <dm.View key={`${mesh} ${view.id}`} id={view.id} name={view.name} />;
    case 'settings':
      return <settings.View section={view.section} />;
  }
}
