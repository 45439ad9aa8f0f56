import { inside } from './inside.ts';
import type { UnicodeProvider } from './inside.ts';
import { guardSequences } from './sequences.ts';
import { learnCharsets, restoreTerminal } from './state.ts';
import { takeTurns } from './turns.ts';
import type { ScreenSnapshot } from './types.ts';
import { inPieces } from './utf8.ts';
import { Terminal } from './xterm.ts';

/** A screen, and what the program has only half written: that belongs before the output that follows. */
export interface Snapshot extends ScreenSnapshot {
  readonly rest: Uint8Array;
}

/** A terminal nobody looks at, kept up to date so that a screen can be shown at any time. */
export interface Mirror {
  /**
   * Output to show, of whole characters. `answers`: whether the mirror is to answer a query that ends here.
   */
  feed(output: Uint8Array, answers: boolean): void;
  /** Bytes fed and not yet parsed. */
  backlog(): number;
  /** Takes effect after exactly what has been fed so far. */
  resize(cols: number, rows: number): void;
  /** The screen after exactly what has been fed so far; `null` once disposed. */
  snapshot(): Promise<Snapshot | null>;
  /** Resolves when all that has been fed so far has been parsed, or the mirror has been disposed of. */
  settled(): Promise<void>;
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

type Job = { readonly bytes: Uint8Array; readonly answers: boolean } | (() => void);

/** A snapshot sheds scrollback until it is about this long, so that a viewer can take it in one go. */
const SNAPSHOT_TARGET = 128 * 1024;
/** What is parsed in one go: one to two milliseconds' worth. */
const SLICE_BYTES = 16 * 1024;
/** More of a line than this is never looked through for the last lines. */
const LONGEST_LINE = 4096;
/** More combining marks than this in one cell are shown beside it instead of being kept in it. */
const MOST_MARKS = 8;

/** Starts a mirror. */
export function createMirror(options: MirrorOptions): Mirror {
  const { cols, rows, scrollback } = options;
  const terminal = new Terminal({ cols, rows, scrollback, allowProposedApi: true, logLevel: 'off' });
  const inner = inside(terminal);
  const charsets = learnCharsets(terminal);
  const guard = guardSequences();
  let jobs: Job[] = [];
  let backlog = 0;
  let answers = false;
  let title = '';
  let disposed = false;

  limitMarks(terminal.unicode, inner.unicodeService._providers);
  terminal.onData((data) => {
    if (answers) options.answer(data);
  });
  terminal.onTitleChange((changed) => {
    title = changed;
  });
  // The terminal would keep every link and a marker for it: much memory, and slow to scroll. Nobody asks for them.
  terminal.parser.registerOscHandler(8, () => true);

  const parse = (bytes: Uint8Array): void => {
    try {
      inner._inputHandler.parse(bytes);
    } catch {
      // What a program prints must not end this process. The rest of the piece is lost; the next redraw repairs it.
      inner._inputHandler._parser.reset();
    }
  };
  const work = (): boolean => {
    let done = 0;
    while (jobs.length > 0 && done < SLICE_BYTES) {
      const job = jobs.shift();
      if (typeof job === 'function') job();
      else if (job !== undefined) {
        ({ answers } = job);
        parse(job.bytes);
        done += job.bytes.length;
        backlog -= job.bytes.length;
      }
    }
    if (done > 0) options.parsed();
    return jobs.length > 0;
  };
  const add = (job: Job): void => {
    jobs.push(job);
    takeTurns(work);
  };

  return {
    feed(output, mayAnswer) {
      if (disposed) return;
      for (const piece of inPieces(output, SLICE_BYTES)) {
        const bytes = guard.take(piece);
        backlog += bytes.length;
        add({ bytes, answers: mayAnswer });
      }
    },
    backlog: () => backlog,
    resize(newCols, newRows) {
      add(() => {
        if (!disposed) terminal.resize(newCols, newRows);
      });
    },
    snapshot() {
      const rest = guard.rest();
      return new Promise((resolve) => {
        add(() => {
          if (disposed) return resolve(null);
          const data = restoreTerminal(terminal, title, charsets, SNAPSHOT_TARGET);
          resolve({ cols: terminal.cols, rows: terminal.rows, data, rest });
        });
      });
    },
    settled: () => new Promise((resolve) => add(resolve)),
    lastLines: (n) => (disposed ? [] : lastLines(terminal.buffer.active, n)),
    dispose() {
      if (disposed) return;
      disposed = true;
      // Whoever waits for a screen is told that there is none.
      jobs = jobs.filter((job) => typeof job === 'function');
      backlog = 0;
      terminal.dispose();
    },
  };
}

interface UnicodeVersions {
  register(provider: UnicodeProvider): void;
  activeVersion: string;
}

/** Without this a cell grows for as long as a program writes marks for it. */
function limitMarks(versions: UnicodeVersions, known: Readonly<Record<string, UnicodeProvider>>): void {
  const six = known['6'];
  if (six === undefined) return;
  versions.register({
    version: 'limited',
    wcwidth: (code) => six.wcwidth(code),
    // Bit 0 says that the character joins the one before, bits 1 and 2 are the width, the rest is ours.
    charProperties(code, before) {
      const properties = six.charProperties(code, before & 7);
      if ((properties & 1) === 0) return properties;
      const marks = (before >> 3) + 1;
      return marks > MOST_MARKS ? 1 << 1 : properties | (marks << 3);
    },
  });
  versions.activeVersion = 'limited';
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
