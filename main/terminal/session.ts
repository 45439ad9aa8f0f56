import { startTimeOf } from '../cotal/workspace/processes.platform.ts';
import { checkLaunch } from './launch-check.ts';
import { killLeftovers, signalGroup } from './leftovers.platform.ts';
import { createMirror } from './mirror.ts';
import { openPty } from './pty.platform.ts';
import type { LaunchSpec, TerminalDeps, TerminalExit, TerminalSession } from './types.ts';
import { createViewers } from './viewers.ts';

/** Reading stops while more than this waits to be parsed, and goes on below the lower mark. */
const BACKLOG_HIGH = 1024 * 1024;
const BACKLOG_LOW = 128 * 1024;

const DEFAULT_SCROLLBACK = 5000;
const KILL_AFTER_MS = 3000;

/**
 * Runs a program in a terminal of its own. Rejects with a `Fault` when the program or the folder is not
 * there; how the program itself does is told by the session.
 */
export async function launchTerminal(spec: LaunchSpec, deps: TerminalDeps): Promise<TerminalSession> {
  const file = await checkLaunch(spec);
  const cols = clamp(spec.cols, 2, 500);
  const rows = clamp(spec.rows, 1, 300);
  const env = { TERM: 'xterm-256color', COLORTERM: 'truecolor', ...spec.env };
  const exitListeners = new Set<(exit: TerminalExit) => void>();
  let lastOutput: number | null = null;
  let ended = false;
  let exit: TerminalExit | undefined;
  let stopping: { hard: boolean; done: Promise<TerminalExit> } | undefined;

  const mirror = createMirror({
    cols,
    rows,
    scrollback: deps.scrollback ?? DEFAULT_SCROLLBACK,
    answer: (data) => pty.write(data),
    parsed: () => {
      if (mirror.backlog() < BACKLOG_LOW) pty.resume();
    },
  });
  const viewers = createViewers(() => mirror.snapshot());
  const pty = openPty(file, { ...spec, cols, rows }, env, {
    output(chunk) {
      lastOutput = deps.now();
      // A viewer's terminal answers what it is shown; the mirror answers only what nobody is shown.
      mirror.feed(chunk, !viewers.output(chunk));
      if (mirror.backlog() > BACKLOG_HIGH) pty.pause();
    },
    exit(code, signal) {
      ended = true;
      const happened = { code, signal, at: deps.now() };
      // The last lines are there for whoever hears of the exit.
      void mirror.snapshot().then(() => {
        exit = happened;
        viewers.exit(happened);
        for (const listener of exitListeners) listener(happened);
        exitListeners.clear();
      });
    },
  });
  const startedAt = deps.now();
  const leader = { pid: pty.pid, startTime: (await startTimeOf(pty.pid)) ?? 'unknown' };

  const exited = new Promise<TerminalExit>((resolve) => {
    if (exit !== undefined) resolve(exit);
    else exitListeners.add(resolve);
  });
  const end = async (graceful: boolean, killAfterMs: number): Promise<TerminalExit> => {
    if (!ended && graceful) {
      await signalGroup(leader, 'SIGHUP');
      await signalGroup(leader, 'SIGTERM');
      await Promise.race([exited, sleep(killAfterMs)]);
    }
    if (!ended) await signalGroup(leader, 'SIGKILL');
    await killLeftovers(leader);
    return exited;
  };
  const stop = (graceful: boolean, killAfterMs = KILL_AFTER_MS): Promise<TerminalExit> => {
    if (stopping === undefined || (!graceful && !stopping.hard)) {
      stopping = { hard: !graceful, done: end(graceful, killAfterMs) };
    }
    return stopping.done;
  };

  return {
    pid: pty.pid,
    startedAt,
    state: () =>
      exit === undefined ? { state: 'running', since: startedAt } : { state: 'exited', since: exit.at, exit },
    lastOutputAt: () => lastOutput,
    lastLines: (n) => mirror.lastLines(n),
    write(data) {
      if (ended) return false;
      pty.write(data);
      return true;
    },
    resize(newCols, newRows) {
      const [width, height] = [clamp(newCols, 2, 500), clamp(newRows, 1, 300)];
      mirror.resize(width, height);
      pty.resize(width, height);
    },
    attach: (viewer) => viewers.attach(viewer),
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

function clamp(value: number, low: number, high: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, Math.floor(value))) : low;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
