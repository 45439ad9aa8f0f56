import { FitAddon } from '@xterm/addon-fit';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { Terminal, type ITheme } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { onThemeChange, readColours } from '../theme/colours.ts';
import { createFinder, type Finder } from './finder.ts';
import { drawFast, type FastDrawing } from './fast-drawing.ts';
import { harden } from './harden.ts';
import { followPrompts, type PromptMarks } from './marks.ts';
import { parseClipboardWrite, safePaste } from './osc.ts';
import { readPosition, restorePosition, type Position } from './position.ts';
import { addTextLinks, type LinkEvents } from './text-links.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** What is told beside a terminal, and changes with what it prints. */
export interface ScreenStatus {
  readonly size: Size;
  /** Lines that can be scrolled to, the screen included. */
  readonly lines: number;
  /** Has something been printed below what is seen? */
  readonly isNewBelow: boolean;
}

/** A terminal in the page: draws what it is given, tells what is typed and how large it is. */
export interface Screen {
  /** Replaces everything by a screen of this size; who reads further up goes on reading there. */
  repaint(size: Size, data: string, drawn: () => void): void;
  /** Goes on from there. */
  write(data: Uint8Array, drawn: () => void): void;
  /** Takes a size after exactly what has been written so far. */
  resize(size: Size): void;
  /** Takes the size that fits the element, and tells it; `undefined` while it is not laid out. */
  fit(): Size | undefined;
  focus(): void;
  scrollToEnd(): void;
  /** Draws every character anew. */
  refresh(): void;
  /** Everything it keeps, as text. */
  text(): string;
  position(): Position | undefined;
  /** Has what is shown kept as text for screen readers as well; a picture is nothing to them. */
  describe(isOn: boolean): void;
  readonly finder: Finder;
  readonly marks: PromptMarks;
  status(): ScreenStatus;
  onStatus(listener: () => void): () => void;
  dispose(): void;
}

export interface ScreenEvents extends LinkEvents {
  readonly onInput: (data: string) => void;
  /** Another size fits the element now, and has been taken. */
  readonly onFit: (size: Size) => void;
  readonly onBell: () => void;
  /** A program wants this on the clipboard. */
  readonly onClipboard: (text: string) => void;
  /** Somebody copies what is selected. */
  readonly onCopy: (text: string) => void;
  /** Keys that are the window's even while the terminal has the focus. */
  readonly isWindowChord: (event: KeyboardEvent) => boolean;
}

const THEME_TOKENS = {
  background: '--term-bg',
  overviewRulerBorder: '--term-bg',
  scrollbarSliderBackground: '--line-strong',
  scrollbarSliderHoverBackground: '--line-control',
  scrollbarSliderActiveBackground: '--line-control',
  foreground: '--term-fg',
  cursor: '--term-cursor',
  cursorAccent: '--term-bg',
  selectionBackground: '--term-selection',
  black: '--term-black',
  red: '--term-red',
  green: '--term-green',
  yellow: '--term-yellow',
  blue: '--term-blue',
  magenta: '--term-magenta',
  cyan: '--term-cyan',
  white: '--term-white',
  brightBlack: '--term-bright-black',
  brightRed: '--term-bright-red',
  brightGreen: '--term-bright-green',
  brightYellow: '--term-bright-yellow',
  brightBlue: '--term-bright-blue',
  brightMagenta: '--term-bright-magenta',
  brightCyan: '--term-bright-cyan',
  brightWhite: '--term-bright-white',
} as const satisfies ITheme;

const SCROLLBACK = 50_000;
const MANY_LINES = 5000;
const RESTING_MS = 120;
/** The figures beside a terminal follow it this often. */
const STATUS_MS = 200;
/** What the contract takes. */
const MAX_SIZE: Size = { cols: 500, rows: 300 };
/** Abandons a sequence that is only half there, then resets the terminal: in line with what was written before. */
const START_ANEW = '\x18\x1bc';

