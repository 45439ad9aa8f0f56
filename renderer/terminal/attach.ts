import type { EventPayload } from '../../shared/api/contract.ts';
import type { Bridge } from '../bridge.ts';
import type { Screen, Size } from './screen.ts';

export interface AttachedTerminal {
  input(data: string): void;
  resize(size: Size): void;
  detach(): void;
}

export interface AttachEvents {
  readonly onAttached: () => void;
  readonly onFailed: (error: unknown) => void;
  readonly onExit: (exit: { readonly code: number | null; readonly signal: number | null }) => void;
}

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
  let unacknowledged = 0;
  let ackTimer: ReturnType<typeof setTimeout> | undefined;
  let resizeTimer: ReturnType<typeof setTimeout> | undefined;
  let size = screen.fit();

  const off = bridge.on('terminal.frame', (payload) => {
    if (payload.stream === stream) onFrame(payload.frame);
  });
  bridge.call('terminal.attach', { ...agent, cols: size?.cols ?? null, rows: size?.rows ?? null }).then(
    (answer) => {
      if (isDetached) return detachStream(answer.stream);
      stream = answer.stream;
      events.onAttached();
    },
    (error: unknown) => {
      if (!isDetached) events.onFailed(error);
    },
  );

  function onFrame(frame: EventPayload<'terminal.frame'>['frame']): void {
    if (frame.kind === 'exit') return events.onExit(frame);
    screen.draw(frame, (bytes) => {
      unacknowledged += bytes;
      if (unacknowledged >= ACK_BYTES) acknowledge();
      else ackTimer ??= setTimeout(acknowledge, ACK_MS);
    });
  }

  function acknowledge(): void {
    clearTimeout(ackTimer);
    ackTimer = undefined;
    const bytes = unacknowledged;
    unacknowledged = 0;
    if (stream !== undefined && bytes > 0) bridge.call('terminal.ack', { stream, bytes }).catch(ignore);
  }

  function detachStream(open: number): void {
    bridge.call('terminal.detach', { stream: open }).catch(ignore);
  }

  return {
    input(data) {
      if (stream === undefined) return;
      for (let at = 0; at < data.length; at += MAX_INPUT) {
        bridge.call('terminal.input', { stream, data: data.slice(at, at + MAX_INPUT) }).catch(ignore);
      }
    },
    resize(next) {
      if (next.cols === size?.cols && next.rows === size.rows) return;
      size = next;
      clearTimeout(resizeTimer);
      resizeTimer = setTimeout(() => {
        if (stream !== undefined) bridge.call('terminal.resize', { stream, ...next }).catch(ignore);
      }, RESIZE_MS);
    },
    detach() {
      isDetached = true;
      off();
      clearTimeout(ackTimer);
      clearTimeout(resizeTimer);
      if (stream !== undefined) detachStream(stream);
      stream = undefined;
    },
  };
}

/** A lost connection is shown by the window as a whole; each keystroke need not say it again. */
function ignore(): void {}
