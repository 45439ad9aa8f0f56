import type { AgentRow } from '../../shared/api/contract.ts';
import { PeerGlyph } from '../components/PeerGlyph.tsx';
import { explainAge } from '../../shared/base/time.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { Icon, type IconName } from '../components/icons.tsx';
import { MenuButton, type MenuAction } from '../components/MenuButton.tsx';
import { useNow } from '../state/now.ts';
import { clockTime } from '../state/times.ts';
import type { RosterRow, Staleness } from '../state/roster.ts';
import { explainEnd } from './bands.tsx';
import styles from './TerminalPane.module.css';

export interface PaneHeadProps {
  readonly agent: AgentRow;
  readonly row: RosterRow | undefined;
  readonly stale: Staleness | undefined;
  readonly onFind: () => void;
  /** Absent in a window that shows this terminal alone. */
  readonly onDetach: (() => void) | undefined;
  readonly actions: readonly MenuAction[];
}

/** Whose terminal it is and what is known of it; what can be done to it. */
export function PaneHead({ agent, row, stale, onFind, onDetach, actions }: PaneHeadProps) {
  const name = visibleLine(agent.name, 64);
  return (
    <header className={styles.head}>
      <PeerGlyph row={row} />
      <h2 className={controls.clip}>{name}</h2>
      <span className={`${controls.meta} ${controls.clip} ${styles.evidence}`}>
        {visibleLine(agent.role ?? agent.agent, 40)} · <Evidence agent={agent} row={row} stale={stale} />
      </span>
      <HeadButton icon="search" label={`Find in ${name}`} onPress={onFind} />
      {onDetach !== undefined && (
        <HeadButton icon="external" label={`Open ${name} in a window of its own`} onPress={onDetach} />
      )}
      <MenuButton label={`More for ${name}`} icon="more" actions={actions} />
    </header>
  );
}

function HeadButton({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={controls.iconButton} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}

interface EvidenceProps {
  readonly agent: AgentRow;
  readonly row: RosterRow | undefined;
  readonly stale: Staleness | undefined;
}

/** What the state rests on, and how old that is. */
function Evidence({ agent, row, stale }: EvidenceProps) {
  const now = useNow();
  if (stale !== undefined) return `last known ${clockTime(stale.since)}`;
  if (agent.exit !== null) return `ended ${explainEnd(agent.exit)}, ${explainAge(now - agent.exit.at)} ago`;
  const output =
    agent.lastOutputAt === null
      ? `started ${explainAge(now - agent.since)} ago, no output yet`
      : `output ${explainAge(now - agent.lastOutputAt)} ago`;
  // What works shows it by its output; any other state has to be said.
  return row === undefined || row.shape === 'working' ? output : `${row.word}, ${output}`;
}
