import { useState } from 'react';
import type { PersonaRow } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { explainScope } from '../../../shared/mesh-view/access.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { Loading, ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { explainProblem } from '../../state/follow.ts';
import { openOverlay, useWindow, type Problem } from '../../state/store.ts';
import { useHarnesses, usePersonas } from '../personas/data.ts';
import { CopyButton } from '../settings/CopyButton.tsx';
import { startFirstAgent } from './first-agent.ts';
import styles from './first-run.module.css';

/** More are found under "Choose everything yourself". */
const MAX_OTHERS = 3;

/** The fourth step: one click starts an agent of the default persona. */
export function FirstAgent({ mesh }: { mesh: string }) {
  const bridge = useBridge();
  const stale = useStale();
  const personas = usePersonas();
  const [starting, setStarting] = useState<string | undefined>();
  const [problem, setProblem] = useState<Problem | undefined>();
  const usable = (personas.value ?? []).filter((persona) => persona.problem === null);
  const first = usable.find(({ isDefault }) => isDefault) ?? usable[0];
  const others = usable
    .filter((persona) => persona !== first)
    .toSorted((a, b) => Number(isStarter(b)) - Number(isStarter(a)))
    .slice(0, MAX_OTHERS);
  const isHeld = starting !== undefined || stale !== undefined;

  async function start(persona: string): Promise<void> {
    setStarting(persona);
    setProblem(undefined);
    try {
      await startFirstAgent(bridge, mesh, persona);
    } catch (error) {
      setProblem(explainProblem(error));
      setStarting(undefined);
    }
  }

  return (
    <>
      <h2>Start your first agent</h2>
      <p className={styles.lead}>
        An agent is a program in a terminal of its own, and a peer on your mesh. Its terminal opens as soon as
        it runs.
      </p>
      {personas.problem !== undefined && <ProblemNote problem={personas.problem} onRetry={personas.reload} />}
      {personas.value === undefined && personas.problem === undefined && (
        <Loading>Reading the personas of this mesh.</Loading>
      )}
      {problem !== undefined && <ProblemNote problem={problem} />}
      {first !== undefined && (
        <DefaultPersona
          persona={first}
          isHeld={isHeld}
          isStarting={starting === first.name}
          onStart={() => void start(first.name)}
        />
      )}
      {stale !== undefined && <p className={styles.lead}>Nothing can be started now: {stale.reason}.</p>}
      <OtherWays personas={others} starting={starting} isHeld={isHeld} onStart={(name) => void start(name)} />
    </>
  );
}

function OtherWays(o: {
  personas: readonly PersonaRow[];
  starting: string | undefined;
  isHeld: boolean;
  onStart: (persona: string) => void;
}) {
  const space = useWindow((s) => s.status?.space ?? '');
  return (
    <>
      <h3>Or another way in</h3>
      <ul className={styles.ways}>
        {o.personas.map(({ name, description, role }) => (
          <li key={name}>
            <Icon name={name === 'shell' ? 'terminal' : 'play'} size={20} />
            <div>
              <b>{visibleLine(name, 64)}</b>
              <p>{visibleLine(description ?? role ?? 'A persona of this mesh.', 200)}</p>
            </div>
            <button
              type="button"
              className={`${controls.button} ${controls.small}`}
              disabled={o.isHeld}
              onClick={() => o.onStart(name)}
            >
              {o.starting === name ? 'Starting' : `Start ${visibleLine(name, 24)}`}
            </button>
          </li>
        ))}
        <li>
          <Icon name="pencil" size={20} />
          <div>
            <b>Choose everything yourself</b>
            <p>Persona, harness, model, folder, channels and prompt.</p>
          </div>
          <button
            type="button"
            className={`${controls.button} ${controls.small}`}
            disabled={o.isHeld}
            onClick={() => openOverlay({ kind: 'spawn', persona: null })}
          >
            Choose…
          </button>
        </li>
        <li>
          <Icon name="people" size={20} />
          <div>
            <b>Bring one you already run</b>
            <p>
              <code>cotal join --space {visibleLine(space, 64)}</code> in its terminal.
            </p>
          </div>
          <CopyButton text={`cotal join --space ${space}`} what="The command" />
        </li>
      </ul>
    </>
  );
}

function DefaultPersona(o: {
  persona: PersonaRow;
  isHeld: boolean;
  isStarting: boolean;
  onStart: () => void;
}) {
  const { persona } = o;
  const { value: harnesses = [] } = useHarnesses();
  const harness = persona.agent ?? harnesses.find(({ isDefault }) => isDefault)?.name;
  const [read, post] = explainScope(persona);
  return (
    <section className={styles.first} aria-label={`The persona ${visibleLine(persona.name, 64)}`}>
      <div>
        <b>{visibleLine(persona.name, 64)}</b>
        {harness !== undefined && <span className={controls.meta}>runs in {visibleLine(harness, 40)}</span>}
        <p>
          Reads {visibleLine(read?.text ?? '', 200)}. Posts to {visibleLine(post?.text ?? '', 200)}.
        </p>
      </div>
      <button
        type="button"
        className={`${controls.primary} ${controls.large}`}
        disabled={o.isHeld}
        onClick={o.onStart}
      >
        <Icon name="play" /> {o.isStarting ? 'Starting' : 'Start it and open its terminal'}
      </button>
    </section>
  );
}

/** Those that need nothing installed. */
function isStarter({ agent }: PersonaRow): boolean {
  return agent === 'demo' || agent === 'shell';
}
