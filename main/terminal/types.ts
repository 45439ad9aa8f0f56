/** What to run in a terminal. `env` is the whole environment: nothing is inherited. */
export interface LaunchSpec {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
}

/** How the program ended: a code, or the number of the signal that ended it. */
export interface TerminalExit {
  readonly code: number | null;
  readonly signal: number | null;
  readonly at: number;
}

/** A screen as the escape sequences that draw it in an empty terminal of this size. */
export interface ScreenSnapshot {
  readonly cols: number;
  readonly rows: number;
  readonly data: string;
}

/**
 * What a viewer is sent. `screen` replaces everything the viewer has shown so far; `output` continues it; `size` says
 * that somebody else made the terminal another size, which holds for the output that follows; `exit` comes last.
 */
export type ViewerFrame =
  | { kind: 'screen'; cols: number; rows: number; data: string }
  | { kind: 'output'; data: Uint8Array }
  | { kind: 'size'; cols: number; rows: number }
  | { kind: 'exit'; exit: TerminalExit };

/** Something that shows a terminal. */
export interface Viewer {
  send(frame: ViewerFrame): void;
}

/** A viewer's hold on a terminal. */
export interface Attachment {
  /** The viewer has dealt with this many bytes of screen data (counted as UTF-8) and output. */
  acknowledge(bytes: number): void;
  /**
   * Types what came from this viewer, as the session's `write` does. What its terminal answers by itself is typed only
   * for the viewer that was attached or typed in last: a program that asks once must not be answered twice.
   */
  write(data: string): boolean;
  /** Makes the terminal this size, as the session's `resize` does; every other viewer is told. */
  resize(cols: number, rows: number): void;
  detach(): void;
}

/** A program running, or that ran, in a terminal. */
export interface TerminalSession {
  readonly pid: number;
  /** Epoch milliseconds, as are all times here. */
  readonly startedAt: number;
  state(): { readonly state: 'running' | 'exited'; readonly since: number; readonly exit?: TerminalExit };
  lastOutputAt(): number | null;
  /** The last `n` lines that are not empty, as plain text, oldest first. */
  lastLines(n: number): string[];
  /**
   * Types into the terminal. `false`, and nothing is typed, once the program has exited or while it leaves
   * more than 1 MiB unread.
   */
  write(data: string | Uint8Array): boolean;
  /** Clamped to 2..500 columns and 1..300 rows; safe after exit. Every viewer is told. */
  resize(cols: number, rows: number): void;
  /**
   * The screen after all output so far, with its modes and as much scrollback as fits in 128 KiB or so.
   * Blank once disposed.
   */
  snapshot(): Promise<ScreenSnapshot>;
  attach(viewer: Viewer): Attachment;
  /** Calls back once, at once if the program has exited already. Returns how to stop listening. */
  onExit(listener: (exit: TerminalExit) => void): () => void;
  /**
   * Ends the program and all that runs in its session. Gracefully: each is sent SIGTERM, or SIGHUP too if it
   * ignores that, and what is left after `killAfterMs` (3000) is killed. Otherwise all are killed at once.
   */
  stop(graceful: boolean, killAfterMs?: number): Promise<TerminalExit>;
  /** Stops at once, detaches every viewer and frees the screen. */
  dispose(): Promise<void>;
}

/** What a session needs from outside. */
export interface TerminalDeps {
  now(): number;
  /** Lines kept above the screen. */
  readonly scrollback?: number;
}
