import type { Terminal } from '@xterm/xterm';

/** Where somebody reads in a terminal, told so that it can be found again after the screen was drawn anew. */
export interface Position {
  /** Lines between the top of what is seen and where the top would be at the end. */
  readonly fromEnd: number;
  /** The first lines seen. */
  readonly lines: readonly string[];
}

const LINES_KEPT = 4;

/** Where somebody reads; `undefined` at the end, where new output is followed. */
export function readPosition(terminal: Terminal): Position | undefined {
  const { viewportY, baseY, type } = terminal.buffer.active;
  if (type === 'alternate' || viewportY >= baseY) return undefined;
  const lines = Array.from({ length: LINES_KEPT }, (_, n) => lineText(terminal, viewportY + n));
  return { fromEnd: baseY - viewportY, lines };
}

/** Goes back to where somebody read: to the same lines, or else as far from the end. */
export function restorePosition(terminal: Terminal, position: Position | undefined): void {
  const { baseY, type } = terminal.buffer.active;
  if (position === undefined || type === 'alternate') return;
  const expected = Math.max(0, baseY - position.fromEnd);
  terminal.scrollToLine(findLines(terminal, position.lines, expected) ?? expected);
}

/** The place of these lines that is nearest to where they are expected. */
function findLines(terminal: Terminal, lines: readonly string[], expected: number): number | undefined {
  if (lines.every((line) => line === '')) return undefined;
  const { baseY } = terminal.buffer.active;
  for (let away = 0; away <= baseY; away += 1) {
    // Output that came meanwhile has moved them up: that side is looked at first.
    for (const y of [expected - away, expected + away]) {
      if (y < 0 || y > baseY) continue;
      if (lines.every((line, n) => lineText(terminal, y + n) === line)) return y;
    }
  }
  return undefined;
}

function lineText(terminal: Terminal, y: number): string {
  return terminal.buffer.active.getLine(y)?.translateToString(true) ?? '';
}
