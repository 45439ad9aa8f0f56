import type { Bridge } from '../../bridge.ts';
import { announce } from '../../state/store.ts';
import { setMeshUi, useUi } from '../../state/ui.ts';
import { openTerminal } from '../../terminal/active.ts';

/** Starts an agent of a persona as its file says, opens its terminal, and is done with the first steps. */
export async function startFirstAgent(bridge: Bridge, mesh: string, persona: string): Promise<void> {
  const { name } = await bridge.call('agents.spawn', {
    mesh,
    persona,
    name: null,
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
  });
  setMeshUi({ selectedAgent: name });
  openTerminal(name);
  finishFirstRun();
  announce(`${name} is starting.`);
}

/** The first steps are done, or put off; the palette leads back to them. */
export function finishFirstRun(): void {
  useUi.setState({ isFirstRunDone: true });
}
