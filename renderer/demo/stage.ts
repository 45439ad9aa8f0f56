import type { z } from 'zod';
import type { methods } from '../../shared/api/contract.ts';
import type { ShellInput, ShellMethod } from '../../shared/api/shell.ts';
import { Fault } from '../../shared/base/refusal.ts';
import type { CallMethod, CallOutput, HeardEvent, HeardPayload } from '../bridge.ts';
import { snapshotOf, type Scene } from './scene.ts';

/** What the acts of the demo work with. */
export interface Stage {
  readonly scene: Scene;
  readonly now: () => number;
  /** Has the window hear an event. */
  readonly tell: <E extends HeardEvent>(event: E, payload: HeardPayload<E>) => void;
  /** Does something a little later, as a mesh would. */
  readonly later: (ms: number, act: () => void) => void;
}

/** A call's input as the contract reads it. */
export type ReadInput<M extends CallMethod> = M extends keyof typeof methods
  ? z.output<(typeof methods)[M]['in']>
  : M extends ShellMethod
    ? ShellInput<M>
    : never;

/** What each call of the window does in the demo. */
export type DemoHandlers = {
  readonly [M in CallMethod]: (input: ReadInput<M>) => CallOutput<M> | Promise<CallOutput<M>>;
};

/** Tells the window how the mesh stands now. */
export function tellScene({ scene, now, tell }: Stage): void {
  const mesh = scene.status.id;
  tell('mesh.snapshot', { mesh, snapshot: snapshotOf(scene, now()) });
  tell('mesh.agents', { mesh, agents: scene.agents });
  tell('mesh.needs', { mesh, items: scene.needs });
}

/** A Fault as the host would give it: what happened and why, then what to do. */
export function demoFault(code: string, what: string, remedy: string): Fault {
  return new Fault(code, what, { why: '', remedy });
}
