import { useState } from 'react';
import type { AgentRow, PersonaRow } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { SearchField } from '../../components/Field.tsx';
import { Icon, StateGlyph } from '../../components/icons.tsx';
import { goTo } from '../../state/ui.ts';
import { runningOf } from './data.ts';
import { useIsLookedAt } from './draft.ts';
import { useIsByAgent } from './owner.ts';
import styles from './personas.module.css';

export interface PersonaListProps {
  readonly personas: readonly PersonaRow[];
  /** Names with edits that are not saved; those that are no persona yet are listed too. */
  readonly unsaved: readonly string[];
  readonly agents: readonly AgentRow[];
  readonly selected: string | null;
  /** Nothing is known of the present: running agents are not claimed. */
  readonly isStale: boolean;
}

/** The personas by name, each with what is to be known before it is opened. */
export function PersonaList({ personas, unsaved, agents, selected, isStale }: PersonaListProps) {
  const [search, setSearch] = useState('');
  const fresh = unsaved.filter((name) => !personas.some((persona) => persona.name === name));
  const fits = (...words: (string | null)[]): boolean =>
    words.some((word) => word?.toLowerCase().includes(search.trim().toLowerCase()));
  const shown = personas.filter(({ name, role, agent, description }) => fits(name, role, agent, description));
  const shownFresh = fresh.filter((name) => fits(name));
  return (
    <nav className={styles.side} aria-label="Personas">
      <SearchField label="Filter personas" value={search} onChange={setSearch} />
      <ul>
        {shownFresh.map((name) => (
          <li key={`new ${name}`}>
            <Entry name={name} isSelected={name === selected}>
              <span className={styles.tag}>not saved yet</span>
            </Entry>
          </li>
        ))}
        {shown.map((persona) => (
          <li key={persona.name}>
            <Entry name={persona.name} note={harnessOf(persona)} isSelected={persona.name === selected}>
              <Marks
                persona={persona}
                running={isStale ? 0 : runningOf(agents, persona).length}
                isEdited={unsaved.includes(persona.name)}
              />
            </Entry>
          </li>
        ))}
      </ul>
      {shown.length + shownFresh.length === 0 && (
        <p className={controls.meta} role="status">
          No persona fits “{visibleLine(search, 60)}”.
        </p>
      )}
    </nav>
  );
}

function Entry(o: { name: string; note?: string; isSelected: boolean; children: React.ReactNode }) {
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={o.isSelected ? 'true' : undefined}
      onClick={() => goTo({ kind: 'personas', name: o.name })}
    >
      <span className={styles.entryLine}>
        <b className={controls.clip}>{visibleLine(o.name, 100)}</b>
        {o.note !== undefined && <span className={`${controls.meta} ${controls.clip}`}>{o.note}</span>}
      </span>
      <span className={styles.marks}>{o.children}</span>
    </button>
  );
}

function Marks({ persona, running, isEdited }: { persona: PersonaRow; running: number; isEdited: boolean }) {
  const isByAgent = useIsByAgent(persona.owner);
  const isLookedAt = useIsLookedAt(persona.name);
  return (
    <>
      {running > 0 && (
        <span className={styles.running}>
          <StateGlyph shape="working" /> {running} running
        </span>
      )}
      {persona.problem !== null && (
        <span className={styles.broken}>
          <Icon name="warning" size={12} /> cannot be read
        </span>
      )}
      {isByAgent && !isLookedAt && <span className={styles.unseen}>written by an agent</span>}
      {isEdited && <span className={styles.tag}>edited</span>}
      {persona.isDefault && <span className={styles.tag}>default</span>}
    </>
  );
}

function harnessOf({ agent, problem }: PersonaRow): string {
  return problem === null ? visibleLine(agent ?? 'default harness', 40) : '';
}
