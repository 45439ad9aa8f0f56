import { Fault, firstIssue, messageOf } from '../../shared/base/refusal.ts';
import {
  events,
  methods,
  windowMethods,
  type EventName,
  type EventPayload,
  type MethodInput,
  type WindowMethod,
  type WireError,
} from '../../shared/api/contract.ts';
import { callFrameSchema, MAX_FRAME_BYTES, type AnswerFrame } from '../../shared/api/frames.ts';
import type { HostClient } from './host-client.ts';

/** One window's way to the host: only what a window may ask, checked in and out, errors as data. */
export interface Gateway {
  /** Takes one frame from the window, whatever it is. */
  receive(frame: unknown): Promise<void>;
  /** Follows the events of this connection to the host, instead of an earlier one. */
  follow(client: HostClient): void;
  /** The window is gone: its terminals are let go. */
  close(): void;
}

/** How frames leave for the window, and how much it has not read yet. */
export interface WindowPort {
  send(frame: AnswerFrame): void;
  backlog(): number;
}

/** More calls than this at once from one window are refused, not queued. */
const MAX_PENDING = 256;
/** Calls per second, on average and at once. A person's typing and the acknowledgements of a busy terminal fit well. */
const CALLS_PER_S = 500;
const CALLS_BURST = 2000;
/** A window that has this much unread gets no snapshot until it has read: the next one says all anyway. */
const SLOW_BYTES = 1024 * 1024;
/** Frames kept for a terminal whose number the window is just being told. */
const MAX_EARLY_FRAMES = 64;

/** Everybody sees how the meshes are; what happens inside one goes to the windows that watch it. */
const PUBLIC_EVENTS = ['mesh.progress', 'mesh.status', 'mesh.gone'] as const satisfies readonly EventName[];
const STATE_EVENTS = ['mesh.snapshot', 'mesh.agents'] as const satisfies readonly EventName[];

/**
 * Stands between one window and the host. `host` is asked at every call: after a restart it is another connection,
 * in between it is none.
 */
export function createGateway(
  host: () => HostClient | undefined,
  port: WindowPort,
  now: () => number = Date.now,
): Gateway {
  const streams = new Set<number>();
  const watched = new Set<string>();
  const takeToken = createRateLimit(now);
  let early: EventPayload<'terminal.frame'>[] = [];
  let attaching = 0;
  let pending = 0;
  let followed: HostClient | undefined;
  let offs: readonly (() => void)[] = [];

  function emit<E extends EventName>(event: E, payload: EventPayload<E>): void {
    const checked = events[event].safeParse(payload);
    if (checked.success) port.send({ event, payload: checked.data });
  }

  function onFrame(payload: EventPayload<'terminal.frame'>): void {
    if (streams.has(payload.stream)) return emit('terminal.frame', payload);
    // The first frame can overtake the answer that says whose it is.
    if (attaching > 0 && early.length < MAX_EARLY_FRAMES) early.push(payload);
  }

  function follow(client: HostClient): void {
    if (client === followed) return;
    unfollow();
    followed = client;
    offs = [
      ...PUBLIC_EVENTS.map((event) => client.on(event, (payload) => emit(event, payload))),
      ...STATE_EVENTS.map((event) =>
        client.on(event, (payload) => {
          if (watched.has(payload.mesh) && port.backlog() < SLOW_BYTES) emit(event, payload);
        }),
      ),
      client.on('mesh.feed', (payload) => {
        if (watched.has(payload.mesh)) emit('mesh.feed', payload);
      }),
      client.on('terminal.frame', onFrame),
    ];
  }

  function unfollow(): void {
    for (const off of offs) off();
    offs = [];
    followed = undefined;
    early = [];
    streams.clear();
    watched.clear();
  }

  /** Attaches, and answers before any frame of the terminal leaves: the window knows its number only from the answer. */
  async function attach(id: number, input: unknown): Promise<void> {
    attaching++;
    try {
      const client = host();
      const output = await call('terminal.attach', input);
      port.send({ id, ok: true, output });
      const { stream } = methods['terminal.attach'].out.parse(output);
      if (client === followed) streams.add(stream);
      // The window went away, or the host was another one meanwhile: nobody would let go of it later.
      else client?.call('terminal.detach', { stream }).catch(() => undefined);
    } finally {
      attaching--;
      const kept = early;
      // What nobody here asked for is dropped with the last answer that was waited for.
      early = attaching > 0 ? kept.filter(({ stream }) => !streams.has(stream)) : [];
      for (const frame of kept) if (streams.has(frame.stream)) emit('terminal.frame', frame);
    }
  }

  async function call(method: string, input: unknown): Promise<unknown> {
    if (!isWindowMethod(method)) throw notForWindows(method);
    const parsed = methods[method].in.safeParse(input);
    if (!parsed.success) {
      const why = `${firstIssue(parsed.error)}.`;
      throw new Fault('bad-input', 'The request cannot be understood.', {
        why,
        remedy: 'Correct the value.',
      });
    }
    const client = host();
    if (client === undefined) throw hostGone();
    // A loop over the union of methods cannot be typed; the table pairs each method with its schema.
    const data = parsed.data as MethodInput<WindowMethod>;
    if ('stream' in data && !streams.has(data.stream)) throw notAttached();
    const output = await client.call(method, data as never);
    if (method === 'terminal.detach' && 'stream' in data) streams.delete(data.stream);
    if (method === 'mesh.watch' && 'mesh' in data && client === followed) watched.add(data.mesh);
    const answer = methods[method].out.safeParse(output);
    if (answer.success) return answer.data;
    throw badAnswer(method, firstIssue(answer.error));
  }

  return {
    follow,
    async receive(raw) {
      const frame = callFrameSchema.safeParse(raw);
      if (!frame.success)
        return refuse(port, idOf(raw), 'bad-frame', 'The page sent something that is no request.');
      const { id, method, input } = frame.data;
      if (pending >= MAX_PENDING || !takeToken()) {
        return refuse(port, id, 'too-many', 'The page asks for too much at once.');
      }
      pending++;
      try {
        if (method === 'terminal.attach') await attach(id, input);
        else port.send({ id, ok: true, output: await call(method, input) });
      } catch (error) {
        port.send({ id, ok: false, error: toWire(error) });
      } finally {
        pending--;
      }
    },
    close() {
      const client = followed;
      for (const stream of streams) client?.call('terminal.detach', { stream }).catch(() => undefined);
      unfollow();
    },
  };
}

