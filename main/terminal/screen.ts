import type { Cell } from './inside.ts';
import { backgroundOf, equalStyles, isOnPlainGround, isPlain, PLAIN, setStyle } from './style.ts';

/** A line of the terminal. The cells it gives out are the terminal's own, `reuse` filled again if given. */
export interface Line {
  readonly isWrapped: boolean;
  getCell(x: number, reuse?: Cell): Cell | undefined;
}

/** The lines of a screen and its scrollback, oldest first. */
export interface Lines {
  readonly length: number;
  /** How many of them are scrollback. */
  readonly baseY: number;
  getLine(y: number): Line | undefined;
  getNullCell(): Cell;
}

/** How a line is drawn. It begins and ends in the plain style, which is what new lines are filled with. */
interface Drawn {
  readonly text: string;
  /** The last column was printed in, so that one more character wraps. */
  readonly full: boolean;
}

/**
 * What draws these lines in an empty terminal of the same size, from its top: text, colours, attributes and
 * which lines are continued. Scrollback is left out, oldest first, where the result would be longer than
 * `target` characters; the screen itself is always complete. Ends in the plain style, the cursor anywhere.
 */
export function drawLines(lines: Lines, cols: number, rows: number, target: number): string {
  const parts: string[] = [];
  const scratch = lines.getNullCell();
  let size = 0;
  let below: Line | undefined;
  let first = lines.length;
  while (first > 0 && (first > lines.baseY || size <= target)) {
    const line = lines.getLine(first - 1);
    if (line === undefined) break;
    const drawn = drawLine(line, cols, scratch);
    const joint = below === undefined ? '' : joinLines(line, drawn, below, cols, rows);
    parts.push(joint, drawn.text);
    size += joint.length + drawn.text.length;
    below = line;
    first -= 1;
  }
  const text = parts.toReversed().join('');
  // Without scrollback nothing has to scroll, and empty lines at the end need not be drawn.
  return first >= lines.baseY ? text.replace(/(?:\r\n)+$/, '') : text;
}

function drawLine(line: Line, cols: number, scratch: Cell): Drawn {
  let text = '';
  let full = false;
  /** The style set now, undefined for the plain one. */
  let style: Cell | undefined;
  /** Empty cells passed and not drawn yet, and one of them if their background is not the plain one. */
  let gap = 0;
  let gapCell: Cell | undefined;
  /** Another terminal may think the last character of another width: the cursor has to be put right. */
  let unsure = false;

  const setTo = (wanted: Cell, x: number): void => {
    if (style === undefined ? isPlain(wanted) : equalStyles(style, wanted)) return;
    text += setStyle(wanted);
    style = isPlain(wanted) ? undefined : line.getCell(x);
  };
  const drawGap = (x: number): void => {
    if (gapCell !== undefined) {
      setTo(gapCell, x - 1);
      text += `\x1b[${gap}X`;
    }
  };
  const passGap = (x: number): void => {
    if (gap === 0) return;
    drawGap(x);
    text += `\x1b[${gap}C`;
    gap = 0;
    gapCell = undefined;
  };

  for (let x = 0; x < cols; x += 1) {
    const cell = line.getCell(x, scratch);
    if (cell === undefined) break;
    const chars = cell.getChars();
    const width = cell.getWidth();
    // The second half of a wide character.
    if (chars === '' && width === 0) continue;
    const sure = chars.length < 2 && chars < '\u0300';
    if ((unsure && sure) || (width === 0 && x > 0)) {
      passGap(x);
      text += `\x1b[${x + 1}G`;
      unsure = false;
    }
    const background = backgroundOf(cell);
    if (chars === '' && background !== null) {
      if (gap > 0 && background !== (gapCell === undefined ? 0 : backgroundOf(gapCell))) passGap(x);
      if (gap === 0) gapCell = background === 0 ? undefined : line.getCell(x);
      gap += 1;
      continue;
    }
    passGap(x);
    setTo(cell, x);
    // An empty cell that is underlined or inverse looks as a space does, and only a space can be made so.
    text += chars === '' ? ' ' : chars;
    unsure = !sure;
    full = x + width >= cols;
  }
  drawGap(cols);
  if (style !== undefined) text += PLAIN;
  return { text, full };
}

/** What comes between a line that is drawn and the next one. */
function joinLines(line: Line, drawn: Drawn, next: Line, cols: number, rows: number): string {
  if (!next.isWrapped || rows === 1) return '\r\n';
  const head = next.getCell(0);
  // A printed character wraps by itself; one with a background would colour the whole new line.
  if (drawn.full && head !== undefined && head.getChars() !== '' && isOnPlainGround(head)) return '';
  // Printing past the end is the only way to wrap. What was printed for that is taken away again.
  if (drawn.full) return 'x\r\x1b[X';
  const last = line.getCell(cols - 1);
  const repaired = last === undefined || isPlain(last) ? '\x1b[X' : `${setStyle(last)}\x1b[X${PLAIN}`;
  return `\x1b[${cols}Gxx\r\x1b[X\x1b[A\x1b[${cols}G${repaired}\r\x1b[B`;
}
