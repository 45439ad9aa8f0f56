import { SerializeAddon } from '@xterm/addon-serialize';
import { trackDroppedModes } from './modes.ts';
import { trackPartial } from './partial.ts';
import { Terminal } from './xterm.ts';

/** A screen that can be written into an empty terminal of the same size. */
export interface Snapshot {
  readonly cols: number;
  readonly rows: number;
  readonly data: string;
  /** What the program has only half written: belongs before the output that follows. */
  readonly rest: Uint8Array;
}

/** A terminal nobody looks at, kept up to date so that a screen can be shown at any time. */
export interface Mirror {
  /** `answering`: the queries in it are this terminal's to answer, as nobody else is shown them. */
  feed(chunk: Uint8Array, answering: boolean): void;
  /** Bytes fed and not yet parsed. */
  backlog(): number;
  resize(cols: number, rows: number): void;
  /** The screen after exactly what has been fed so far; `null` once disposed. */
  snapshot(): Promise<Snapshot | null>;
  lastLines(n: number): string[];
  dispose(): void;
}

export interface MirrorOptions {
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
  /** The terminal's answer to a query of the program. */
  answer(data: string): void;
  /** Some of the backlog has been parsed. */
  parsed(): void;
}

/** A snapshot sheds scrollback until it is about this long, so that a viewer can take it in one go. */
const SNAPSHOT_TARGET = 128 * 1024;
/** More than this is never looked through for the last lines. */
const LONGEST_LINE = 4096;

/** Starts a mirror. */
export function createMirror(options: MirrorOptions): Mirror {
  const { cols, rows, scrollback } = options;
  const terminal = new Terminal({ cols, rows, scrollback, allowProposedApi: true, logLevel: 'off' });
  const serializer = new SerializeAddon();
  // The add-on is typed for the browser's terminal; it uses only what both have.
  terminal.loadAddon(serializer as unknown as Parameters<typeof terminal.loadAddon>[0]);
  const modes = trackDroppedModes(terminal);
  const partial = trackPartial();
  const waiting = new Set<() => void>();
  /** For every chunk not yet parsed, the first being the one at work: are its queries answered here? */
  const answering: boolean[] = [];
  let backlog = 0;
  let disposed = false;
  terminal.onData((data) => {
    if (answering[0] === true) options.answer(data);
  });

  const serialize = (): string => {
    let data = serializer.serialize();
    let keep = terminal.buffer.normal.length - terminal.rows;
    while (data.length > SNAPSHOT_TARGET && keep > 0) {
      keep = Math.floor(Math.min(keep / 2, (keep * SNAPSHOT_TARGET) / data.length));
      data = serializer.serialize({ scrollback: keep });
    }
    return modes.restore(data);
  };

  return {
    feed(chunk, isAnswering) {
      if (disposed) return;
      backlog += chunk.length;
      partial.feed(chunk);
      answering.push(isAnswering);
      terminal.write(chunk, () => {
        backlog -= chunk.length;
        answering.shift();
        options.parsed();
      });
    },
    backlog: () => backlog,
    resize(newCols, newRows) {
      if (disposed || (newCols === terminal.cols && newRows === terminal.rows)) return;
      terminal.resize(newCols, newRows);
      modes.resized();
    },
    snapshot() {
      if (disposed) return Promise.resolve(null);
      const rest = partial.rest();
      return new Promise((resolve) => {
        const abandon = () => resolve(null);
        waiting.add(abandon);
        // Called when everything before it has been parsed and nothing after it.
        terminal.write('', () => {
          waiting.delete(abandon);
          resolve({ cols: terminal.cols, rows: terminal.rows, data: serialize(), rest });
        });
      });
    },
    lastLines: (n) => (disposed ? [] : lastLines(terminal.buffer.active, n)),
    dispose() {
      if (disposed) return;
      disposed = true;
      backlog = 0;
      for (const abandon of waiting) abandon();
      terminal.dispose();
    },
  };
}

interface Lines {
  readonly length: number;
  getLine(
    y: number,
  ): { readonly isWrapped: boolean; translateToString(trimRight?: boolean): string } | undefined;
}

/** The last lines with text, the rows of a wrapped line put together. */
function lastLines(buffer: Lines, n: number): string[] {
  const found: string[] = [];
  let tail = '';
  for (let y = buffer.length - 1; y >= 0 && found.length < n; y -= 1) {
    const row = buffer.getLine(y);
    if (row === undefined) break;
    const text = row.translateToString(!row.isWrapped && tail === '') + tail;
    tail = row.isWrapped && y > 0 ? text.slice(-LONGEST_LINE) : '';
    if (row.isWrapped && y > 0) continue;
    const line = text.trimEnd();
    if (line !== '') found.unshift(line);
  }
  return found;
}
