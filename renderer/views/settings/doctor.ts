import { create } from 'zustand';
import type { Check } from '../../../shared/api/contract.ts';
import type { Bridge } from '../../bridge.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, useWindow, type Problem } from '../../state/store.ts';
import { explainChecks } from './words.ts';

/** What the last run of the checks found; kept while the window looks elsewhere. */
export interface DoctorState {
  /** The mesh that was looked at. */
  readonly mesh: string | null;
  readonly checks: readonly Check[];
  /** When they were made; `null`: never yet. */
  readonly at: number | null;
  readonly isRunning: boolean;
  readonly problem: Problem | undefined;
}

const initial: DoctorState = { mesh: null, checks: [], at: null, isRunning: false, problem: undefined };

export const useDoctor = create<DoctorState>(() => initial);

/** Makes all checks of the shown mesh. */
export async function runChecks(bridge: Bridge): Promise<void> {
  const mesh = useWindow.getState().meshId;
  if (useDoctor.getState().isRunning) return;
  useDoctor.setState((before) => ({
    ...(before.mesh === mesh ? before : initial),
    mesh,
    isRunning: true,
    problem: undefined,
  }));
  try {
    const { at, checks } = await bridge.call('doctor.run', { mesh });
    useDoctor.setState({ at, checks, isRunning: false });
    announce(`Checks done: ${explainChecks(checks)}.`);
  } catch (error) {
    useDoctor.setState({ isRunning: false, problem: explainProblem(error) });
  }
}
