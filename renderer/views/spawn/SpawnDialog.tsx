import { useState, type FormEvent } from 'react';
import type { AgentRow } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { Icon } from '../../components/icons.tsx';
import { Empty, Loading, ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, closeOverlay, useWindow, type Problem } from '../../state/store.ts';
import { goTo, setMeshUi } from '../../state/ui.ts';
import { openTerminal } from '../../terminal/active.ts';
import { AccessList } from './AccessList.tsx';
import {
  commandLine,
  emptyDraft,
  harnessProblem,
  nameProblem,
  personaOf,
  planOf,
  requestOf,
} from './spawn-draft.ts';
import styles from './SpawnDialog.module.css';
import { SpawnForm } from './SpawnForm.tsx';
import { StartChecklist } from './StartChecklist.tsx';
import { useSpawnChoices, useSpawnPlace, type SpawnChoices } from './useSpawnChoices.ts';

export interface SpawnDialogProps {
  readonly mesh: string;
  /** The persona to begin with; `null`: the default one. */
  readonly persona: string | null;
}

/** Starts an agent: says what it will be allowed to do before it is, and then how far its start has come. */
export function SpawnDialog({ mesh, persona }: SpawnDialogProps) {
  const { choices, problem } = useSpawnChoices(mesh);
  const hasPersona = choices?.personas.some((row) => row.problem === null) ?? true;
  const spawning = useSpawning(mesh);
  const { agent } = spawning;
  // One dialog from the beginning: it gives the focus back to where it was opened from.
  return (
    <Dialog
      title="Spawn an agent"
      size="large"
      onClose={closeOverlay}
      note={
        agent !== undefined && (
          <span className={controls.tag}>
            {agent.start.orientedAt === null ? 'starting' : 'started'} {visibleLine(agent.name, 64)}
          </span>
        )
      }
    >
      {choices !== undefined && hasPersona && (
        <Spawn mesh={mesh} first={persona} choices={choices} spawning={spawning} />
      )}
      {problem !== undefined && <ProblemNote problem={problem} />}
      {problem === undefined && choices === undefined && <Loading>Reading personas and harnesses …</Loading>}
      {!hasPersona && (
        <Empty
          title="There is no persona to start from"
          icon="persona"
          action={
            <button
              type="button"
              className={controls.primary}
              onClick={() => {
                closeOverlay();
                goTo({ kind: 'personas', name: null });
              }}
            >
              Go to Personas
            </button>
          }
        >
          A persona says who an agent is and what it may do. This mesh has none that can be read.
        </Empty>
      )}
    </Dialog>
  );
}

/** An agent that was spawned from this dialog. */
interface Started {
  readonly id: string;
  readonly requestedAt: number;
  /** The request as a command, as it was made. */
  readonly command: string;
}

interface SpawnProps {
  readonly mesh: string;
  readonly first: string | null;
  readonly choices: SpawnChoices;
  readonly spawning: ReturnType<typeof useSpawning>;
}

function Spawn({ mesh, first, choices, spawning }: SpawnProps) {
  const stale = useStale();
  const place = useSpawnPlace(choices.harnesses);
  const [draft, setDraft] = useState(() => emptyDraft(first));
  const { started, agent, isBusy, problem, spawn } = spawning;
  const persona = personaOf(draft, choices.personas);
  if (persona === undefined) return null;

  const plan = planOf(draft, persona, place);
  const request = requestOf(draft, persona, place);
  const wrong =
    stale === undefined
      ? (nameProblem(plan.name, place) ?? harnessProblem(plan.harness, choices.harnesses))
      : `No agent can be started now: ${stale.reason}.`;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // The folder dialog is a form of its own, and what bubbles follows components, not the page.
    if (event.target !== event.currentTarget) return;
    if (!isBusy && wrong === undefined && agent === undefined)
      void spawn(request, (given) => setDraft({ ...draft, name: given }));
  };
  const name = visibleLine(agent?.name ?? plan.name, 64);
  return (
    <form className={styles.spawn} onSubmit={onSubmit}>
      <div className={styles.scroll}>
        <SpawnForm {...{ draft, persona, choices, place }} isDone={agent !== undefined} onChange={setDraft} />
        <div className={styles.right}>
          <section aria-label={`What ${name} may do on the mesh`}>
            <h3>What {name} may do on the mesh</h3>
            <AccessList access={agent ?? plan} />
          </section>
          {agent !== undefined && (
            <section className={styles.start} aria-label="Starting">
              <h3>Starting</h3>
              <StartChecklist
                mesh={mesh}
                agent={agent}
                requestedAt={started?.requestedAt ?? agent.start.processAt}
                onTerminal={() => goToTerminal(agent.name)}
              />
            </section>
          )}
        </div>
      </div>
      {problem !== undefined && <ProblemNote problem={problem} />}
      {stale !== undefined && agent === undefined && (
        <p className={styles.stale} role="status">
          {visibleLine(wrong ?? '', 300)}
        </p>
      )}
      <Foot
        command={agent === undefined ? commandLine(request) : (started?.command ?? '')}
        agent={agent}
        isBusy={isBusy}
        wrong={wrong}
      />
    </form>
  );
}

type SpawnRequest = ReturnType<typeof requestOf>;

/** Asks the host for the agent and follows it. One that was stopped is forgotten: the form is there for another try. */
function useSpawning(mesh: string) {
  const bridge = useBridge();
  const [started, setStarted] = useState<Started | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const agent = useWindow((s) => s.agents.find(({ id }) => id === started?.id));
  const spawn = async (request: SpawnRequest, onStarted: (name: string) => void): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const requestedAt = currentTime();
    try {
      const row = await bridge.call('agents.spawn', { ...request, mesh });
      showAtOnce(row);
      setStarted({ id: row.id, requestedAt, command: commandLine(request) });
      onStarted(row.name);
      setMeshUi({ selectedAgent: row.name });
      announce(`${visibleLine(row.name, 64)} was started.`);
    } catch (error) {
      setProblem(explainProblem(error));
    }
    setBusy(false);
  };
  return { started, agent, isBusy, problem, spawn };
}

interface FootProps {
  readonly command: string;
  readonly agent: AgentRow | undefined;
  readonly isBusy: boolean;
  /** Why it cannot be spawned. */
  readonly wrong: string | undefined;
}

function Foot({ command, agent, isBusy, wrong }: FootProps) {
  const note = (
    <>
      Same as <code>{visibleLine(command, 400)}</code>
    </>
  );
  if (agent === undefined) {
    return (
      <DialogFoot note={note}>
        <button type="button" className={controls.button} onClick={closeOverlay}>
          Cancel
        </button>
        <button type="submit" className={controls.primary} disabled={isBusy || wrong !== undefined}>
          <Icon name="plus" /> {isBusy ? 'Starting …' : 'Spawn'}
        </button>
      </DialogFoot>
    );
  }
  return (
    <DialogFoot note={note}>
      <button type="button" className={controls.button} onClick={closeOverlay}>
        {agent.start.orientedAt === null ? 'Close, keep starting' : 'Close'}
      </button>
      <button type="button" autoFocus className={controls.primary} onClick={() => goToTerminal(agent.name)}>
        <Icon name="terminal" /> Open terminal
      </button>
    </DialogFoot>
  );
}

function currentTime(): number {
  return Date.now();
}

function goToTerminal(agent: string): void {
  closeOverlay();
  openTerminal(agent);
}

/** It is in the next list of agents too; until that has come, it is shown from the answer. */
function showAtOnce(row: AgentRow): void {
  useWindow.setState(({ agents }) => ({ agents: [...agents.filter(({ id }) => id !== row.id), row] }));
}
