import type { Connector } from '../../workspace/launch.ts';
import { agentEnvironment } from '../environment.ts';

/** An interactive shell as a peer: present on the mesh, with `cotal` on its path acting as this agent. */
export function shellConnector(deps: {
  readonly node: string;
  readonly program: string;
  readonly cliDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Connector {
  return {
    name: 'shell',
    missing: async () => undefined,
    prepare: async (request) => ({
      file: deps.node,
      args: [deps.program],
      env: agentEnvironment(deps.env, request, deps.cliDir),
    }),
  };
}
