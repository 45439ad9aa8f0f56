import { useEffect, useMemo, useState } from 'react';
import type { HarnessRow, PersonaRow } from '../../../shared/api/contract.ts';
import { useBridge } from '../../state/bridge-context.ts';
import { useDerived } from '../../state/derived.ts';
import { explainProblem } from '../../state/follow.ts';
import { useWindow, type Problem } from '../../state/store.ts';
import type { SpawnPlace } from './spawn-draft.ts';

/** What can be chosen from. */
export interface SpawnChoices {
  readonly personas: readonly PersonaRow[];
  readonly harnesses: readonly HarnessRow[];
}

/** Read anew each time the dialog opens: people edit personas in their editor, and install harnesses. */
export function useSpawnChoices(mesh: string): { choices?: SpawnChoices; problem?: Problem } {
  const bridge = useBridge();
  const [state, setState] = useState<{ choices?: SpawnChoices; problem?: Problem }>({});
  useEffect(() => {
    let isCurrent = true;
    Promise.all([bridge.call('personas.list', { mesh }), bridge.call('harnesses.list', { mesh })]).then(
      ([{ personas }, { harnesses }]) => isCurrent && setState({ choices: { personas, harnesses } }),
      (error: unknown) => isCurrent && setState({ problem: explainProblem(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [bridge, mesh]);
  return state;
}

const NO_HARNESSES: readonly HarnessRow[] = [];

/** The mesh that the agent is to join, as it is now. */
export function useSpawnPlace(harnesses: readonly HarnessRow[] = NO_HARNESSES): SpawnPlace {
  const agents = useWindow((s) => s.agents);
  const personName = useWindow((s) => s.person?.name ?? '');
  const root = useWindow((s) => s.status?.root ?? '');
  const rows = useDerived((d) => d.rows);
  return useMemo(() => {
    const running = agents.filter(({ process }) => process === 'running').map(({ name }) => name);
    const present = [...rows.values()]
      .filter(({ word }) => !word.endsWith('offline'))
      .map(({ name }) => name);
    return { taken: [...running, ...present], personName, harnesses, root };
  }, [agents, rows, personName, harnesses, root]);
}
