import { useState } from 'react';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { Empty, Loading, ProblemNote, ViewHead } from '../../components/View.tsx';
import { useStale } from '../../state/derived.ts';
import { useWindow } from '../../state/store.ts';
import { usePersonas } from './data.ts';
import { usePersonaDraftNames } from './draft.ts';
import { NewDialog } from './NewDialog.tsx';
import { PersonaDetail } from './PersonaDetail.tsx';
import { PersonaList } from './PersonaList.tsx';
import styles from './personas.module.css';

/** The personas of the mesh: all of them on the left, the chosen one on the right. */
export function Personas({ name }: { name: string | null }) {
  const mesh = useWindow((s) => s.meshId);
  const agents = useWindow((s) => s.agents);
  const stale = useStale();
  const personas = usePersonas();
  const unsaved = usePersonaDraftNames();
  /** What a new one begins with; `null`: blank. */
  const [begin, setBegin] = useState<{ readonly from: string | null } | undefined>();

  const rows = personas.value ?? [];
  const names = [...rows.map((row) => row.name), ...unsaved];
  const shown = name ?? rows.find(({ isDefault }) => isDefault)?.name ?? rows[0]?.name ?? unsaved[0] ?? null;
  const isEmpty = personas.value !== undefined && names.length === 0;
  const startBlank = (
    <button
      type="button"
      className={isEmpty ? controls.primary : controls.button}
      disabled={stale !== undefined}
      onClick={() => setBegin({ from: null })}
    >
      <Icon name="plus" size={14} /> New persona
    </button>
  );

  return (
    <div className={styles.view}>
      <ViewHead title="Personas" note="what an agent is before it runs" hasLine>
        {!isEmpty && startBlank}
      </ViewHead>
      {personas.problem !== undefined && <ProblemNote problem={personas.problem} onRetry={personas.reload} />}
      {personas.value === undefined && personas.problem === undefined && stale === undefined && (
        <Loading>Reading the personas of this mesh.</Loading>
      )}
      {names.length === 0 && personas.value === undefined && stale !== undefined && (
        <Empty title="The personas cannot be read now" icon="persona">
          They are files of the mesh, and {stale.reason}. They are shown as soon as it is back.
        </Empty>
      )}
      {isEmpty && (
        <Empty title="No persona is here" icon="persona" action={startBlank}>
          A persona is a file that says who an agent is: its role, the channels it may use, and its prompt.
        </Empty>
      )}
      {names.length > 0 && mesh !== null && (
        <div className={styles.both} data-side-panel="">
          <PersonaList
            personas={rows}
            unsaved={unsaved}
            agents={agents}
            selected={shown}
            isStale={stale !== undefined}
          />
          {shown !== null && (
            <PersonaDetail
              key={shown}
              mesh={mesh}
              name={shown}
              persona={rows.find((row) => row.name === shown)}
              onDuplicate={() => setBegin({ from: shown })}
              onChanged={personas.reload}
            />
          )}
        </div>
      )}
      {begin !== undefined && mesh !== null && (
        <NewDialog mesh={mesh} names={names} from={begin.from} onClose={() => setBegin(undefined)} />
      )}
    </div>
  );
}
