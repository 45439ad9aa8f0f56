import { visibleLine } from '../../shared/base/visible.ts';
import type { Bridge } from '../bridge.ts';
import { explainProblem } from '../state/follow.ts';
import { announce, useWindow } from '../state/store.ts';
import { meshUiOf, useUi } from '../state/ui.ts';

/** Restarts the agent that is selected; what becomes of it is said. */
export function restartSelected(bridge: Bridge): void {
  void onSelected(async (mesh, name) => {
    await bridge.call('agents.restart', { mesh, name });
    announce(`${visibleLine(name, 64)} was restarted.`);
  });
}

/** Stops the agent that is selected, gently; what becomes of it is said. */
export function stopSelected(bridge: Bridge): void {
  void onSelected(async (mesh, name) => {
    await bridge.call('agents.stop', { mesh, name, graceful: true });
    announce(`${visibleLine(name, 64)} was stopped.`);
  });
}

async function onSelected(act: (mesh: string, name: string) => Promise<void>): Promise<void> {
  const { meshId, agents } = useWindow.getState();
  const selected = meshUiOf(useUi.getState()).selectedAgent;
  const agent = agents.find(({ name }) => name === selected);
  if (meshId === null || agent === undefined) return;
  try {
    await act(meshId, agent.name);
  } catch (error) {
    const problem = explainProblem(error);
    useWindow.setState({ problem });
    announce(problem.what);
  }
}
