import { useCallback, useEffect, useState } from 'react';
import type { AgentRow, HarnessRow, PersonaRow } from '../../../shared/api/contract.ts';
import { Fault } from '../../../shared/base/refusal.ts';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { explainProblem } from '../../state/follow.ts';
import { useWindow, type Problem } from '../../state/store.ts';

/** Files can be changed by agents and editors, and nothing tells: they are looked at again this often. */
const LOOK_AGAIN_MS = 10_000;

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: Problem | undefined;
  readonly reload: () => void;
  /** Puts in what is known to hold now, ahead of the next answer. */
  readonly replace: (value: T) => void;
}

/** A persona's file; `revision` is `null` while there is none. */
export interface PersonaFile {
  readonly text: string;
  readonly revision: string | null;
}

/** The personas of the shown mesh, looked at again now and then. */
export function usePersonas(): Loaded<readonly PersonaRow[]> {
  const bridge = useBridge();
  return useLoaded(
    useCallback(
      async (mesh): Promise<readonly PersonaRow[]> => (await bridge.call('personas.list', { mesh })).personas,
      [bridge],
    ),
  );
}

/** The file of one persona. That it is not there is an answer, not a problem. */
export function usePersonaFile(name: string): Loaded<PersonaFile> {
  const bridge = useBridge();
  return useLoaded(
    useCallback(
      async (mesh): Promise<PersonaFile> => {
        try {
          return await bridge.call('personas.read', { mesh, name });
        } catch (error) {
          if (error instanceof Fault && error.code === 'unknown-persona') return { text: '', revision: null };
          throw error;
        }
      },
      [bridge, name],
    ),
  );
}

/** The harnesses that an agent of the shown mesh can run in. */
export function useHarnesses(): Loaded<readonly HarnessRow[]> {
  const bridge = useBridge();
  return useLoaded(
    useCallback(
      async (mesh): Promise<readonly HarnessRow[]> =>
        (await bridge.call('harnesses.list', { mesh })).harnesses,
      [bridge],
    ),
  );
}

/** Those of our agents that run a persona now. */
export function runningOf(agents: readonly AgentRow[], persona: Pick<PersonaRow, 'name' | 'file'>): string[] {
  return agents
    .filter((agent) => agent.process === 'running')
    .filter((agent) => agent.persona === persona.name || agent.persona === persona.file)
    .map(({ name }) => name);
}

/** Answers of the host, kept while newer ones are on their way; nothing is asked while it cannot be reached. */
function useLoaded<T>(load: (mesh: string) => Promise<T>): Loaded<T> {
  const mesh = useWindow((s) => s.meshId);
  const epoch = useWindow((s) => s.epoch);
  const isStale = useStale() !== undefined;
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State<T>>({ load, mesh });
  const reload = useCallback(() => setTurn((before) => before + 1), []);

  useEffect(() => {
    if (mesh === null || isStale) return;
    let isOver = false;
    load(mesh)
      .then((value) => isOver || setState({ load, mesh, value }))
      .catch((error: unknown) => {
        if (isOver) return;
        const problem = explainProblem(error);
        setState((before) => (isOf(before, load, mesh) ? { ...before, problem } : { load, mesh, problem }));
      });
    return () => {
      isOver = true;
    };
  }, [load, mesh, epoch, isStale, turn]);

  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), LOOK_AGAIN_MS);
    addEventListener('focus', reload);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', reload);
    };
  }, [reload]);

  const replace = useCallback((value: T) => setState({ load, mesh, value }), [load, mesh]);
  const isOurs = isOf(state, load, mesh);
  return {
    value: isOurs ? state.value : undefined,
    problem: isOurs ? state.problem : undefined,
    reload,
    replace,
  };
}

/** An answer, with what was asked of whom. */
interface State<T> {
  readonly load: unknown;
  readonly mesh: string | null;
  readonly value?: T;
  readonly problem?: Problem;
}

function isOf(state: State<unknown>, load: unknown, mesh: string | null): boolean {
  return state.load === load && state.mesh === mesh;
}
