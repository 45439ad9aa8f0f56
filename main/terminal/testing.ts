import { launchTerminal } from './index.ts';
import type { Attachment, TerminalExit, TerminalSession, ViewerFrame } from './index.ts';
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
      const attributes = [cell.isBold(), cell.isUnderline(), cell.isInverse(), cell.isItalic(), cell.isDim()];
      const flags = attributes.map((flag) => (flag === 0 ? 0 : 1)).join('');
      row += `[${cell.getChars() || ' '} ${cell.getWidth()} ${colours} ${flags}]`;
    }
    shown.push(row);
  }
  return shown;
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
