import type { Connector } from '../workspace/launch.ts';
import { agentEnvironment } from './environment.ts';

/** What a connector that comes with the app is made of: a program of ours, run by this Node. */
export interface BuiltIn {
  readonly name: 'demo' | 'shell';
  readonly node: string;
  readonly program: string;
  /** The folder that puts `cotal` on the agent's path. */
  readonly cliDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A connector that needs no harness: the scripted demo agent, or an interactive shell as a peer. */
export function builtInConnector({ name, node, program, cliDir, env }: BuiltIn): Connector {
  return {
    name,
    missing: async () => undefined,
    prepare: async (request) => ({
      file: node,
      args: [program],
      env: agentEnvironment(env, request, cliDir),
    }),
  };
}
