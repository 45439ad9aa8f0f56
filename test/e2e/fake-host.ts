import type {
  AgentRow,
  EventName,
  EventPayload,
  MeshStatus,
  Method,
  MethodInput,
  MethodOutput,
  PersonaRow,
} from '../../shared/api/contract.ts';
import { Fault } from '../../shared/base/refusal.ts';
import type { FeedEntry, MeshSnapshot } from '../../shared/mesh-view/snapshot.ts';
import type { HostClient } from '../../main/shell/host-client.ts';

/** What a scripted host has to tell. */
export interface Scene {
  readonly status: MeshStatus;
  snapshot: MeshSnapshot;
  feed: FeedEntry[];
  agents: AgentRow[];
  readonly personas: PersonaRow[];
  /** The screen of each agent's terminal, by name. */
  readonly screens: Readonly<Record<string, string>>;
}

/** A host in memory: it answers the contract from a scene, and can be made to vanish and return. */
export interface FakeHost {
  /** Another connection to it; rejects while it is away. */
  connect(): Promise<HostClient>;
  emit<E extends EventName>(event: E, payload: EventPayload<E>): void;
  /** Everything that was called, in order. */
  readonly calls: { readonly method: Method; readonly input: unknown }[];
  vanish(): void;
  comeBack(): void;
}

type Handlers = { readonly [M in Method]?: (input: MethodInput<M>) => MethodOutput<M> };
type Listener = (payload: never) => void;

/** Starts a scripted host. */
export function createFakeHost(scene: Scene): FakeHost {
  const calls: { method: Method; input: unknown }[] = [];
  const listeners = new Map<EventName, Set<Listener>>();
  const terminals = new Map<number, string>();
  const ends = new Set<(reason: string) => void>();
  let isAway = false;
  let lastStream = 0;
  let lastMessage = 0;

  function emit<E extends EventName>(event: E, payload: EventPayload<E>): void {
    for (const listener of listeners.get(event) ?? []) listener(payload as never);
  }

  function output(stream: number, text: string): void {
    emit('terminal.frame', { stream, frame: { kind: 'output', data: Buffer.from(text).toString('base64') } });
  }

  const handlers: Handlers = {
    'host.info': () => ({
      pid: 4711,
      version: '0.1.0',
      build: 'test',
      since: scene.status.since,
      meshes: [scene.status],
    }),
    'mesh.watch': () => ({
      status: scene.status,
      snapshot: scene.snapshot,
      feed: scene.feed,
      agents: scene.agents,
    }),
    'mesh.send': ({ to, text }) => {
      const id = `sent-${++lastMessage}`;
      const entry: FeedEntry = {
        id,
        ts: Date.now(),
        from: { id: 'person', name: 'marta', role: null },
        delivery: to.kind === 'channel' ? 'multicast' : 'unicast',
        channel: to.kind === 'channel' ? to.channel : null,
        toService: null,
        toIds: to.kind === 'peer' ? [to.peer] : [],
        toNames: to.kind === 'peer' ? [nameOf(to.peer)] : [],
        count: 1,
        text,
        replyTo: null,
        historical: false,
      };
      scene.feed = [...scene.feed, entry];
      setTimeout(() => emit('mesh.feed', { mesh: scene.status.id, entries: [entry] }), 20);
      return { id, seq: lastMessage, to: to.kind, note: null };
    },
    'personas.list': () => ({ personas: scene.personas }),
    'agents.spawn': ({ name, persona }) => {
      const agent = spawned(name ?? persona ?? 'agent', persona ?? 'default');
      if (scene.agents.some((other) => other.name === agent.name)) {
        throw new Fault('name-taken', `An agent called "${agent.name}" runs already.`, {
          why: '',
          remedy: 'Choose another name.',
        });
      }
      scene.agents = [...scene.agents, agent];
      setTimeout(() => emit('mesh.agents', { mesh: scene.status.id, agents: scene.agents }), 20);
      return agent;
    },
    'agents.stop': ({ name, graceful }) => {
      scene.agents = scene.agents.filter((agent) => agent.name !== name);
      emit('mesh.agents', { mesh: scene.status.id, agents: scene.agents });
      return { name, stopped: true, graceful };
    },
    'terminal.attach': ({ name, cols, rows }) => {
      const stream = ++lastStream;
      terminals.set(stream, name);
      const data = scene.screens[name] ?? '$ ';
      // As the host's: the first frame may overtake the answer.
      queueMicrotask(() =>
        emit('terminal.frame', {
          stream,
          frame: { kind: 'screen', cols: cols ?? 80, rows: rows ?? 24, data },
        }),
      );
      return { stream, pid: 4712 };
    },
    'terminal.detach': ({ stream }) => {
      terminals.delete(stream);
      return {};
    },
    'terminal.input': ({ stream, data }) => {
      output(stream, data.replaceAll('\r', '\r\n'));
      return {};
    },
    'terminal.resize': () => ({}),
    'terminal.ack': () => ({}),
  };

  const nameOf = (id: string): string =>
    [...scene.snapshot.agents, ...scene.snapshot.endpoints].find((peer) => peer.id === id)?.name ?? id;

  function connection(): HostClient {
    let end: (reason: string) => void = () => undefined;
    const closed = new Promise<string>((resolve) => (end = resolve));
    ends.add(end);
    const own: (() => void)[] = [];
    return {
      async call<M extends Method>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>> {
        await Promise.resolve();
        calls.push({ method, input });
        const handler = handlers[method];
        if (handler === undefined)
          throw new Fault('not-scripted', `${method} is not scripted.`, { why: '', remedy: '' });
        return handler(input);
      },
      on(event, listener) {
        const set = listeners.get(event) ?? new Set();
        listeners.set(event, set.add(listener as Listener));
        const off = (): void => void set.delete(listener as Listener);
        own.push(off);
        return off;
      },
      closed,
      close: () => own.forEach((off) => off()),
    };
  }

  return {
    async connect() {
      if (isAway)
        throw new Fault('host-start', 'The host did not start.', {
          why: '',
          remedy: 'See the log: cotal logs.',
        });
      return connection();
    },
    emit,
    calls,
    vanish() {
      isAway = true;
      listeners.clear();
      for (const end of ends) end('The host ended.');
      ends.clear();
    },
    comeBack: () => (isAway = false),
  };
}

function spawned(name: string, persona: string): AgentRow {
  return {
    name,
    id: `id-${name}`,
    role: null,
    agent: 'demo',
    status: 'starting',
    activity: null,
    since: Date.now(),
    process: 'running',
    pid: 5000,
    exit: null,
    lastOutputAt: null,
    restartedAt: null,
    persona,
    cwd: '/home/marta/code/ferrydesk',
  };
}
