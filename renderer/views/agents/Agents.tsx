import { useMemo } from 'react';
import { Segmented } from '../../components/Choice.tsx';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { Loading, ViewHead } from '../../components/View.tsx';
import { useDerived, useRoster, useStale } from '../../state/derived.ts';
import { clockTime } from '../../state/times.ts';
import { openOverlay, useWindow } from '../../state/store.ts';
import { setMeshUi, useMeshUi } from '../../state/ui.ts';
import { TerminalArea } from '../../terminal/TerminalArea.tsx';
import { AgentDetail } from './AgentDetail.tsx';
import styles from './Agents.module.css';
import { AgentsGrid } from './AgentsGrid.tsx';
import { AgentsList } from './AgentsList.tsx';
import { AreaSplitter } from './AreaSplitter.tsx';
import { cardsOf, type AgentCard } from './cards.ts';
import { useAgentsView } from './control.ts';
import { AboutToEnd } from './AboutToEnd.tsx';
import { EmptyMesh } from './EmptyMesh.tsx';

/** The agents of the mesh, and the terminals of those that this machine runs. */
export function Agents() {
  const mesh = useWindow((s) => s.meshId);
  const isLoading = useWindow((s) => s.snapshot === null);
  const agents = useWindow((s) => s.agents);
  const roster = useRoster();
  const stale = useStale();
  const cards = useCards();
  const share = useMeshUi((ui) => ui.terminalShare);
  const layout = useMeshUi((ui) => ui.agentsLayout);
  const selected = useMeshUi((ui) => ui.selectedAgent);
  const hasDetails = useAgentsView((s) => s.hasDetails);
  const card = cards.find(({ name }) => name === selected);
  const isDetailed = hasDetails && card !== undefined;
  if (isLoading || mesh === null) return <Loading>Reading which agents are there …</Loading>;
  if (cards.length === 0) {
    return (
      <>
        <ViewHead title="Agents" note="none yet" />
        <EmptyMesh />
      </>
    );
  }
  return (
    <div className={styles.view}>
      <div className={styles.main}>
        <Head isStale={stale !== undefined} />
        <div className={styles.areas}>
          <section
            className={styles.agents}
            aria-label="All agents"
            style={{ maxHeight: `${(1 - share) * 100}%` }}
            data-region=""
            tabIndex={-1}
          >
            {layout === 'grid' ? (
              <AgentsGrid cards={cards} selected={selected} />
            ) : (
              <AgentsList cards={cards} selected={selected} />
            )}
          </section>
          {!isDetailed && <AboutToEnd mesh={mesh} />}
          <AreaSplitter share={share} />
          <div className={styles.terminals}>
            <TerminalArea mesh={mesh} agents={agents} rows={roster.agents} stale={stale} />
          </div>
        </div>
      </div>
      {isDetailed && <AgentDetail mesh={mesh} card={card} agent={agents.find(({ id }) => id === card.id)} />}
    </div>
  );
}

function Head({ isStale }: { isStale: boolean }) {
  const own = useWindow((s) => s.agents.length);
  const roster = useRoster().agents;
  const gone = roster.filter(({ hasTerminal, word }) => !hasTerminal && word === 'offline').length;
  const others = roster.length - own - gone;
  const layout = useMeshUi((ui) => ui.agentsLayout);
  const note = [
    `${own} on this machine`,
    ...(others > 0 ? [`${others} from elsewhere`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
  ].join(', ');
  return (
    <ViewHead title="Agents" note={isStale ? `${note}, as last known` : note}>
      <Segmented
        label="Show agents as"
        value={layout}
        options={[
          { id: 'grid', label: 'Grid', icon: 'agents' },
          { id: 'list', label: 'List', icon: 'list' },
        ]}
        onChange={(agentsLayout) => setMeshUi({ agentsLayout })}
      />
      <button
        type="button"
        className={controls.primary}
        disabled={isStale}
        onClick={() => openOverlay({ kind: 'spawn', persona: null })}
      >
        <Icon name="plus" /> Spawn <kbd className={controls.key}>N</kbd>
      </button>
    </ViewHead>
  );
}

function useCards(): readonly AgentCard[] {
  const agents = useWindow((s) => s.agents);
  const snapshot = useWindow((s) => s.snapshot);
  const needs = useWindow((s) => s.needs);
  const unread = useDerived((d) => d.unread);
  const roster = useRoster();
  const isStale = useStale() !== undefined;
  return useMemo(
    () => cardsOf({ roster, agents, snapshot, needs, unread, isStale, clock: clockTime }),
    [roster, agents, snapshot, needs, unread, isStale],
  );
}
