/** What the question needs to know. */
export interface QuitFacts {
  readonly meshes: readonly string[];
  readonly agents: number;
}

/** The question in words: what goes on, and what does not. */
export function quitQuestion({ meshes, agents }: QuitFacts): {
  message: string;
  detail: string;
  stop: string;
} {
  const who = agents === 1 ? '1 agent is' : `${agents === 0 ? 'No' : agents} agents are`;
  const mesh = meshes.length === 1 ? 'the mesh' : `all ${meshes.length} meshes`;
  return {
    message: `Close Cotal, or stop ${mesh} as well?`,
    detail: `${who} running. When you only close Cotal, they go on working, and what they need waits for you here. When you stop ${mesh}, they end.`,
    stop: `Stop ${mesh}`,
  };
}
