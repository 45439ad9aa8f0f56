import type { Snapshot } from './mirror.ts';
import type { TerminalExit, Viewer, ViewerFrame } from './types.ts';

/** A viewer with more than this unacknowledged is sent nothing more. */
export const VIEWER_HIGH = 256 * 1024;
/** Below this it is sent a fresh screen and output again. */
export const VIEWER_LOW = 64 * 1024;

/** A viewer's place among the others. */
export interface Seat {
  acknowledge(bytes: number): void;
  /** Somebody typed here: it is the one whose terminal answers from now on. */
  typed(): void;
  /** Is it the one whose terminal answers what the program asks? */
  answers(): boolean;
  detach(): void;
}

/** The viewers of one terminal. */
export interface Viewers {
  attach(viewer: Viewer): Seat;
  /** Returns whether somebody will be shown it: one who is behind, or whose screen comes later, is not. */
  output(chunk: Uint8Array): boolean;
  /** The terminal has another size from here on; the one who made it so knows. */
  resized(cols: number, rows: number, by: Seat | undefined): void;
  /** The last output has been given; everyone is told, after the output they still have to get. */
  exit(exit: TerminalExit): void;
  count(): number;
  detachAll(): void;
}

/**
 * waiting: a screen has been asked for; output meanwhile is kept, to follow it. live: output is passed on.
 * behind: output is dropped until the viewer has caught up, then a screen makes up for it. done: exited.
 */
type Phase = 'waiting' | 'live' | 'behind' | 'done';

interface Entry {
  readonly viewer: Viewer;
  phase: Phase;
  unacknowledged: number;
  kept: (Uint8Array | { cols: number; rows: number })[];
  detached: boolean;
}

/** Keeps viewers supplied: `snapshot` gives the screen as of the moment it is called. */
export function createViewers(snapshot: () => Promise<Snapshot | null>): Viewers {
  /** In the order in which they were attached or typed in. */
  const entries = new Set<Entry>();
  const seats = new WeakMap<Seat, Entry>();
  let exit: TerminalExit | undefined;

  const detach = (entry: Entry): void => {
    entry.detached = true;
    entry.kept = [];
    entries.delete(entry);
  };
  const send = (entry: Entry, frame: ViewerFrame): void => {
    if (entry.detached) return;
    if (frame.kind === 'screen') entry.unacknowledged += Buffer.byteLength(frame.data);
    if (frame.kind === 'output') entry.unacknowledged += frame.data.length;
    try {
      entry.viewer.send(frame);
    } catch {
      // A viewer that cannot be sent to has gone.
      detach(entry);
    }
  };
  const pass = (entry: Entry, chunk: Uint8Array): boolean => {
    if (entry.unacknowledged > VIEWER_HIGH) {
      entry.phase = 'behind';
      return false;
    }
    send(entry, { kind: 'output', data: chunk });
    return !entry.detached;
  };
  const finish = (entry: Entry): void => {
    if (exit === undefined || entry.phase !== 'live') return;
    entry.phase = 'done';
    send(entry, { kind: 'exit', exit });
  };
  const catchUp = (entry: Entry): void => {
    if (!entry.detached && entry.phase === 'behind' && entry.unacknowledged < VIEWER_LOW) showScreen(entry);
  };
  const showScreen = (entry: Entry): void => {
    entry.phase = 'waiting';
    entry.kept = [];
    void snapshot().then((screen) => {
      if (screen !== null) {
        const { cols, rows, data, rest } = screen;
        send(entry, { kind: 'screen', cols, rows, data });
        if (rest.length > 0) send(entry, { kind: 'output', data: rest });
      }
      const { kept } = entry;
      entry.kept = [];
      entry.phase = 'live';
      for (const piece of kept) {
        if (entry.phase !== 'live') break;
        if ('cols' in piece) send(entry, { kind: 'size', ...piece });
        else pass(entry, piece);
      }
      finish(entry);
      catchUp(entry);
    });
  };

  return {
    attach(viewer) {
      const entry: Entry = { viewer, phase: 'waiting', unacknowledged: 0, kept: [], detached: false };
      entries.add(entry);
      showScreen(entry);
      const seat: Seat = {
        acknowledge(bytes) {
          entry.unacknowledged = Math.max(0, entry.unacknowledged - Math.max(0, bytes));
          // Not in the middle of passing a chunk on: the screen would be with or without it by chance.
          queueMicrotask(() => catchUp(entry));
        },
        typed() {
          if (entries.delete(entry)) entries.add(entry);
        },
        // One that is behind is not shown what the program asks.
        answers: () => [...entries].findLast((e) => e.phase !== 'behind') === entry,
        detach: () => detach(entry),
      };
      seats.set(seat, entry);
      return seat;
    },
    resized(cols, rows, by) {
      const maker = by === undefined ? undefined : seats.get(by);
      for (const entry of entries) {
        if (entry === maker) continue;
        if (entry.phase === 'waiting') entry.kept.push({ cols, rows });
        else if (entry.phase === 'live') send(entry, { kind: 'size', cols, rows });
      }
    },
    output(chunk) {
      let shown = false;
      for (const entry of entries) {
        if (entry.phase === 'waiting') {
          entry.kept.push(chunk);
          shown = true;
        } else if (entry.phase === 'live') {
          shown = pass(entry, chunk) || shown;
        }
      }
      return shown;
    },
    exit(happened) {
      exit = happened;
      for (const entry of entries) finish(entry);
    },
    count: () => entries.size,
    detachAll() {
      for (const entry of entries) detach(entry);
    },
  };
}