/** Puts a terminal into an element. `start` is where somebody read in it when it was last there. */
export function createScreen(element: HTMLElement, events: ScreenEvents, start?: Position): Screen {
  const terminal = new Terminal(optionsFor(element));
  const fitAddon = new FitAddon();
  terminal.loadAddon(fitAddon);
  terminal.loadAddon(new UnicodeGraphemesAddon());
  harden(terminal);
  terminal.open(element);
  const finder = createFinder(terminal);
  const marks = followPrompts(terminal);
  const status = followStatus(terminal);
  addTextLinks(terminal, events);
  const offPaste = cleanPaste(terminal, element);
  listen(terminal, events);

  const offTheme = onThemeChange(() => (terminal.options.theme = readColours(THEME_TOKENS)));
  let last: Size | undefined;
  const fit = (): Size | undefined => {
    const size = element.clientWidth > 0 ? fittingSize(fitAddon) : undefined;
    if (size === undefined) return undefined;
    terminal.resize(size.cols, size.rows);
    const isOther = size.cols !== last?.cols || size.rows !== last.rows;
    last = size;
    if (isOther) events.onFit(size);
    return size;
  };
  const fast = drawFastSoon(terminal, fit);
  const offLayout = onLayout(
    element,
    () => {
      // To fold many lines anew takes longer than a frame: that waits until the drawing of a border rests.
      return terminal.buffer.normal.length > MANY_LINES ? RESTING_MS : 0;
    },
    fit,
  );

  let wanted = start;
  return {
    repaint(size, data, drawn) {
      let position: Position | undefined;
      terminal.write('', () => {
        position = wanted ?? readPosition(terminal);
        marks.clear();
        terminal.resize(size.cols, size.rows);
      });
      terminal.write(START_ANEW + data, () => {
        wanted = undefined;
        restorePosition(terminal, position);
        status.settle();
        drawn();
      });
    },
    write: (data, drawn) => terminal.write(data, drawn),
    resize: ({ cols, rows }) => terminal.write('', () => terminal.resize(cols, rows)),
    fit,
    focus: () => terminal.focus(),
    scrollToEnd: () => terminal.scrollToBottom(),
    refresh() {
      fast.current?.refresh();
      terminal.refresh(0, terminal.rows - 1);
    },
    text: () => allText(terminal),
    position: () => wanted ?? readPosition(terminal),
    describe(isOn) {
      terminal.options.screenReaderMode = isOn;
    },
    finder,
    marks,
    status: status.read,
    onStatus: status.subscribe,
    dispose() {
      offLayout();
      offTheme();
      offPaste();
      status.dispose();
      fast.dispose();
      terminal.dispose();
    },
  };
}

function optionsFor(element: HTMLElement): ConstructorParameters<typeof Terminal>[0] {
  return {
    theme: readColours(THEME_TOKENS),
    fontFamily: getComputedStyle(element).getPropertyValue('--font-mono').replaceAll(/\s+/g, ' ').trim(),
    fontSize: 12.5,
    lineHeight: 1.2,
    scrollback: SCROLLBACK,
    // The width of its scrollbar, in pixels.
    overviewRuler: { width: 8 },
    minimumContrastRatio: 4.5,
    cursorInactiveStyle: 'outline',
    logLevel: 'off',
    // Decorations and widths of characters.
    allowProposedApi: true,
  };
}

function listen(terminal: Terminal, events: ScreenEvents): void {
  terminal.onData(events.onInput);
  terminal.onBell(events.onBell);
  terminal.parser.registerOscHandler(52, (data) => {
    const text = parseClipboardWrite(data);
    if (text !== undefined) events.onClipboard(text);
    return true;
  });
  terminal.attachCustomKeyEventHandler((event) => {
    if (isCopy(event)) {
      // Left alone, some browsers would open their tools for developers.
      event.preventDefault();
      if (event.type === 'keydown' && terminal.hasSelection()) events.onCopy(terminal.getSelection());
      return false;
    }
    return !events.isWindowChord(event);
  });
}

