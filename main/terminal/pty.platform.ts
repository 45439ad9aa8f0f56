import { closeSync, constants, openSync } from 'node:fs';
import { spawn } from '@lydell/node-pty';
import type { LaunchSpec } from './types.ts';

/** A program on the other side of a pseudo-terminal. */
export interface Pty {
  readonly pid: number;
  write(data: string | Uint8Array): void;
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

/** What the library keeps to itself and draining needs: its socket and the path of the slave side. */
interface Inside {
  readonly ptsName?: string;
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
    closeSlave();
    const bySignal = signal !== undefined && signal !== 0;
    events.exit(bySignal ? null : exitCode, bySignal ? signal : null);
  });

  return {
    pid: pty.pid,
    write(data) {
      // A buffer reaches the socket as it is; only the declared type is too narrow.
      if (alive) pty.write(data as string);
    },
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
