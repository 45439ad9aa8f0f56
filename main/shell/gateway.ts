import {
  events,
  methods,
  windowMethods,
  type EventName,
  type EventPayload,
  type MethodInput,
  type WindowMethod,
} from '../../shared/api/contract.ts';
import { callFrameSchema, MAX_FRAME_BYTES, type AnswerFrame } from '../../shared/api/frames.ts';
import { firstIssue } from '../../shared/base/refusal.ts';
import type { HostClient } from './host-client.ts';
import { createRateLimit } from './rate-limit.ts';
import { isShellMethod, type ShellAnswers } from './shell-methods.ts';
import type { Watches } from './watches.ts';
import { badAnswer, badInput, hostGone, notAttached, notForWindows, toWire } from './window-faults.ts';

/** One window's way to the host and its shell: only what a window may ask, checked in and out, errors as data. */
export interface Gateway {
  /** Takes one frame from the window, whatever it is. */
  receive(frame: unknown): Promise<void>;
  /** Follows the events of this connection to the host, instead of an earlier one. */
  follow(client: HostClient): void;
  /** The window is gone: its terminals and meshes are let go. */
  close(): void;
}

/** How frames leave for the window, and how much it has not read yet, in bytes. */
export interface WindowPort {
  send(frame: AnswerFrame): void;
  backlog(): number;
}

export interface GatewayOptions {
  /** Asked at every call: after a restart of the host it is another connection, in between it is none. */
  readonly host: () => HostClient | undefined;
  readonly port: WindowPort;
  /** What the shell itself answers this window. */
  readonly shell: ShellAnswers;
  /** The meshes that the windows of this shell watch. */
  readonly watches: Watches;
  readonly now: () => number;
}

/** The longest message a window may send: what the host accepts as one line. */
export const MAX_WINDOW_MESSAGE_BYTES = MAX_FRAME_BYTES;

/** More calls than this at once from one window are refused, not queued. */
const MAX_PENDING = 256;
/** A window that has this much unread gets no snapshot until it has read: the next one says all anyway. */
const SLOW_BYTES = 1024 * 1024;
/** Frames kept for a terminal whose number the window is just being told. */
const MAX_EARLY_FRAMES = 64;

/** Everybody sees how the meshes are; what happens inside one goes to the windows that watch it. */
const PUBLIC_EVENTS = ['mesh.progress', 'mesh.status', 'mesh.gone'] as const satisfies readonly EventName[];
const STATE_EVENTS = ['mesh.snapshot', 'mesh.agents', 'mesh.needs'] as const satisfies readonly EventName[];

/** Stands between one window and the host. */
export function createGateway({ host, port, shell, watches, now }: GatewayOptions): Gateway {
  /** This window among those that share `watches`. */
  const self = {};
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

  function letGo(client: HostClient): void {
    for (const stream of streams) client.call('terminal.detach', { stream }).catch(() => undefined);
    for (const mesh of watched) stopWatching(client, mesh);
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
    if (!parsed.success) throw badInput(firstIssue(parsed.error));
    const client = host();
    if (client === undefined) throw hostGone();
    // A loop over the union of methods cannot be typed; the table pairs each method with its schema.
    const data = parsed.data as MethodInput<WindowMethod>;
    if ('stream' in data && !streams.has(data.stream)) throw notAttached();
    const output = await ask(client, method, data);
    if (method === 'terminal.detach' && 'stream' in data) streams.delete(data.stream);
    const answer = methods[method].out.safeParse(output);
    if (answer.success) return answer.data;
    throw badAnswer(method, firstIssue(answer.error));
  }

  function ask(client: HostClient, method: WindowMethod, data: MethodInput<WindowMethod>): Promise<unknown> {
    if (method === 'mesh.watch' && 'mesh' in data && data.mesh !== null) return watch(client, data.mesh);
    if (method === 'mesh.unwatch' && 'mesh' in data && data.mesh !== null) return unwatch(client, data.mesh);
    return client.call(method, data as never);
  }

  async function watch(client: HostClient, mesh: string): Promise<unknown> {
    // Before the host is asked: another window that stops watching meanwhile must not end it for this one.
    watches.add(client, self, mesh);
    try {
      const output = await client.call('mesh.watch', { mesh });
      if (client === followed) watched.add(mesh);
      return output;
    } finally {
      // It failed, or the window went away meanwhile.
      if (!watched.has(mesh) || client !== followed) stopWatching(client, mesh);
    }
  }

  async function unwatch(client: HostClient, mesh: string): Promise<unknown> {
    watched.delete(mesh);
    return watches.remove(client, self, mesh) ? client.call('mesh.unwatch', { mesh }) : {};
  }

  function stopWatching(client: HostClient, mesh: string): void {
    if (watches.remove(client, self, mesh)) client.call('mesh.unwatch', { mesh }).catch(() => undefined);
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
        else {
          const answered = isShellMethod(method) ? shell(method, input) : call(method, input);
          port.send({ id, ok: true, output: await answered });
        }
      } catch (error) {
        port.send({ id, ok: false, error: toWire(error) });
      } finally {
        pending--;
      }
    },
    close() {
      if (followed !== undefined) letGo(followed);
      unfollow();
    },
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