/** The longest message a window may send: what the host accepts as one line. */
export const MAX_WINDOW_MESSAGE_BYTES = MAX_FRAME_BYTES;

function createRateLimit(now: () => number): () => boolean {
  let tokens = CALLS_BURST;
  let at = now();
  return () => {
    const t = now();
    // A clock that was set back gives nothing, and takes nothing either.
    tokens = Math.min(CALLS_BURST, tokens + (Math.max(0, t - at) / 1000) * CALLS_PER_S);
    at = t;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}

function refuse(port: WindowPort, id: number, code: string, message: string): void {
  port.send({ id, ok: false, error: { code, message, remedy: 'Wait a moment, or reload the page.' } });
}

/** The id of a frame that is none, so that whoever waits for it is told. */
function idOf(raw: unknown): number {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : 0;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : 0;
}

function isWindowMethod(method: string): method is WindowMethod {
  return (windowMethods as readonly string[]).includes(method);
}

function notForWindows(method: string): Fault {
  return new Fault('not-for-windows', `A window may not ask for "${method.slice(0, 64)}".`, {
    why: 'It is not among what the page can do.',
    remedy: 'Use the command line: cotal --help.',
  });
}

function hostGone(): Fault {
  return new Fault('host-gone', 'The background host is not there at the moment.', {
    why: 'Its process ended.',
    remedy: 'It is being looked for; try again when the page says it is connected.',
  });
}

function notAttached(): Fault {
  return new Fault('no-stream', 'That terminal is not attached.', {
    why: 'This window did not open it, or has let it go.',
    remedy: 'Attach again.',
  });
}

function badAnswer(method: string, issue: string): Fault {
  return new Fault('bad-answer', 'The host gave an answer that cannot be read.', {
    why: `${method}: ${issue}.`,
    remedy: 'Host and page are of different builds: restart the host.',
  });
}

/** An error as data, in words; what is not a Fault is a bug, told without its inside. */
function toWire(error: unknown): WireError {
  if (error instanceof Fault) return { code: error.code, message: messageOf(error), remedy: error.remedy };
  return {
    code: 'internal',
    message: 'Something went wrong inside the shell.',
    remedy: 'Reload the page; if it stays so, see cotal logs.',
  };
}
