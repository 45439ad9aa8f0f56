import { expect } from 'vitest';
import { launchTerminal } from './index.ts';
import type { Attachment, TerminalExit, TerminalSession, ViewerFrame } from './index.ts';
import { createMirror } from './mirror.ts';
import type { Snapshot } from './mirror.ts';
import { alignCharacters } from './utf8.ts';
import { Terminal } from './xterm.ts';
import type { HeadlessTerminal } from './xterm.ts';

/** Runs a shell script in a terminal, for the tests. */
export function runScript(
  script: string,
  size = { cols: 80, rows: 24 },
  scrollback?: number,
): Promise<TerminalSession> {
  return launchTerminal(
    { file: 'sh', args: ['-c', script], cwd: '/', env: { PATH: '/usr/bin:/bin' }, ...size },
    { now: Date.now, ...(scrollback === undefined ? {} : { scrollback }) },
  );
}

export function exitOf(session: TerminalSession): Promise<TerminalExit> {
  return new Promise((resolve) => {
    session.onExit(resolve);
  });
}

const CURSOR_PLACED = new RegExp(`${'\x1b'}\\[\\d+;\\d+H`, 'g');

/** A screen without the sequences that put the cursor somewhere, as one does at its end. */
export function withoutCursor(data: string): string {
  return data.replaceAll(CURSOR_PLACED, '');
}

/** Waits until something holds, and fails when it does not in time. */
export async function until(holds: () => boolean, what: string, timeoutMs = 8000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A terminal to compare with. */
export function emptyTerminal(cols: number, rows: number): HeadlessTerminal {
  return new Terminal({ cols, rows, scrollback: 1000, allowProposedApi: true, logLevel: 'off' });
}

export function written(terminal: HeadlessTerminal, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    terminal.write(data, resolve);
  });
}

/** Everything that shows, cell by cell: text, width, colours and attributes, and the cursor. */
export function cells(terminal: HeadlessTerminal): string[] {
  const buffer = terminal.buffer.active;
  const shown = [`${buffer.type} ${buffer.cursorX},${buffer.cursorY}`];
  for (let y = 0; y < buffer.length; y += 1) {
    const line = buffer.getLine(y);
    let row = line?.isWrapped === true ? 'wrapped:' : ':';
    for (let x = 0; x < terminal.cols; x += 1) {
      const cell = line?.getCell(x);
      if (cell === undefined) continue;
      const colours = `${cell.getFgColorMode()}/${cell.getFgColor()}/${cell.getBgColorMode()}/${cell.getBgColor()}`;
      const attributes = [
        ...[cell.isBold(), cell.isUnderline(), cell.isInverse(), cell.isItalic(), cell.isDim()],
        ...[cell.isBlink(), cell.isInvisible(), cell.isStrikethrough(), cell.isOverline()],
      ];
      const flags = attributes.map((flag) => (flag === 0 ? 0 : 1)).join('');
      row += `[${cell.getChars() || ' '} ${cell.getWidth()} ${colours} ${flags}]`;
    }
    shown.push(row);
  }
  return shown;
}

/**
 * Takes a snapshot after `before` and continues it with `after` in a second terminal: that has to show what one
 * shows that was given all of it. `after` is given in steps, and compared after each.
 */
export async function compareRestored(
  before: string | Uint8Array,
  after: string | Uint8Array | readonly string[] = '',
  { cols, rows } = { cols: 40, rows: 10 },
): Promise<Snapshot> {
  const mirror = createMirror({ cols, rows, scrollback: 1000, answer: () => {}, parsed: () => {} });
  const characters = alignCharacters();
  mirror.feed(characters.take(Buffer.from(before)), true);
  const snapshot = await mirror.snapshot();
  if (snapshot === null) throw new Error('disposed');
  const restored = emptyTerminal(snapshot.cols, snapshot.rows);
  await written(restored, snapshot.data);
  await written(restored, snapshot.rest);
  const direct = emptyTerminal(cols, rows);
  await written(direct, Buffer.from(before));
  // A first line that continues one which is gone cannot be drawn as such: nothing is above it.
  const torn = [direct.buffer.normal, direct.buffer.alternate].some((buffer) => buffer.getLine(0)?.isWrapped);
  if (torn) return snapshot;
  for (const step of typeof after === 'string' || after instanceof Uint8Array ? [after] : ['', ...after]) {
    await written(restored, characters.take(Buffer.from(step)));
    await written(direct, Buffer.from(step));
    const what = JSON.stringify({ before: before.toString(), data: snapshot.data, step: step.toString() });
    expect(cells(restored), what).toEqual(cells(direct));
    expect(restored.modes, what).toEqual(direct.modes);
  }
  for (const used of [mirror, restored, direct]) used.dispose();
  return snapshot;
}

/** A viewer that shows what it is sent, acknowledging each frame as it shows it, unless it is told not to. */
export interface TestViewer {
  readonly terminal: HeadlessTerminal;
  readonly frames: ViewerFrame['kind'][];
  /** Everything received, in bytes. */
  received(): number;
  /** Received and not acknowledged. */
  owed(): number;
  mostOwed(): number;
  acknowledge(bytes: number): void;
  exit(): TerminalExit | undefined;
  /** Waits until the terminal has shown everything received. */
  settled(): Promise<void>;
  readonly attachment: Attachment;
}

export function watch(session: TerminalSession, acknowledging = true): TestViewer {
  const terminal = emptyTerminal(80, 24);
  const frames: ViewerFrame['kind'][] = [];
  let received = 0;
  let owed = 0;
  let mostOwed = 0;
  let exit: TerminalExit | undefined;
  const acknowledge = (bytes: number): void => {
    owed -= bytes;
    attachment.acknowledge(bytes);
  };
  const attachment = session.attach({
    send(frame) {
      frames.push(frame.kind);
      if (frame.kind === 'exit') {
        exit = frame.exit;
        return;
      }
      if (frame.kind === 'size') return terminal.resize(frame.cols, frame.rows);
      if (frame.kind === 'screen') terminal.reset();
      const bytes = Buffer.byteLength(frame.data);
      received += bytes;
      owed += bytes;
      mostOwed = Math.max(mostOwed, owed);
      terminal.write(frame.data, () => {
        if (acknowledging) acknowledge(bytes);
      });
    },
  });
  return {
    terminal,
    frames,
    received: () => received,
    owed: () => owed,
    mostOwed: () => mostOwed,
    acknowledge,
    exit: () => exit,
    settled: () => written(terminal, ''),
    attachment,
  };
}

/** Whole numbers from 0 to below the one asked for, the same ones for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
