import type { z } from 'zod';
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
import {
  shellEvents,
  shellMethods,
  type ShellEvent,
  type ShellEventPayload,
  type ShellInput,
  type ShellMethod,
  type ShellOutput,
} from '../shared/api/shell.ts';
import { Fault, firstIssue } from '../shared/base/refusal.ts';
import { parseJson } from './json.ts';
import { rememberWindow } from './session.ts';
import type { Connection, Transport } from './transport.ts';

/** How this page stands with the host behind it. */
export interface LinkState {
  readonly state: 'connecting' | 'connected' | 'reconnecting' | 'gone' | 'refused';
  readonly reason: string | null;
  readonly since: number;
}

/** What this page may ask: of the host, or of the shell that shows it. */
export type CallMethod = WindowMethod | ShellMethod;
export type CallInput<M extends CallMethod> = M extends WindowMethod
  ? MethodInput<M>
  : M extends ShellMethod
    ? ShellInput<M>
    : never;
export type CallOutput<M extends CallMethod> = M extends WindowMethod
  ? MethodOutput<M>
  : M extends ShellMethod
    ? ShellOutput<M>
    : never;

/** What this page is told on its own. */
export type HeardEvent = EventName | ShellEvent;
export type HeardPayload<E extends HeardEvent> = E extends EventName
  ? EventPayload<E>
  : E extends ShellEvent
    ? ShellEventPayload<E>
    : never;

export type Welcome = ShellEventPayload<'shell.welcome'>;

/** The page's only way out: the typed contracts over one connection that is made again when it ends. */
export interface Bridge {
  /** Rejects with a Fault in words. While the first connection is being made, calls wait for it. */
  call<M extends CallMethod>(method: M, input: CallInput<M>): Promise<CallOutput<M>>;
  /** A listener for `shell.welcome` is told at once when the shell has said it already, one for commands and links what waits. */
  on<E extends HeardEvent>(event: E, listener: (payload: HeardPayload<E>) => void): () => void;
  /** Told at once how it stands, and then at every change. */
  onLink(listener: (link: LinkState) => void): () => void;
  /** Which shell this is, which window, what it can do. */
  welcome(): Promise<Welcome>;
  close(): void;
}

const RETRY_MS = [500, 1000, 2000, 5000, 10_000];
/** After this many tries it is said that the shell is gone; it is tried on. */
const TRIES_UNTIL_GONE = 3;

/** What a person asked for is kept until somebody listens: a window may be opened by it, and draw itself first. */
const HELD: readonly string[] = ['shell.command', 'shell.link'] satisfies ShellEvent[];
const MAX_HELD = 16;

const schemas: Readonly<Record<string, { readonly out: z.ZodType }>> = { ...methods, ...shellMethods };
/** A map, not an object: what comes in may be called like anything that objects have. */
const heard = new Map<string, z.ZodType>(Object.entries({ ...events, ...shellEvents }));

interface Waiting {
  readonly method: CallMethod;
  readonly text: string;
  readonly resolve: (output: unknown) => void;
  readonly reject: (fault: Fault) => void;
}

/** Connects this page to the shell that shows it. */
export function connectBridge(transport: Transport): Bridge {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const linkListeners = new Set<(link: LinkState) => void>();
  let link: LinkState = { state: 'connecting', reason: null, since: Date.now() };
  let welcome: Welcome | undefined;
  let held: readonly { readonly event: string; readonly payload: unknown }[] = [];
  let connection: Connection | undefined;
  let isOpen = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  let tries = 0;
  let closed = false;

  function setLink(next: LinkState): void {
    link = next;
    for (const listener of linkListeners) listener(link);
  }

  function open(): void {
    connection = transport({
      opened() {
        isOpen = true;
        for (const { text } of waiting.values()) connection?.send(text);
      },
      message: receive,
      closed(why) {
        isOpen = false;
        connection = undefined;
        if (!closed) lost(why);
        failAll();
      },
    });
  }

  function lost(why: 'lost' | 'refused'): void {
    if (why === 'refused') return setLink(refused());
    tries++;
    const since = link.state === 'connected' || link.state === 'connecting' ? Date.now() : link.since;
    const state = tries < TRIES_UNTIL_GONE ? 'reconnecting' : 'gone';
    setLink({ state, reason: 'The program that serves this window does not answer.', since });
    retry = setTimeout(open, RETRY_MS[Math.min(tries, RETRY_MS.length) - 1]);
  }

  function receive(text: string): void {
    const frame = answerFrameSchema.safeParse(parseJson(text));
    if (!frame.success) return;
    if ('event' in frame.data) return receiveEvent(frame.data.event, frame.data.payload);
    const call = waiting.get(frame.data.id);
    if (call === undefined) return;
    waiting.delete(frame.data.id);
    if (!frame.data.ok) {
      const { code, message, remedy } = frame.data.error;
      return call.reject(new Fault(code, message, { why: '', remedy }));
    }
    const output = schemas[call.method]?.out.safeParse(frame.data.output);
    if (output?.success === true) return call.resolve(output.data);
    call.reject(badAnswer(call.method, output === undefined ? 'no such method' : firstIssue(output.error)));
  }

  function receiveEvent(event: string, payload: unknown): void {
    const parsed = heard.get(event)?.safeParse(payload);
    if (parsed?.success !== true) return;
    if (event === 'shell.welcome') {
      welcome = parsed.data as Welcome;
      rememberWindow(welcome.window);
    }
    if (event === 'shell.host') {
      tries = 0;
      setLink(parsed.data as ShellEventPayload<'shell.host'>);
    }
    const set = listeners.get(event);
    if (set !== undefined && set.size > 0) for (const listener of set) listener(parsed.data);
    else if (HELD.includes(event) && held.length < MAX_HELD)
      held = [...held, { event, payload: parsed.data }];
  }

  function failAll(): void {
    const failed = [...waiting.values()];
    waiting.clear();
    for (const { reject } of failed) reject(notConnected());
  }

  function call<M extends CallMethod>(method: M, input: CallInput<M>): Promise<CallOutput<M>> {
    return new Promise<CallOutput<M>>((resolve, reject) => {
      if (!isOpen && link.state !== 'connecting') return reject(notConnected());
      const id = ++lastId;
      const text = JSON.stringify({ id, method, input });
      // Checked against this method's own schema before it is given out.
      waiting.set(id, { method, text, resolve: (output) => resolve(output as CallOutput<M>), reject });
      if (isOpen) connection?.send(text);
    });
  }

  function on<E extends HeardEvent>(event: E, listener: (payload: HeardPayload<E>) => void): () => void {
    // Checked against the event's own schema when it came in.
    const typed = (payload: unknown): void => listener(payload as HeardPayload<E>);
    const set = listeners.get(event) ?? new Set();
    listeners.set(event, set.add(typed));
    if (event === 'shell.welcome' && welcome !== undefined) typed(welcome);
    const waited = held.filter((one) => one.event === event);
    held = held.filter((one) => one.event !== event);
    for (const { payload } of waited) typed(payload);
    return () => set.delete(typed);
  }

  open();
  return {
    call,
    on,
    onLink(listener) {
      linkListeners.add(listener);
      listener(link);
      return () => linkListeners.delete(listener);
    },
    welcome: () => new Promise((resolve) => on('shell.welcome', resolve)),
    close() {
      closed = true;
      clearTimeout(retry);
      connection?.close();
    },
  };
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
