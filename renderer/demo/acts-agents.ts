import type { AgentRow, NeedItem } from '../../shared/api/contract.ts';
import type { PeerView } from '../../shared/mesh-view/snapshot.ts';
import { idOf, ROOT } from './cast.ts';
import { rowOfFile } from './personas.ts';
import { demoFault, tellScene, type ReadInput, type Stage } from './stage.ts';

/** What agents of the demo do when they are started and stopped. Nothing runs. */

const CONNECT_MS = 700;
const ORIENT_MS = 1400;
const TURN_MS = 2200;

/** Lists a new agent, and has it come up step by step. */
export function spawnAgent(stage: Stage, input: ReadInput<'agents.spawn'>): AgentRow {
  const { scene, now } = stage;
  const persona = input.persona ?? 'default';
  const text = scene.files.get(persona);
  if (text === undefined)
    throw demoFault('unknown-persona', `There is no persona called "${persona}".`, 'Choose another one.');
  const file = rowOfFile(persona, text);
  if (file.problem !== null)
    throw demoFault('bad-persona', `The persona cannot be used: ${file.problem}`, 'Correct it first.');
  const name = input.name ?? persona;
  if (scene.agents.some((agent) => agent.name === name))
    throw demoFault('name-taken', `An agent called "${name}" runs already.`, 'Choose another name.');
  const agent: AgentRow = {
    name,
    id: idOf(name),
    role: input.role ?? file.role,
    agent: input.agent ?? file.agent ?? 'claude',
    status: 'starting',
    activity: null,
    since: now(),
    process: 'running',
    pid: 5000 + scene.agents.length,
    exit: null,
    lastOutputAt: null,
    restartedAt: null,
    persona,
    cwd: input.cwd ?? ROOT,
    model: input.model ?? file.model,
    subscribe: input.subscribe ?? file.subscribe,
    allowSubscribe: input.allowSubscribe ?? file.allowSubscribe,
    allowPublish: input.allowPublish ?? file.allowPublish,
    capabilities: file.capabilities,
    parent: null,
    start: { processAt: now(), connectedAt: null, orientedAt: null, firstTurnAt: null },
    lastLines: [],
  };
  scene.agents = [...scene.agents, agent];
  stage.later(20, () => tellScene(stage));
  comeUp(stage, name);
  return agent;
}

/** An agent that ends goes from the list and is offline on the mesh. */
export function stopAgent(stage: Stage, { name, graceful }: ReadInput<'agents.stop'>) {
  const { scene, now } = stage;
  const agent = agentOf(stage, name);
  scene.agents = scene.agents.filter((each) => each !== agent);
  scene.peers = scene.peers.map((peer) =>
    peer.id === agent.id ? { ...peer, status: 'offline', since: now(), lastSign: now() } : peer,
  );
  scene.needs = scene.needs.filter((need) => need.agent?.id !== agent.id);
  stage.later(20, () => tellScene(stage));
  return { name, stopped: true as const, graceful };
}

/** Starts an agent again under the same name. */
export function restartAgent(stage: Stage, { name }: ReadInput<'agents.restart'>): AgentRow {
  const { scene, now } = stage;
  const before = agentOf(stage, name);
  const agent: AgentRow = {
    ...before,
    status: 'starting',
    activity: null,
    since: now(),
    process: 'running',
    pid: 5100,
    exit: null,
    lastOutputAt: null,
    start: { processAt: now(), connectedAt: null, orientedAt: null, firstTurnAt: null },
    lastLines: [],
  };
  scene.agents = scene.agents.map((each) => (each === before ? agent : each));
  scene.needs = scene.needs.filter((need) => need.agent?.id !== agent.id);
  stage.later(20, () => tellScene(stage));
  comeUp(stage, name);
  return agent;
}

/** The steps of a start, one after another; an agent that was stopped meanwhile takes none. */
function comeUp(stage: Stage, name: string): void {
  const { scene, now } = stage;
  const reach = (ms: number, change: (agent: AgentRow) => AgentRow): void =>
    stage.later(ms, () => {
      const agent = scene.agents.find((each) => each.name === name);
      if (agent === undefined) return;
      const next = change(agent);
      scene.agents = scene.agents.map((each) => (each === agent ? next : each));
      scene.peers = [...scene.peers.filter(({ id }) => id !== next.id), peerOf(next, now())];
      tellScene(stage);
    });
  reach(CONNECT_MS, (agent) => ({ ...agent, start: { ...agent.start, connectedAt: now() } }));
  if (scene.isHeldAtStart === true)
    return stage.later(ORIENT_MS, () => {
      scene.needs = [...scene.needs, trustNeed(stage, name)];
      tellScene(stage);
    });
  reach(ORIENT_MS, (agent) => ({
    ...agent,
    status: 'idle',
    lastOutputAt: now(),
    start: { ...agent.start, orientedAt: now() },
  }));
  reach(TURN_MS, (agent) => ({
    ...agent,
    status: 'working',
    activity: 'Reading the last messages',
    since: now(),
    lastOutputAt: now(),
    start: { ...agent.start, firstTurnAt: now() },
  }));
}

/** A harness asks before it begins; nothing but the person answers. */
function trustNeed({ scene, now }: Stage, name: string): NeedItem {
  const agent = scene.agents.find((each) => each.name === name);
  return {
    id: `trust:${idOf(name)}`,
    kind: 'trust',
    agent: { id: idOf(name), name },
    since: now(),
    text: `${agent?.agent ?? 'The harness'} asks whether you trust this folder. It waits for a person; nothing here answers it for you.`,
    isQuoted: false,
    evidence: ['Do you trust the files in', `${agent?.cwd ?? ROOT}?`, '❯ 1. Yes   2. No, exit'],
    choices: [],
    acts: ['terminal', 'stop', 'dismiss'],
    snoozedUntil: null,
    isAskerGone: false,
  };
}

function peerOf(agent: AgentRow, now: number): PeerView {
  const { id, name, role, activity, model, agent: harness } = agent;
  const status = agent.status === 'starting' || agent.status === 'unknown' ? 'idle' : agent.status;
  const base = { kind: 'agent', since: now, lastSign: now, description: null } as const;
  return { ...base, id, name, role, status, activity, harness, model };
}

function agentOf({ scene }: Stage, name: string): AgentRow {
  const agent = scene.agents.find((each) => each.name === name);
  if (agent === undefined)
    throw demoFault('no-such-agent', `No agent called "${name}" runs here.`, 'Choose one of the list.');
  return agent;
}
