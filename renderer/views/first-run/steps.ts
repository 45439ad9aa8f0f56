import type { MeshStatus } from '../../../shared/api/contract.ts';
import type { ProgressStep } from '../../state/store.ts';

/** One step of bringing a mesh up, as it is shown. */
export interface StepRow {
  readonly id: string;
  readonly title: string;
  /** What came of it, in a few words. */
  readonly note: string | null;
  readonly state: 'done' | 'running' | 'next' | 'failed';
  /** How long it took; `null`: not known, or not over. */
  readonly ms: number | null;
}

interface Step {
  readonly id: string;
  readonly doing: string;
  readonly done: string;
  readonly note: (status: MeshStatus) => string | null;
}

/** In the order in which the host takes them. */
const STEPS: readonly Step[] = [
  { id: 'folder', doing: 'Preparing the folder', done: 'Folder prepared', note: () => 'personas and logs' },
  {
    id: 'keys',
    doing: 'Making keys for this mesh',
    done: 'Keys of this mesh',
    note: () => 'kept out of the project',
  },
  { id: 'broker', doing: 'Starting the broker', done: 'Broker ready', note: brokerNote },
  { id: 'streams', doing: 'Preparing the streams', done: 'Streams ready', note: () => null },
  { id: 'person', doing: 'Joining you', done: 'You have joined', note: () => 'as a peer of your agents' },
  {
    id: 'manager',
    doing: 'Starting the manager',
    done: 'Manager ready',
    note: () => 'it starts and watches agents',
  },
];

/**
 * The checklist of a bring-up from what the host told of it. `up` is the mesh once it is: steps of which nothing was
 * told were taken before this window, so they are done, without times.
 */
export function checklistOf(progress: readonly ProgressStep[], up: MeshStatus | null): readonly StepRow[] {
  const told = new Map(progress.map((step) => [step.step, step]));
  const known = STEPS.map(({ id, doing, done, note }): StepRow => {
    const step = told.get(id);
    const state = step?.state ?? (up === null ? 'next' : 'done');
    const isDone = state === 'done';
    return {
      id,
      title: isDone ? done : doing,
      note: isDone && up !== null ? note(up) : null,
      state,
      ms: step === undefined || state === 'running' ? null : step.ms,
    };
  });
  const others = progress.filter(({ step }) => !STEPS.some(({ id }) => id === step));
  return [
    ...known,
    ...others.map(({ step, state, ms }): StepRow => ({
      id: step,
      title: step,
      note: null,
      state,
      ms: state === 'running' ? null : ms,
    })),
  ];
}

/** How long all steps took that are over, in milliseconds; `null` when nothing is known of it. */
export function totalOf(rows: readonly StepRow[]): number | null {
  const known = rows.flatMap(({ ms }) => (ms === null ? [] : [ms]));
  return known.length === 0 ? null : known.reduce((sum, ms) => sum + ms, 0);
}

/** `0.3 s`. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function brokerNote({ broker, server }: MeshStatus): string {
  const address = server.replace(/^[a-z]+:\/\//, '');
  return broker === null ? address : `nats-server ${broker.version}, ${address}`;
}
