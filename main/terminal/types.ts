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

/**
 * What a viewer is sent. `screen` replaces everything the viewer has shown so far; `output` continues it;
 * `exit` comes last.
 */
export type ViewerFrame =
  | { kind: 'screen'; cols: number; rows: number; data: string }
  | { kind: 'output'; data: Uint8Array }
  | { kind: 'exit'; exit: TerminalExit };

/** Something that shows a terminal. */
export interface Viewer {
  send(frame: ViewerFrame): void;
}

/** A viewer's hold on a terminal. */
export interface Attachment {
  /** The viewer has dealt with this many bytes of screen data (counted as UTF-8) and output. */
  acknowledge(bytes: number): void;
  detach(): void;
}

/** A program running, or that ran, in a terminal. */
export interface TerminalSession {
  readonly pid: number;
  readonly startedAt: number;
  state(): { readonly state: 'running' | 'exited'; readonly since: number; readonly exit?: TerminalExit };
  lastOutputAt(): number | null;
  /** The last `n` lines that are not empty, as plain text, oldest first. */
  lastLines(n: number): string[];
  /** Types into the terminal; `false` once the program has exited. */
  write(data: string | Uint8Array): boolean;
  /** Clamped to 2..500 columns and 1..300 rows; safe after exit. */
  resize(cols: number, rows: number): void;
  attach(viewer: Viewer): Attachment;
  /** Calls back once, at once if the program has exited already. Returns how to stop listening. */
  onExit(listener: (exit: TerminalExit) => void): () => void;
  /** Ends the program and whatever it left running in its terminal. */
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