/** Where Ctrl-C interrupts, copying takes Shift as well. */
function isCopy({ key, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'c' && ctrlKey && shiftKey && !altKey && !metaKey;
}

function fittingSize(addon: FitAddon): Size | undefined {
  const proposed = addon.proposeDimensions();
  if (proposed === undefined || Number.isNaN(proposed.cols) || Number.isNaN(proposed.rows)) return undefined;
  return { cols: Math.min(proposed.cols, MAX_SIZE.cols), rows: Math.min(proposed.rows, MAX_SIZE.rows) };
}

/** Calls back after the element got another size, in the next frame or once it has rested for so many milliseconds. */
function onLayout(element: HTMLElement, restMs: () => number, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    if (element.isConnected) changed();
  };
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    const rest = restMs();
    if (rest === 0) requestAnimationFrame(run);
    else timer = setTimeout(run, rest);
  });
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** What is pasted loses what could act by itself before the terminal gets it. */
function cleanPaste(terminal: Terminal, element: HTMLElement): () => void {
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain');
    if (text === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    terminal.paste(safePaste(text));
  };
  element.addEventListener('paste', onPaste, true);
  return () => element.removeEventListener('paste', onPaste, true);
}

/** The first picture does not wait for the graphics card. Its characters are of another width: `changed` fits them. */
function drawFastSoon(
  terminal: Terminal,
  changed: () => void,
): { readonly current: FastDrawing | undefined; dispose(): void } {
  let current: FastDrawing | undefined;
  const frame = requestAnimationFrame(() => {
    current = drawFast(terminal, changed);
    if (current !== undefined) changed();
  });
  return {
    get current() {
      return current;
    },
    dispose() {
      cancelAnimationFrame(frame);
      current?.dispose();
    },
  };
}

/** Everything a terminal keeps: wrapped lines joined, the blanks at line ends and at the end left away. */
function allText(terminal: Terminal): string {
  const { active } = terminal.buffer;
  let text = '';
  for (let y = 0; y < active.length; y += 1) {
    const isWrapped = active.getLine(y + 1)?.isWrapped === true;
    text += active.getLine(y)?.translateToString(!isWrapped) ?? '';
    if (!isWrapped) text += '\n';
  }
  return `${text.trimEnd()}\n`;
}

interface FollowedStatus {
  read(): ScreenStatus;
  subscribe(listener: () => void): () => void;
  /** What was drawn just now is nothing new. */
  settle(): void;
  dispose(): void;
}

function followStatus(terminal: Terminal): FollowedStatus {
  const listeners = new Set<() => void>();
  let isNewBelow = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = measure();

  function measure(): ScreenStatus {
    const { normal } = terminal.buffer;
    const size = { cols: terminal.cols, rows: terminal.rows };
    return { size, lines: normal.baseY + normal.cursorY + 1, isNewBelow };
  }
  function update(): void {
    timer = undefined;
    const next = measure();
    const isSame =
      next.lines === current.lines &&
      next.isNewBelow === current.isNewBelow &&
      next.size.cols === current.size.cols &&
      next.size.rows === current.size.rows;
    if (isSame) return;
    current = next;
    for (const listener of listeners) listener();
  }
  const soon = (): void => void (timer ??= setTimeout(update, STATUS_MS));
  const isAtEnd = (): boolean => terminal.buffer.active.viewportY >= terminal.buffer.active.baseY;

  terminal.onWriteParsed(() => {
    isNewBelow ||= !isAtEnd();
    soon();
  });
  // Scrolling by wheel and by key has no event of its own; all of it is drawn.
  terminal.onRender(() => {
    if (!isNewBelow || !isAtEnd()) return;
    isNewBelow = false;
    soon();
  });
  terminal.onResize(soon);
  return {
    read: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle() {
      // The event that tells of it comes after this.
      queueMicrotask(() => (isNewBelow = false));
    },
    dispose: () => clearTimeout(timer),
  };
}
