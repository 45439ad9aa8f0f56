import { useState } from 'react';
import { parseAgentName } from '../../../shared/cotal/names.ts';
import { Select } from '../../components/Choice.tsx';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { Field } from '../../components/Field.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, type Problem } from '../../state/store.ts';
import { goTo } from '../../state/ui.ts';
import { setPersonaDraft } from './draft.ts';
import { blankPersona, writeForm } from './form.ts';
import styles from './personas.module.css';

export interface NewDialogProps {
  readonly mesh: string;
  /** The personas that are there, saved or not. */
  readonly names: readonly string[];
  /** The persona to begin with; `null`: a blank one. */
  readonly from: string | null;
  readonly onClose: () => void;
}

const BLANK = 'blank';

/** A name, and what to begin with. The persona is a draft until it is saved. */
export function NewDialog({ mesh, names, from, onClose }: NewDialogProps) {
  const bridge = useBridge();
  const [name, setName] = useState(from === null ? '' : freeName(from, names));
  const [source, setSource] = useState(from === null ? BLANK : `of ${from}`);
  const [problem, setProblem] = useState<Problem | undefined>();
  const error = name === '' ? undefined : nameProblem(name, names);

  async function create(): Promise<void> {
    if (name === '' || error !== undefined) return;
    try {
      const text =
        source === BLANK
          ? blankPersona(name)
          : writeForm((await bridge.call('personas.read', { mesh, name: source.slice(3) })).text, { name });
      if (!setPersonaDraft(name, { text, revision: null })) throw new Error('too long');
      announce(`${name} is ready to be edited. It is not saved yet.`);
      onClose();
      goTo({ kind: 'personas', name });
    } catch (thrown) {
      setProblem(explainProblem(thrown));
    }
  }

  return (
    <Dialog title={from === null ? 'New persona' : `Duplicate ${from}`} onClose={onClose}>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Field
          label="Name"
          value={name}
          maxLength={64}
          autoFocus
          error={error}
          hint="Its file is called so, and agents are, unless they are given another name."
          onChange={setName}
        />
        <Select
          label="Begin with"
          value={source}
          options={[
            { id: BLANK, label: 'A blank one' },
            ...names.map((each) => ({ id: `of ${each}`, label: `A copy of ${each}` })),
          ]}
          onChange={setSource}
        />
        {problem !== undefined && <ProblemNote problem={problem} />}
        <button type="submit" hidden />
      </form>
      <DialogFoot note="Nothing is written until you save it.">
        <button type="button" className={controls.quiet} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={controls.primary}
          disabled={name === '' || error !== undefined}
          onClick={() => void create()}
        >
          Go on to edit it
        </button>
      </DialogFoot>
    </Dialog>
  );
}

/** Why a persona cannot have this name, as a sentence. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  const parsed = parseAgentName(name);
  if (!parsed.ok) return parsed.error.sentence;
  return taken.includes(name) ? `A persona called "${name}" is there already.` : undefined;
}

/** A name for a copy that nobody has. */
export function freeName(of: string, taken: readonly string[]): string {
  const names = [`${of}-copy`, ...Array.from({ length: taken.length + 1 }, (_, i) => `${of}-copy-${i + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? '';
}
