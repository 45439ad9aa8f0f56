import type { AgentRow, NeedItem } from '../../../shared/api/contract.ts';

/** How far an agent has come with its start, step by step. */
export interface StartStep {
  readonly id: 'process' | 'connected' | 'oriented' | 'first-turn';
  readonly label: string;
  /** `late`: it runs, and for longer than it should. `quiet`: it waits for something to be asked. */
  readonly state: 'done' | 'running' | 'late' | 'failed' | 'next' | 'quiet';
  /** How long it took, or runs already, in milliseconds; `null`: it has not begun, or was not seen. */
  readonly ms: number | null;
  /** What is to be said about it, besides its name. */
  readonly sentence: string | null;
}

/** A step that takes longer than this is said to. */
const STEP_DEADLINE_MS = 20_000;

const LABELS = {
  process: 'Process is up',
  connected: 'Connected to the mesh',
  oriented: 'Oriented',
  'first-turn': 'First turn',
} as const;

/**
 * The steps of a start as they stand at `now`. `requestedAt` is when the person asked for it, `need` what the agent
 * asks of the person, if it does. All epoch milliseconds.
 */
export function startStepsOf(
  agent: AgentRow,
  requestedAt: number,
  now: number,
  need?: NeedItem,
): readonly StartStep[] {
  const { processAt, connectedAt, orientedAt, firstTurnAt } = agent.start;
  const ends = [processAt, connectedAt, orientedAt, firstTurnAt];
  const ids = ['process', 'connected', 'oriented', 'first-turn'] as const;
  // A later step that was seen counts for those before it: not every harness shows each.
  const reached = ends.findLastIndex((end) => end !== null);
  return ids.map((id, place) => {
    const label = LABELS[id];
    const end = ends[place] ?? null;
    const begin =
      place === 0 ? requestedAt : (ends.slice(0, place).findLast((at) => at !== null) ?? processAt);
    if (place <= reached) {
      const ms = end === null ? null : Math.max(0, end - begin);
      return { id, label, state: 'done', ms, sentence: null };
    }
    if (place > reached + 1) return { id, label, state: 'next', ms: null, sentence: null };
    return currentStep(id, agent, begin, now, need);
  });
}

function currentStep(
  id: StartStep['id'],
  agent: AgentRow,
  begin: number,
  now: number,
  need: NeedItem | undefined,
): StartStep {
  const step = { id, label: LABELS[id] };
  if (agent.process === 'exited') {
    const ms = Math.max(0, (agent.exit?.at ?? now) - begin);
    return { ...step, state: 'failed', ms, sentence: explainExit(agent) };
  }
  const ms = Math.max(0, now - begin);
  if (need !== undefined) return { ...step, state: 'late', ms, sentence: need.text };
  if (id === 'first-turn')
    return { ...step, state: 'quiet', ms: null, sentence: 'when it is first asked something' };
  if (ms < STEP_DEADLINE_MS) return { ...step, state: 'running', ms, sentence: null };
  const sentence =
    id === 'oriented'
      ? `${agent.agent} is connected and has not begun. It may be asking something in its terminal; nothing here answers it for you.`
      : `${agent.agent} runs and has not come to the mesh. Its terminal shows what it does.`;
  return { ...step, state: 'late', ms, sentence };
}

function explainExit({ agent, exit }: AgentRow): string {
  if (exit === null) return `${agent} ended before this step.`;
  const how =
    exit.signal !== null && exit.signal !== 0
      ? `was ended by signal ${exit.signal}`
      : `ended with code ${exit.code ?? 'unknown'}`;
  return `${agent} ${how} before this step.`;
}

/** A duration of a step: `0.4 s`, `20.0 s`, `3 m`. */
export function stepTime(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} m`;
}
