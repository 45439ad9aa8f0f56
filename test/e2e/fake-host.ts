import type {
  EventName,
  EventPayload,
  Method,
  MethodInput,
  MethodOutput,
} from '../../shared/api/contract.ts';
import { Fault } from '../../shared/base/refusal.ts';
import type { HostClient } from '../../main/shell/host-client.ts';
import { createHandlers } from '../../renderer/demo/handlers.ts';
import type { Scene } from '../../renderer/demo/scene.ts';
import type { Stage } from '../../renderer/demo/stage.ts';

/** A host in memory: it answers the contract from a scene, and can be made to vanish and return. */
export interface FakeHost {
  /** Another connection to it; rejects while it is away. */
  connect(): Promise<HostClient>;
  emit<E extends EventName>(event: E, payload: EventPayload<E>): void;
  /** Everything that was called, in order. */
  readonly calls: { readonly method: Method; readonly input: unknown }[];
  readonly scene: Scene;
  vanish(): void;
  comeBack(): void;
}

type Listener = (payload: never) => void;

/** Starts a host that acts out a scene: the demo's own acts, behind the real way to a host. */
export function createFakeHost(scene: Scene): FakeHost {
  const calls: { method: Method; input: unknown }[] = [];
  const listeners = new Map<string, Set<Listener>>();
  const ends = new Set<(reason: string) => void>();
  let isAway = false;
  const stage: Stage = {
    scene,
    now: Date.now,
    tell(event, payload) {
      for (const listener of listeners.get(event) ?? []) listener(structuredClone(payload) as never);
    },
    later: (ms, act) => void setTimeout(act, ms),
  };
  const handlers = new Map<string, (input: never) => unknown>(Object.entries(createHandlers(stage, null)));

  function connection(): HostClient {
    let end: (reason: string) => void = () => undefined;
    const closed = new Promise<string>((resolve) => (end = resolve));
    ends.add(end);
    const own: (() => void)[] = [];
    return {
      async call<M extends Method>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>> {
        await Promise.resolve();
        calls.push({ method, input });
        const handler = handlers.get(method);
        if (handler === undefined)
          throw new Fault('not-scripted', `${method} is not scripted.`, { why: '', remedy: '' });
        return structuredClone(handler(input as never)) as MethodOutput<M>;
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
    emit: (event, payload) => stage.tell(event, payload as never),
    calls,
    scene,
    vanish() {
      isAway = true;
      listeners.clear();
      for (const end of ends) end('The host ended.');
      ends.clear();
    },
    comeBack: () => (isAway = false),
  };
}
