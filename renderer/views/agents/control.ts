import { create } from 'zustand';
import { setMeshUi } from '../../state/ui.ts';
import type { Ending } from '../../terminal/EndBand.tsx';

/** What is going on in the Agents view; none of it is kept over a restart. */
export interface AgentsState {
  readonly hasDetails: boolean;
  /** The agent that is about to be stopped or restarted, until the person has said so. */
  readonly ending: { readonly id: string; readonly kind: Ending } | null;
}

export const useAgentsView = create<AgentsState>(() => ({ hasDetails: false, ending: null }));

/** Selects an agent; what was about to be done to another is not done. */
export function selectAgent(name: string): void {
  setMeshUi({ selectedAgent: name });
  useAgentsView.setState({ ending: null });
}

/** Shows the details of the selected agent, or hides them. */
export function toggleDetails(): void {
  useAgentsView.setState(({ hasDetails }) => ({ hasDetails: !hasDetails }));
}

/** Asks whether an agent is to be stopped or restarted. */
export function askToEnd(id: string, kind: Ending): void {
  useAgentsView.setState({ ending: { id, kind } });
}

export function endingDone(): void {
  useAgentsView.setState({ ending: null });
}
