import { z } from 'zod';
import {
  events,
  methods,
  type EventName,
  type EventPayload,
  type MethodInput,
  type MethodOutput,
  type WindowMethod,
} from '../shared/api/contract.ts';
import { answerFrameSchema } from '../shared/api/frames.ts';
import { Fault, firstIssue } from '../shared/base/refusal.ts';

/** How this page stands with the host behind it. */
export interface LinkState {
  readonly state: 'connecting' | 'connected' | 'reconnecting' | 'gone' | 'refused';
  readonly reason: string | null;
  readonly since: number;
}

/** The page's only way out: the typed contract over one connection that is made again when it ends. */
export interface Bridge {
  /** Rejects with a Fault in words. */
  call<M extends WindowMethod>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>;
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void;
  /** Told at once how it stands, and then at every change. */
  onLink(listener: (link: LinkState) => void): () => void;
  /** The mesh that the shell was started for, once it said so. */
  onWelcome(listener: (mesh: string | null) => void): () => void;
  close(): void;
}

const hostStateSchema = z.object({
  state: z.enum(['connected', 'reconnecting', 'gone']),
  reason: z.string().nullable(),
  since: z.number(),
});
const welcomeSchema = z.object({ mesh: z.string().nullable() });

const UNAUTHENTICATED = 4401;
const RETRY_MS = [500, 1000, 2000, 5000, 10_000];
/** After this many tries it is said that the shell is gone; it is tried on. */
const TRIES_UNTIL_GONE = 3;

interface Waiting {
  readonly method: WindowMethod;
  readonly resolve: (output: unknown) => void;
  readonly reject: (fault: Fault) => void;
}

/** Connects this page to the shell that served it. `session` is what proves that the page was opened by its owner. */
export function connectBridge(url: string, session: string): Bridge {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const linkListeners = new Set<(link: LinkState) => void>();
  const welcomeListeners = new Set<(mesh: string | null) => void>();
  let link: LinkState = { state: 'connecting', reason: null, since: Date.now() };
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  let tries = 0;
  let closed = false;

  function setLink(next: LinkState): void {
    link = next;
    for (const listener of linkListeners) listener(link);
  }

  function open(): void {
    const ws = new WebSocket(url);
    socket = ws;
    ws.addEventListener('open', () => ws.send(JSON.stringify({ session })));
    ws.addEventListener('message', (message: MessageEvent<unknown>) => receive(message.data));
    ws.addEventListener('close', ({ code }) => {
      if (socket !== ws) return;
      socket = undefined;
      failAll();
      if (closed) return;
      if (code === UNAUTHENTICATED) return setLink(refused());
      tries++;
      const since = link.state === 'connected' || link.state === 'connecting' ? Date.now() : link.since;
      const state = tries < TRIES_UNTIL_GONE ? 'reconnecting' : 'gone';
      setLink({ state, reason: 'The program that serves this window does not answer.', since });
      retry = setTimeout(open, RETRY_MS[Math.min(tries, RETRY_MS.length) - 1]);
    });
  }

  function receive(data: unknown): void {
    const frame = answerFrameSchema.safeParse(parseJson(data));
    if (!frame.success) return;
    if ('event' in frame.data) return receiveEvent(frame.data.event, frame.data.payload);
    const call = waiting.get(frame.data.id);
    if (call === undefined) return;
    waiting.delete(frame.data.id);
    if (!frame.data.ok) {
      const { code, message, remedy } = frame.data.error;
      return call.reject(new Fault(code, message, { why: '', remedy }));
    }
    const output = methods[call.method].out.safeParse(frame.data.output);
    if (output.success) return call.resolve(output.data);
    call.reject(badAnswer(call.method, firstIssue(output.error)));
  }

  function receiveEvent(name: string, payload: unknown): void {
    if (name === 'shell.host') {
      const state = hostStateSchema.safeParse(payload);
      tries = 0;
      if (state.success) setLink(state.data);
      return;
    }
    if (name === 'shell.welcome') {
      const welcome = welcomeSchema.safeParse(payload);
      for (const listener of welcomeListeners) if (welcome.success) listener(welcome.data.mesh);
      return;
    }
    for (const listener of listeners.get(name) ?? []) listener(payload);
  }

  function failAll(): void {
    for (const { reject } of waiting.values()) reject(notConnected());
    waiting.clear();
  }

  open();
  return {
    call<M extends WindowMethod>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>> {
      return new Promise<MethodOutput<M>>((resolve, reject) => {
        if (socket?.readyState !== WebSocket.OPEN) return reject(notConnected());
        const id = ++lastId;
        // Checked against this method's own schema before it is given out.
        waiting.set(id, { method, resolve: (output) => resolve(output as MethodOutput<M>), reject });
        socket.send(JSON.stringify({ id, method, input }));
      });
    },
    on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
      const checked = (payload: unknown): void => {
        const parsed = events[event].safeParse(payload);
        if (parsed.success) listener(parsed.data as EventPayload<E>);
      };
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(checked));
      return () => set.delete(checked);
    },
    onLink(listener) {
      linkListeners.add(listener);
      listener(link);
      return () => linkListeners.delete(listener);
    },
    onWelcome(listener) {
      welcomeListeners.add(listener);
      return () => welcomeListeners.delete(listener);
    },
    close() {
      closed = true;
      clearTimeout(retry);
      socket?.close();
    },
  };
}

function parseJson(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function refused(): LinkState {
  return {
    state: 'refused',
    reason: 'The program that serves this window does not know this page.',
    since: Date.now(),
  };
}

function notConnected(): Fault {
  return new Fault('not-connected', 'This window is not connected at the moment.', {
    why: '',
    remedy: 'Try again when it says that it is.',
  });
}

function badAnswer(method: string, issue: string): Fault {
  return new Fault('bad-answer', 'The answer cannot be read.', {
    why: `${method}: ${issue}.`,
    remedy: 'Reload the window: page and program are of different builds.',
  });
}
