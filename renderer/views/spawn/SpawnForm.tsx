import type { HarnessRow, PersonaRow } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { Select, type Option } from '../../components/Choice.tsx';
import controls from '../../components/controls.module.css';
import { Field } from '../../components/Field.tsx';
import { useWindow } from '../../state/store.ts';
import { useFolderChoice } from '../first-run/useFolderChoice.tsx';
import { PatternField } from './PatternField.tsx';
import {
  harnessProblem,
  nameProblem,
  planOf,
  withPersona,
  type SpawnDraft,
  type SpawnPlace,
} from './spawn-draft.ts';
import styles from './SpawnDialog.module.css';
import type { SpawnChoices } from './useSpawnChoices.ts';

export interface SpawnFormProps {
  readonly draft: SpawnDraft;
  readonly persona: PersonaRow;
  readonly choices: SpawnChoices;
  readonly place: SpawnPlace;
  /** It has been spawned: what was said is still there to read. */
  readonly isDone: boolean;
  readonly onChange: (draft: SpawnDraft) => void;
}

/** Everything that can be said about an agent to be. */
export function SpawnForm({ draft, persona, choices, place, isDone, onChange }: SpawnFormProps) {
  const channels = useWindow((s) => s.snapshot?.channels);
  const known = channels?.map(({ channel }) => channel) ?? [];
  const plan = planOf(draft, persona, place);
  const set = (change: Partial<SpawnDraft>): void => onChange({ ...draft, ...change });
  const wrongHarness = harnessProblem(plan.harness, choices.harnesses);
  return (
    <div className={styles.form}>
      <Select
        label="Persona"
        options={choices.personas.map(personaOption)}
        value={persona.name}
        isDisabled={isDone}
        onChange={(name) => onChange(withPersona(draft, name))}
      />
      <Field
        label="Name"
        value={plan.name}
        maxLength={64}
        isDisabled={isDone}
        error={isDone ? undefined : nameProblem(plan.name, place)}
        onChange={(name) => set({ name })}
      />
      <div className={styles.choice}>
        <Select
          label="Harness"
          options={choices.harnesses.map(harnessOption)}
          value={plan.harness}
          placeholder="The first that is found"
          isDisabled={isDone}
          onChange={(harness) => set({ harness })}
        />
        {wrongHarness !== undefined && !isDone && (
          <p className={controls.error} role="status">
            {visibleLine(wrongHarness, 300)}
          </p>
        )}
      </div>
      <Field
        label="Model"
        value={plan.model}
        maxLength={200}
        isDisabled={isDone}
        placeholder="the harness’s own"
        onChange={(model) => set({ model })}
      />
      <FolderField
        folder={plan.folder}
        root={place.root}
        isDisabled={isDone}
        onChange={(folder) => set({ folder })}
      />
      <div className={styles.two}>
        <Field
          label="First prompt"
          value={draft.prompt}
          rows={5}
          maxLength={100_000}
          isDisabled={isDone}
          placeholder="What it is told first. Left empty, it waits to be asked."
          onChange={(prompt) => set({ prompt })}
        />
      </div>
      <div className={styles.two}>
        <PatternField
          label="Channels"
          patterns={plan.subscribe}
          known={known}
          none="It reads no channel from the start."
          isDisabled={isDone}
          onChange={(subscribe) => set({ subscribe })}
        />
      </div>
      <div className={styles.two}>
        <PatternField
          label="Posts to"
          patterns={plan.allowPublish}
          known={known}
          none="It posts nowhere; it can still answer directly."
          isDisabled={isDone}
          onChange={(allowPublish) => set({ allowPublish })}
        />
      </div>
    </div>
  );
}

function personaOption({ name, agent, role, problem }: PersonaRow): Option<string> {
  const note =
    problem === null ? [role, agent].filter((fact) => fact !== null).join(' · ') : 'cannot be read';
  return {
    id: name,
    label: visibleLine(name, 64),
    icon: 'persona',
    isDisabled: problem !== null,
    ...(note === '' ? {} : { note: visibleLine(note, 60) }),
  };
}

const STATES: Readonly<Record<HarnessRow['state'], string | undefined>> = {
  usable: undefined,
  found: 'found, cannot be started yet',
  missing: 'not on this machine',
};

function harnessOption({ name, state }: HarnessRow): Option<string> {
  const note = STATES[state];
  return {
    id: name,
    label: visibleLine(name, 64),
    icon: 'terminal',
    isDisabled: state !== 'usable',
    ...(note === undefined ? {} : { note }),
  };
}

interface FolderFieldProps {
  readonly folder: string;
  readonly root: string;
  readonly isDisabled: boolean;
  readonly onChange: (folder: string) => void;
}

function FolderField({ folder, root, isDisabled, onChange }: FolderFieldProps) {
  const { ask, dialog } = useFolderChoice({
    title: 'Choose a folder',
    action: 'Use this folder',
    onChoose: onChange,
  });
  return (
    <div className={`${styles.two} ${styles.folder}`}>
      <Field
        label="Folder"
        value={folder}
        maxLength={4096}
        isDisabled={isDisabled}
        placeholder={root}
        hint={folder === root || folder === '' ? 'The folder of this mesh.' : undefined}
        onChange={onChange}
      />
      <button
        type="button"
        className={controls.button}
        disabled={isDisabled}
        onClick={() => ask(folder === '' ? null : folder)}
      >
        Choose…
      </button>
      {dialog}
    </div>
  );
}
