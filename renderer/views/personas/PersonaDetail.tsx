import { useState } from 'react';
import type { PersonaRow } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { joinWords } from '../../../shared/mesh-view/access.ts';
import controls from '../../components/controls.module.css';
import { Icon, StateGlyph } from '../../components/icons.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { useStale } from '../../state/derived.ts';
import { openOverlay, useWindow } from '../../state/store.ts';
import { runningOf, usePersonaFile } from './data.ts';
import { markLookedAt, useIsLookedAt } from './draft.ts';
import { DeleteDialog } from './GuardDialogs.tsx';
import { useIsByAgent, useOwnerName } from './owner.ts';
import { PersonaEditor } from './PersonaEditor.tsx';
import styles from './personas.module.css';

export interface PersonaDetailProps {
  readonly mesh: string;
  readonly name: string;
  /** As it is listed; `undefined` while it is not saved, or gone. */
  readonly persona: PersonaRow | undefined;
  readonly onDuplicate: () => void;
  readonly onChanged: () => void;
}

/** One persona: who it is, what runs with it, and its text. */
export function PersonaDetail({ mesh, name, persona, onDuplicate, onChanged }: PersonaDetailProps) {
  const stale = useStale();
  const agents = useWindow((s) => s.agents);
  const file = usePersonaFile(name);
  const [isDeleting, setDeleting] = useState(false);
  const running = persona === undefined ? [] : runningOf(agents, persona);
  const why = whyNoSpawn(persona, stale?.reason);

  return (
    <section className={styles.detail} aria-label={visibleLine(name, 100)}>
      <header className={styles.detailHead}>
        <h2 className={controls.clip}>{visibleLine(name, 100)}</h2>
        {persona?.isDefault === true && <span className={controls.tag}>default</span>}
        {running.length > 0 && stale === undefined && (
          <span className={`${styles.running} ${controls.clip}`}>
            <StateGlyph shape="working" /> {visibleLine(joinWords(running), 100)}{' '}
            {running.length === 1 ? 'runs' : 'run'}
          </span>
        )}
        <span className={styles.actions}>
          {why !== undefined && <span className={`${controls.meta} ${styles.why}`}>{why}</span>}
          <button
            type="button"
            className={controls.button}
            disabled={why !== undefined}
            onClick={() => openOverlay({ kind: 'spawn', persona: name })}
          >
            <Icon name="play" size={14} /> Spawn from here
          </button>
          {persona !== undefined && (
            <MenuButton
              label={`More for ${visibleLine(name, 64)}`}
              icon="more"
              actions={[
                {
                  id: 'duplicate',
                  label: 'Duplicate…',
                  icon: 'copy',
                  isDisabled: stale !== undefined,
                  run: onDuplicate,
                },
                {
                  id: 'delete',
                  label: 'Delete…',
                  icon: 'trash',
                  isBad: true,
                  isDisabled: stale !== undefined,
                  run: () => setDeleting(true),
                },
              ]}
            />
          )}
        </span>
      </header>
      {persona !== undefined && <ByAgent persona={persona} />}
      <PersonaEditor key={name} mesh={mesh} name={name} file={file} onSaved={onChanged} />
      {isDeleting && (
        <DeleteDialog
          mesh={mesh}
          name={name}
          running={running}
          onClose={() => setDeleting(false)}
          onDeleted={onChanged}
        />
      )}
    </section>
  );
}

/** What an agent wrote is marked until a person has looked at it. */
function ByAgent({ persona }: { persona: PersonaRow }) {
  const isByAgent = useIsByAgent(persona.owner);
  const isLookedAt = useIsLookedAt(persona.name);
  const owner = useOwnerName(persona.owner ?? '');
  if (!isByAgent || isLookedAt) return null;
  return (
    <p className={styles.unseenBand}>
      <Icon name="eye" size={14} />
      <span>
        Written by {visibleLine(owner, 100)}, not by you. Read what it may do and what its prompt says before
        an agent runs with it.
      </span>
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        onClick={() => markLookedAt(persona.name, Date.now())}
      >
        I have looked at it
      </button>
    </p>
  );
}

function whyNoSpawn(persona: PersonaRow | undefined, stale: string | undefined): string | undefined {
  if (stale !== undefined) return `Nothing can be started now: ${stale}.`;
  if (persona === undefined) return 'Save it first.';
  return persona.problem === null ? undefined : 'Its file cannot be read.';
}
