import type { Connector } from '../../workspace/launch.ts';
import { agentEnvironment } from '../environment.ts';

/** The built-in scripted agent: needs no harness, answers direct messages, follows #general. */
export function demoConnector(deps: {
  readonly node: string;
  readonly program: string;
  readonly cliDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Connector {
  return {
    name: 'demo',
    missing: async () => undefined,
    prepare: async (request) => ({
      file: deps.node,
      args: [deps.program],
      env: agentEnvironment(deps.env, request, deps.cliDir),
    }),
  };
}
