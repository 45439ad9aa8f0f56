import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { PersonaRow } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import { useBridge } from '../state/bridge-context.ts';
import { explainProblem } from '../state/follow.ts';
import { announce, selectAgent, setSpawning, useWindow, type Problem } from '../state/store.ts';
import controls from './controls.module.css';
import { Icon } from './icons.tsx';
import styles from './SpawnDialog.module.css';

/** Starts an agent: a persona, and a name if the persona's own will not do. */
export function SpawnDialog({ mesh }: { mesh: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="spawn-title"
      onClose={() => setSpawning(false)}
    >
      <header className={styles.head}>
        <h2 id="spawn-title">Spawn an agent</h2>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Close"
          onClick={() => setSpawning(false)}
        >
          <Icon name="close" />
        </button>
      </header>
      <SpawnForm mesh={mesh} />
    </dialog>
  );
}

function SpawnForm({ mesh }: { mesh: string }) {
  const bridge = useBridge();
  const { personas, problem: listProblem } = usePersonas(mesh);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const usable = personas?.filter((persona) => persona.problem === null) ?? [];
  const persona =
    usable.find((p) => p.name === chosen) ?? usable.find((p) => p.name === 'default') ?? usable[0];

  const spawn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (persona === undefined || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const agent = await bridge.call('agents.spawn', {
        ...NOTHING_SAID,
        mesh,
        persona: persona.name,
        name: name.trim() === '' ? null : name.trim(),
      });
      // It is in the next list of agents too; until that has come, it is shown from the answer.
      useWindow.setState(({ agents }) => ({
        agents: [...agents.filter(({ id }) => id !== agent.id), agent],
      }));
      selectAgent(agent);
      setSpawning(false);
      announce(`${agent.name} was started.`);
    } catch (error) {
      setProblem(explainProblem(error));
      setBusy(false);
    }
  };

  if (listProblem !== undefined) return <ProblemText problem={listProblem} />;
  if (personas === undefined) return <p className={styles.wait}>Reading personas …</p>;
  if (usable.length === 0) {
    return (
      <p className={styles.wait}>
        This mesh has no persona to start from. Make one:{' '}
        <code>cotal personas new reviewer --prompt "…"</code>
      </p>
    );
  }
  return (
    <form onSubmit={(event) => void spawn(event)}>
      <fieldset className={styles.personas}>
        <legend>Persona</legend>
        {personas.map((each) => (
          <PersonaChoice
            key={each.file}
            persona={each}
            isChosen={each.name === persona?.name}
            onChoose={() => setChosen(each.name)}
          />
        ))}
      </fieldset>
      <div className={styles.name}>
        <label htmlFor="spawn-name">Name</label>
        <input
          id="spawn-name"
          className={controls.field}
          value={name}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          placeholder={persona === undefined ? '' : visibleLine(persona.name, 64)}
          aria-describedby="spawn-name-hint"
          onChange={(event) => setName(event.target.value)}
        />
        <p id="spawn-name-hint" className={controls.meta}>
          How others address it. Left empty, it takes the persona's.
        </p>
      </div>
      {problem !== undefined && <ProblemText problem={problem} />}
      <footer className={styles.foot}>
        <span className={controls.meta}>It opens in its own terminal</span>
        <button type="button" className={controls.button} onClick={() => setSpawning(false)}>
          Cancel
        </button>
        <button type="submit" className={controls.primary} disabled={isBusy}>
          {isBusy ? 'Starting …' : 'Spawn'}
        </button>
      </footer>
    </form>
  );
}

function PersonaChoice(o: { persona: PersonaRow; isChosen: boolean; onChoose: () => void }) {
  const { persona, isChosen, onChoose } = o;
  const harness = persona.problem === null ? (persona.agent ?? 'first harness found') : 'cannot be used';
  const facts = [persona.role, harness, persona.model].filter((fact) => fact !== null);
  const line = persona.problem ?? persona.description ?? '';
  return (
    <label className={styles.persona} data-broken={persona.problem !== null}>
      <input
        type="radio"
        name="persona"
        checked={isChosen}
        disabled={persona.problem !== null}
        onChange={onChoose}
      />
      <span className={styles.personaName}>{visibleLine(persona.name, 64)}</span>
      <span className={`${controls.meta} ${controls.clip}`}>{visibleLine(facts.join(' · '), 120)}</span>
      {line !== '' && <span className={styles.personaLine}>{visibleLine(line, 240)}</span>}
    </label>
  );
}

function ProblemText({ problem }: { problem: Problem }) {
  return (
    <p role="alert" className={styles.problem}>
      <b>{visibleLine(problem.what, 400)}</b> {visibleLine(problem.remedy, 400)}
    </p>
  );
}

/** Read anew each time the dialog opens: people edit personas in their editor. */
function usePersonas(mesh: string) {
  const bridge = useBridge();
  const [state, setState] = useState<{ personas?: readonly PersonaRow[]; problem?: Problem }>({});
  useEffect(() => {
    let isCurrent = true;
    bridge.call('personas.list', { mesh }).then(
      ({ personas }) => isCurrent && setState({ personas }),
      (error: unknown) => isCurrent && setState({ problem: explainProblem(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [bridge, mesh]);
  return state;
}

/** Everything the dialog does not ask is as the persona says. */
const NOTHING_SAID = {
  agent: null,
  role: null,
  model: null,
  variant: null,
  cwd: null,
  prompt: null,
  subscribe: null,
  allowSubscribe: null,
  allowPublish: null,
  cols: null,
  rows: null,
} as const;
