import { asFault } from '../../shared/base/refusal.ts';
import { startTimeOf } from '../cotal/workspace/processes.platform.ts';
import { checkLaunch } from './launch-check.ts';
import { askSession, killSession, sessionEnds } from './leftovers.platform.ts';
import { createMirror } from './mirror.ts';
import { openPty } from './pty.platform.ts';
import type { Pty, PtyEvents } from './pty.platform.ts';
import { isReply } from './replies.ts';
import type { Attachment, LaunchSpec, TerminalDeps, TerminalExit, TerminalSession } from './types.ts';
import { alignCharacters } from './utf8.ts';
import { createViewers, type Seat } from './viewers.ts';

/** Reading stops while more than this waits to be parsed, and goes on below the lower mark. */
const BACKLOG_HIGH = 256 * 1024;
const BACKLOG_LOW = 64 * 1024;

/** A viewer is shown some 128 KiB of it, which is rarely more lines than these. */
const DEFAULT_SCROLLBACK = 2000;
const KILL_AFTER_MS = 3000;

/**
 * Runs a program in a terminal of its own. Rejects with a `Fault` when the folder (`bad-folder`) or the
 * program (`program-not-found`) is not there, or the system cannot start another (`terminal-not-started`);
 * how the program itself does is told by the session.
 */
export async function launchTerminal(spec: LaunchSpec, deps: TerminalDeps): Promise<TerminalSession> {
  const file = await checkLaunch(spec);
  let size = sizeWithin(spec.cols, spec.rows);
  const exitListeners = new Set<(exit: TerminalExit) => void>();
  const characters = alignCharacters();
  let lastOutput: number | null = null;
  let ended = false;
  let exit: TerminalExit | undefined;
  let stopping: { hard: boolean; done: Promise<TerminalExit> } | undefined;

  const mirror = createMirror({
    ...size,
    scrollback: deps.scrollback ?? DEFAULT_SCROLLBACK,
    answer: (data) => pty.write(data),
    parsed: () => {
      if (mirror.backlog() < BACKLOG_LOW) pty.resume();
    },
  });
  const viewers = createViewers(() => mirror.snapshot());
  const show = (output: Uint8Array): void => {
    if (output.length === 0) return;
    // A viewer's terminal answers what it is shown; the mirror answers only what nobody is shown.
    mirror.feed(output, !viewers.output(output));
    if (mirror.backlog() > BACKLOG_HIGH) pty.pause();
  };
  const pty = startPty(
    file,
    { ...spec, ...size },
    {
      output(chunk) {
        lastOutput = deps.now();
        show(characters.take(chunk));
      },
      exit(code, signal) {
        ended = true;
        show(characters.rest());
        const happened = { code, signal, at: deps.now() };
        // The last lines are there for whoever hears of the exit.
        void mirror.settled().then(() => {
          exit = happened;
          viewers.exit(happened);
          for (const listener of exitListeners) listener(happened);
          exitListeners.clear();
        });
      },
    },
  );
  const startedAt = deps.now();
  const exited = new Promise<TerminalExit>((resolve) => {
    exitListeners.add(resolve);
  });
  const leader = { pid: pty.pid, startTime: (await startTimeOf(pty.pid)) ?? 'unknown' };

  const end = async (graceful: boolean, killAfterMs: number): Promise<TerminalExit> => {
    if (graceful) {
      const deadline = performance.now() + killAfterMs;
      await askSession(leader);
      await Promise.race([exited, sleep(killAfterMs)]);
      await sessionEnds(leader, deadline - performance.now());
    }
    await killSession(leader);
    return exited;
  };
  const stop = (graceful: boolean, killAfterMs = KILL_AFTER_MS): Promise<TerminalExit> => {
    if (stopping === undefined || (!graceful && !stopping.hard)) {
      stopping = { hard: !graceful, done: end(graceful, killAfterMs) };
    }
    return stopping.done;
  };

  const write = (data: string | Uint8Array): boolean => !ended && pty.write(data);
  const resize = (cols: number, rows: number, by?: Seat): void => {
    const wanted = sizeWithin(cols, rows);
    if (wanted.cols === size.cols && wanted.rows === size.rows) return;
    size = wanted;
    mirror.resize(size.cols, size.rows);
    pty.resize(size.cols, size.rows);
    viewers.resized(size.cols, size.rows, by);
  };
  const attach: TerminalSession['attach'] = (viewer): Attachment => {
    const seat = viewers.attach(viewer);
    return {
      acknowledge: seat.acknowledge,
      detach: seat.detach,
      resize: (cols, rows) => resize(cols, rows, seat),
      write(data) {
        if (isReply(data)) return seat.answers() && write(data);
        seat.typed();
        return write(data);
      },
    };
  };

  return {
    pid: pty.pid,
    startedAt,
    state: () =>
      exit === undefined ? { state: 'running', since: startedAt } : { state: 'exited', since: exit.at, exit },
    lastOutputAt: () => lastOutput,
    lastLines: (n) => mirror.lastLines(n),
    write,
    resize: (cols, rows) => resize(cols, rows),
    async snapshot() {
      const screen = await mirror.snapshot();
      return screen === null
        ? { ...size, data: '' }
        : { cols: screen.cols, rows: screen.rows, data: screen.data };
    },
    attach,
    onExit(listener) {
      if (exit !== undefined) {
        listener(exit);
        return () => {};
      }
      exitListeners.add(listener);
      return () => {
        exitListeners.delete(listener);
      };
    },
    stop,
    async dispose() {
      await stop(false);
      viewers.detachAll();
      mirror.dispose();
    },
  };
}

function startPty(file: string, spec: LaunchSpec, events: PtyEvents): Pty {
  const env = { TERM: 'xterm-256color', COLORTERM: 'truecolor', ...spec.env };
  try {
    return openPty(file, spec, env, events);
  } catch (error) {
    const remedy = 'Stop other agents or programs, then try again.';
    throw asFault(error, 'terminal-not-started', `No terminal could be opened for ${file}.`, remedy);
  }
}

/** The size nearest to this one that a terminal can have. */
function sizeWithin(cols: number, rows: number): { cols: number; rows: number } {
  return { cols: clamp(cols, 2, 500), rows: clamp(rows, 1, 300) };
}

function clamp(value: number, low: number, high: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, Math.floor(value))) : low;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
