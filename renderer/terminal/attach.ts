import type { EventPayload } from '../../shared/api/contract.ts';
import type { Bridge } from '../bridge.ts';
import type { Screen, Size } from './screen.ts';

export interface AttachedTerminal {
  /** Types into the terminal; what comes before it is attached follows as soon as it is. */
  input(data: string): void;
  /** Gives the terminal the size that fits here. */
  resize(size: Size): void;
  detach(): void;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: number | null;
}

export interface AttachEvents {
  readonly onAttached: () => void;
  readonly onFailed: (error: unknown) => void;
  readonly onExit: (exit: Exit) => void;
  /** Does the terminal have a size that somebody else gave it? */
  readonly onForeignSize: (isForeign: boolean) => void;
}

type Frame = EventPayload<'terminal.frame'>['frame'];

/** Drawn bytes are acknowledged in batches: at once when there are many, else a moment later. */
const ACK_BYTES = 32 * 1024;
const ACK_MS = 50;
const RESIZE_MS = 60;
/** What the contract takes as one input. */
const MAX_INPUT = 65_536;

/** Joins a screen to an agent's terminal until it is detached. */
export function attachTerminal(
  bridge: Bridge,
  agent: { readonly mesh: string; readonly name: string },
  screen: Screen,
  events: AttachEvents,
): AttachedTerminal {
  let stream: number | undefined;
  let isDetached = false;
  let early = '';
  const sizes = followSizes(screen, events, (size) =>
    stream === undefined ? undefined : bridge.call('terminal.resize', { stream, ...size }),
  );
  const acknowledge = acknowledgeDrawn((bytes) => {
    if (stream !== undefined) bridge.call('terminal.ack', { stream, bytes }).catch(ignore);
  });

  // The first frames may overtake the answer that tells whose they are.
  let strays: { readonly stream: number; readonly frame: Frame }[] = [];
  const off = bridge.on('terminal.frame', (payload) => {
    if (stream === undefined) strays.push(payload);
    else if (payload.stream === stream) onFrame(payload.frame);
  });
  const size = screen.fit();
  sizes.asked(size);
  bridge.call('terminal.attach', { ...agent, cols: size?.cols ?? null, rows: size?.rows ?? null }).then(
    (answer) => {
      if (isDetached) return detachStream(answer.stream);
      stream = answer.stream;
      events.onAttached();
      for (const each of strays) if (each.stream === stream) onFrame(each.frame);
      strays = [];
      if (early !== '') send(stream, early);
      sizes.settle();
    },
    (error: unknown) => {
      off();
      strays = [];
      if (!isDetached) events.onFailed(error);
    },
  );

  function onFrame(frame: Frame): void {
    switch (frame.kind) {
      case 'screen': {
        const bytes = new TextEncoder().encode(frame.data).length;
        sizes.saw(frame);
        return screen.repaint(frame, frame.data, () => acknowledge.drawn(bytes));
      }
      case 'output': {
        const bytes = decodeBase64(frame.data);
        return screen.write(bytes, () => acknowledge.drawn(bytes.length));
      }
      case 'size':
        if (!sizes.isChanging()) screen.resize(frame);
        return sizes.saw(frame);
      case 'exit':
        return events.onExit(frame);
    }
  }

  function send(to: number, data: string): void {
    for (let at = 0; at < data.length; at += MAX_INPUT) {
      bridge.call('terminal.input', { stream: to, data: data.slice(at, at + MAX_INPUT) }).catch(ignore);
    }
  }
  function detachStream(open: number): void {
    bridge.call('terminal.detach', { stream: open }).catch(ignore);
  }

  return {
    input(data) {
      if (stream === undefined) early = (early + data).slice(0, MAX_INPUT);
      else send(stream, data);
    },
    resize: (next) => sizes.want(next),
    detach() {
      isDetached = true;
      off();
      acknowledge.stop();
      sizes.stop();
      if (stream !== undefined) detachStream(stream);
      stream = undefined;
    },
  };
}

interface Sizes {
  /** This size was part of the request to attach. */
  asked(size: Size | undefined): void;
  want(size: Size): void;
  /** The terminal has this size. */
  saw(size: Size): void;
  /** Is a size of ours on its way? It will hold, whatever comes in between. */
  isChanging(): boolean;
  /** Sends what was wanted before it could be. */
  settle(): void;
  stop(): void;
}

/** Keeps apart the size that fits here and the one that the terminal has: another window may give it one as well. */
function followSizes(
  screen: Screen,
  events: AttachEvents,
  send: (size: Size) => Promise<unknown> | undefined,
): Sizes {
  let ours: Size | undefined;
  let sent: Size | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight = 0;
  const isOurs = (size: Size): boolean => size.cols === ours?.cols && size.rows === ours.rows;

  function request(): void {
    timer = undefined;
    const size = ours;
    if (size === undefined) return;
    const answer = send(size);
    if (answer === undefined) return;
    sent = size;
    inFlight += 1;
    answer.then(
      () => {
        inFlight -= 1;
        // A screen of the size before may have come in between.
        if (isOurs(size)) screen.resize(size);
      },
      () => (inFlight -= 1),
    );
  }

  return {
    asked(size) {
      ours = size;
      sent = size;
    },
    want(size) {
      ours = size;
      events.onForeignSize(false);
      clearTimeout(timer);
      timer = setTimeout(request, RESIZE_MS);
    },
    saw(size) {
      const isForeign = ours !== undefined && !isOurs(size) && timer === undefined && inFlight === 0;
      events.onForeignSize(isForeign);
    },
    isChanging: () => timer !== undefined || inFlight > 0,
    settle() {
      if (ours !== undefined && timer === undefined && (sent === undefined || !isOurs(sent))) request();
    },
    stop: () => clearTimeout(timer),
  };
}

function acknowledgeDrawn(send: (bytes: number) => void): { drawn(bytes: number): void; stop(): void } {
  let bytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const drawn = bytes;
    bytes = 0;
    if (drawn > 0) send(drawn);
  }
  return {
    drawn(more) {
      bytes += more;
      if (bytes >= ACK_BYTES) flush();
      else timer ??= setTimeout(flush, ACK_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

function decodeBase64(data: string): Uint8Array {
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** A lost connection is shown by the window as a whole; each keystroke need not say it again. */
function ignore(): void {}
