import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { spawn } from '@lydell/node-pty';
import type { LaunchSpec } from './types.ts';
import { joined } from './utf8.ts';

/** A program on the other side of a pseudo-terminal. */
export interface Pty {
  readonly pid: number;
  /** Returns `false`, and does nothing, when too much is unread already. */
  write(data: string | Uint8Array): boolean;
  resize(cols: number, rows: number): void;
  pause(): void;
  resume(): void;
}

export interface PtyEvents {
  output(chunk: Uint8Array): void;
  /** Called once, after the last output. */
  exit(code: number | null, signal: number | null): void;
}

/** After exit, output has ended when none came for this long while reading. */
const QUIET_MS = 40;
/** After exit, no more than this is read: something the program left behind may be writing for ever. */
const DRAIN_LIMIT = 1024 * 1024;
/** Input that the program has not read, beyond what the system keeps for it. */
const INPUT_LIMIT = 1024 * 1024;
/** How soon it is tried again: at first, while the program is reading, and at last, when it is not. */
const INPUT_RETRY_MS = { first: 1, last: 50 };

/** What the library keeps to itself: its socket, and the file descriptor and path of the terminal. */
interface Inside {
  readonly ptsName?: string;
  readonly fd?: number;
  readonly _socket?: {
    destroy(error?: Error): unknown;
    on(event: 'error', listener: () => void): unknown;
    readonly readableEnded: boolean;
  };
}

/** Starts `file`, which must have been checked, with exactly the environment `env` (and PWD, which is `cwd`). */
export function openPty(file: string, spec: LaunchSpec, env: Record<string, string>, events: PtyEvents): Pty {
  const { args, cwd, cols, rows } = spec;
  const pty = spawn(file, [...args], {
    cwd,
    cols,
    rows,
    env,
    encoding: null,
    name: env['TERM'] ?? 'xterm-256color',
  });
  // Without a second listener the library throws what it does not expect; its socket closes either way.
  (pty as Inside)._socket?.on('error', () => {});
  const closeSlave = holdSlave(pty);
  const drain = delayDestroy(pty);
  const input = queueInput(pty);
  let paused = false;
  let alive = true;

  // With `encoding: null` the data are buffers, whatever the declared type says.
  pty.onData((data: unknown) => {
    const chunk = data instanceof Uint8Array ? data : Buffer.from(String(data));
    events.output(chunk);
    drain?.heard(chunk.length);
  });
  pty.onExit(({ exitCode, signal }) => {
    alive = false;
    input.close();
    closeSlave();
    const bySignal = signal !== undefined && signal !== 0;
    events.exit(bySignal ? null : exitCode, bySignal ? signal : null);
  });

  return {
    pid: pty.pid,
    write: (data) => alive && input.write(typeof data === 'string' ? Buffer.from(data) : data),
    resize(newCols, newRows) {
      if (!alive) return;
      try {
        pty.resize(newCols, newRows);
      } catch {
        // It ended a moment ago.
      }
    },
    pause() {
      if (paused) return;
      paused = true;
      pty.pause();
      drain?.paused(true);
    },
    resume() {
      if (!paused) return;
      paused = false;
      pty.resume();
      drain?.paused(false);
    },
  };
}

/**
 * On Linux the last output is lost when the slave side closes before the master was read empty, as happens
 * at exit. So this process keeps the slave side open too, and closes it when everything has been read.
 */
function holdSlave(pty: object): () => void {
  const { ptsName } = pty as Inside;
  if (process.platform !== 'linux' || ptsName === undefined) return () => {};
  let fd: number | undefined;
  try {
    fd = openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    // The program runs all the same; only its last output is less certain.
  }
  return () => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
}

interface InputQueue {
  write(data: Uint8Array): boolean;
  close(): void;
}

/**
 * The library's own writing waits until the program reads, and everything else in this process with it. So
 * what does not fit is kept here and tried again. On Windows, where a pipe is written to, it does not wait.
 */
function queueInput(pty: { write(data: string): void }): InputQueue {
  const { fd } = pty as Inside;
  if (process.platform === 'win32' || fd === undefined) {
    // A buffer passes as it is; only the declared type is too narrow.
    return { write: (data) => (pty.write(data as unknown as string), true), close: () => {} };
  }
  let pending: Uint8Array = new Uint8Array(0);
  let timer: NodeJS.Timeout | undefined;
  let waitMs = INPUT_RETRY_MS.first;
  const pump = (): void => {
    timer = undefined;
    try {
      while (pending.length > 0) {
        pending = pending.subarray(writeSync(fd, pending));
        waitMs = INPUT_RETRY_MS.first;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        timer = setTimeout(pump, waitMs);
        waitMs = Math.min(waitMs * 2, INPUT_RETRY_MS.last);
      } else {
        // Nobody will read it any more.
        pending = new Uint8Array(0);
      }
    }
  };
  return {
    write(data) {
      if (pending.length + data.length > INPUT_LIMIT) return false;
      // A copy: the caller may use its buffer again.
      pending = joined(pending, data);
      if (timer === undefined) pump();
      return true;
    },
    close() {
      clearTimeout(timer);
      pending = new Uint8Array(0);
    },
  };
}

interface Drain {
  heard(bytes: number): void;
  paused(now: boolean): void;
}

/**
 * The library destroys its socket 200 ms after the program's exit, read or not. This puts that off until
 * reading has gone quiet. With the slave held open nothing else ends the reading, so only Linux needs it.
 */
function delayDestroy(pty: object): Drain | undefined {
  const socket = (pty as Inside)._socket;
  if (process.platform !== 'linux' || socket === undefined) return undefined;
  const destroy = socket.destroy.bind(socket);
  let draining = false;
  let paused = false;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const arm = (): void => {
    clearTimeout(timer);
    if (!draining || paused) return;
    if (bytes > DRAIN_LIMIT) destroy();
    else timer = setTimeout(() => setImmediate(endIfQuiet, bytes), QUIET_MS);
  };
  // After a busy spell the timer comes before the reading; by the immediate, what was there has been read.
  const endIfQuiet = (before: number): void => {
    if (!paused && bytes === before) destroy();
  };
  socket.destroy = (error) => {
    if (error !== undefined || socket.readableEnded) return destroy(error);
    draining = true;
    arm();
    return socket;
  };
  return {
    heard(length) {
      if (!draining) return;
      bytes += length;
      arm();
    },
    paused(now) {
      paused = now;
      arm();
    },
  };
}
