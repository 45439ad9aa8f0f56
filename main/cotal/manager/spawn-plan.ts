import type { InstanceId } from '../../../shared/base/ids.ts';
import { Fault } from '../../../shared/base/refusal.ts';
import { parseScope } from '../../../shared/cotal/agent-file.ts';
import { parseRoleName } from '../../../shared/cotal/names.ts';
import type { AgentRecord } from './agents-file.ts';
import type { Persona } from './personas.ts';
import type { SpawnRequest } from './types.ts';

/** What is known of an agent before it runs. */
export type AgentPlan = Omit<AgentRecord, 'id' | 'pid' | 'startTime' | 'startedAt'>;

/** What an agent is to be: the persona, with what the request says instead. A Fault names what cannot be. */
export function planAgent(
  request: SpawnRequest,
  { file, agentFile }: Persona,
  chosen: { readonly connector: string; readonly root: string; readonly parent: InstanceId | undefined },
): Omit<AgentPlan, 'name'> {
  const role = request.role ?? agentFile.role;
  const scope = unwrap(
    parseScope({
      subscribe: request.subscribe ?? agentFile.subscribe,
      allowSubscribe:
        request.allowSubscribe ?? (request.subscribe === null ? agentFile.allowSubscribe : undefined),
      allowPublish: request.allowPublish ?? agentFile.allowPublish,
    }),
    'bad-scope',
  );
  return {
    role: role === undefined ? null : unwrap(parseRoleName(role), 'bad-role'),
    connector: chosen.connector,
    persona: request.persona ?? 'default',
    personaFile: file,
    cwd: request.cwd ?? chosen.root,
    description: agentFile.description ?? null,
    model: request.model ?? agentFile.model ?? null,
    variant: request.variant ?? agentFile.variant ?? null,
    prompt: request.prompt,
    subscribe: [...scope.subscribe],
    allowSubscribe: [...scope.allowSubscribe],
    allowPublish: [...scope.allowPublish],
    capabilities: [...agentFile.capabilities],
    parent: chosen.parent ?? null,
  };
}

/** The value, or a Fault that says why the agent cannot be started with it. */
export function unwrap<V>(
  result: { ok: true; value: V } | { ok: false; error: { sentence: string } },
  code: string,
): V {
  if (result.ok) return result.value;
  throw new Fault(code, 'The agent cannot be started.', {
    why: result.error.sentence,
    remedy: 'Correct the persona or the flag.',
  });
}
