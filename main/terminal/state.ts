import { inside } from './inside.ts';
import type { Charset, Inside, Screen } from './inside.ts';
import { drawLines } from './screen.ts';
import type { Lines } from './screen.ts';
import { isPlain, PLAIN, setStyle } from './style.ts';
import type { HeadlessTerminal } from './xterm.ts';

/** A longer title is cut. */
const LONGEST_TITLE = 1024;

/** Knows by which letter a program chose a character set. */
export type CharsetNames = ReadonlyMap<Charset, string>;

/** To be called while the terminal is new: it is left with the ASCII character set. */
export function learnCharsets(terminal: HeadlessTerminal): CharsetNames {
  const { _charsetService: service, _inputHandler: handler } = inside(terminal);
  const names = new Map<Charset, string>();
  for (const name of '0A4C5RQKYE6ZH7=') {
    handler.selectCharset(`(${name}`);
    names.set(service._charsets[0], name);
  }
  service.reset();
  names.set(undefined, 'B');
  return names;
}

/**
 * What puts an empty terminal of the same size into the state of this one: both screens, the cursor and the
 * saved cursors, scroll regions, tab stops, modes, character sets, cursor style and title. Scrollback is
 * left out where the result would be longer than about `target` characters.
 */
export function restoreTerminal(
  terminal: HeadlessTerminal,
  title: string,
  charsets: CharsetNames,
  target: number,
): string {
  const { cols, rows, modes } = terminal;
  const { normal, alternate, active } = terminal.buffer;
  const inner = inside(terminal);
  const draw = (buffer: typeof active, screen: Screen): string =>
    drawLines(buffer as unknown as Lines, cols, rows, target) + restoreScreen(screen, terminal, charsets);
  const onAlternate = active.type === 'alternate';

  let data = draw(normal, inner.buffers.normal);
  // 1049 would save the cursor over the one just saved.
  if (onAlternate) data += `\x1b[?1047h\x1b[H${draw(alternate, inner.buffers.alt)}`;
  // Origin mode moves the cursor, insert mode would move what is printed to place it.
  if (modes.originMode) data += '\x1b[?6h';
  data += placeCursor(terminal, onAlternate ? inner.buffers.alt : inner.buffers.normal);
  const style = inner._inputHandler._curAttrData;
  if (!isPlain(style)) data += setStyle(style);
  data += restoreCharsets(inner, charsets);
  data += restoreModes(terminal, inner);
  if (title !== '') data += `\x1b]2;${title.slice(0, LONGEST_TITLE).replaceAll(/\p{Cc}/gu, '')}\x07`;
  return data;
}

/** The saved cursor, scroll region and tab stops of one screen, from and to the plain style. */
function restoreScreen(screen: Screen, terminal: HeadlessTerminal, charsets: CharsetNames): string {
  const { cols, rows } = terminal;
  let data = '';
  const tabs = Array.from({ length: cols }, (_, x) => x).filter((x) => screen.tabs[x] === true);
  if (tabs.some((x) => x % 8 !== 0) || tabs.length !== Math.ceil(cols / 8)) {
    data += `\x1b[3g${tabs.map((x) => `\x1b[${x + 1}G\x1bH`).join('')}`;
  }
  const savedX = Math.min(screen.savedX, cols - 1);
  const savedY = Math.min(Math.max(screen.savedY - screen.ybase, 0), rows - 1);
  const { savedCurAttrData: style, savedCharset } = screen;
  if (savedX > 0 || savedY > 0 || !isPlain(style) || savedCharset !== undefined) {
    const charset = charsets.get(savedCharset) ?? 'B';
    data += `\x1b[${savedY + 1};${savedX + 1}H${setStyle(style)}\x1b(${charset}\x1b7\x1b(B${PLAIN}`;
  }
  const { scrollTop, scrollBottom } = screen;
  if (scrollTop > 0 || scrollBottom < rows - 1) data += `\x1b[${scrollTop + 1};${scrollBottom + 1}r`;
  return data;
}

/** Puts the cursor where it is, also past the last column, where the next character wraps. */
function placeCursor(terminal: HeadlessTerminal, screen: Screen): string {
  const { active } = terminal.buffer;
  // With origin mode on it cannot be brought above the region, where it seldom is.
  const y = Math.max(1, active.cursorY - (terminal.modes.originMode ? screen.scrollTop : 0) + 1);
  if (active.cursorX < terminal.cols) return `\x1b[${y};${active.cursorX + 1}H`;
  // Only printing brings it there.
  const line = (active as unknown as Lines).getLine(active.baseY + active.cursorY);
  const last = line?.getCell(terminal.cols - 1);
  const wide = last?.getWidth() === 0;
  const cell = wide ? line?.getCell(terminal.cols - 2) : last;
  if (cell === undefined) return '';
  const x = terminal.cols - (wide ? 1 : 0);
  return `\x1b[${y};${x}H${setStyle(cell)}${cell.getChars() || ' '}${PLAIN}`;
}

function restoreCharsets(inner: Inside, names: CharsetNames): string {
  const { _charsets, glevel, charset } = inner._charsetService;
  let data = '';
  for (const [level, intermediate] of ['(', ')', '*', '+'].entries()) {
    // The saved cursor can bring back another one than its level has; it is the one that counts.
    const name = names.get(level === glevel ? charset : _charsets[level]) ?? 'B';
    if (name !== 'B') data += `\x1b${intermediate}${name}`;
  }
  return data + (['', '\x0e', '\x1bn', '\x1bo'][glevel] ?? '');
}

function restoreModes(terminal: HeadlessTerminal, inner: Inside): string {
  const { modes } = terminal;
  const { isCursorHidden, decPrivateModes } = inner.coreService;
  const { cursorStyle, cursorBlink } = decPrivateModes;
  let data = '';
  if (modes.applicationCursorKeysMode) data += '\x1b[?1h';
  if (modes.applicationKeypadMode) data += '\x1b[?66h';
  if (modes.bracketedPasteMode) data += '\x1b[?2004h';
  if (modes.insertMode) data += '\x1b[4h';
  if (modes.reverseWraparoundMode) data += '\x1b[?45h';
  if (modes.sendFocusMode) data += '\x1b[?1004h';
  if (!modes.wraparoundMode) data += '\x1b[?7l';
  data += MOUSE_TRACKING[modes.mouseTrackingMode];
  data += MOUSE_ENCODING[inner.coreMouseService.activeEncoding] ?? '';
  const shape = CURSOR_SHAPES.indexOf(cursorStyle ?? '');
  if (shape !== -1) data += `\x1b[${shape * 2 + (cursorBlink === true ? 1 : 2)} q`;
  if (isCursorHidden) data += '\x1b[?25l';
  return data;
}

const MOUSE_TRACKING = {
  none: '',
  x10: '\x1b[?9h',
  vt200: '\x1b[?1000h',
  drag: '\x1b[?1002h',
  any: '\x1b[?1003h',
} as const;

const MOUSE_ENCODING: Readonly<Record<string, string>> = { SGR: '\x1b[?1006h', SGR_PIXELS: '\x1b[?1016h' };
const CURSOR_SHAPES: readonly string[] = ['block', 'underline', 'bar'];
