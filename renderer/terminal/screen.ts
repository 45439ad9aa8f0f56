import { FitAddon } from '@xterm/addon-fit';
import { Terminal, type ITheme } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import type { EventPayload } from '../../shared/api/contract.ts';
import { onThemeChange, readColours } from '../theme/colours.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** A terminal in the page: draws frames, tells what is typed and how large it is. */
export interface Screen {
  /** Draws a frame; `drawn` is called with its bytes once they are, so that more may come. */
  draw(frame: EventPayload<'terminal.frame'>['frame'], drawn: (bytes: number) => void): void;
  /** The size that fits the element now, if it is laid out. */
  fit(): Size | undefined;
  focus(): void;
  dispose(): void;
}

export interface ScreenEvents {
  readonly onInput: (data: string) => void;
  readonly onSize: (size: Size) => void;
  /** Keys that are the window's even while the terminal has the focus. */
  readonly isWindowKey: (event: KeyboardEvent) => boolean;
}

const THEME_TOKENS = {
  background: '--term-bg',
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

/** Puts a terminal into an element. */
export function createScreen(element: HTMLElement, events: ScreenEvents): Screen {
  const fontFamily = getComputedStyle(element).getPropertyValue('--font-mono').replaceAll(/\s+/g, ' ').trim();
  const terminal = new Terminal({
    theme: readColours(THEME_TOKENS),
    fontFamily,
    fontSize: 12.5,
    lineHeight: 1.2,
    scrollback: 5000,
    minimumContrastRatio: 4.5,
    cursorInactiveStyle: 'outline',
  });
  const fitAddon = new FitAddon();
  terminal.loadAddon(fitAddon);
  terminal.open(element);
  terminal.attachCustomKeyEventHandler((event) => !events.isWindowKey(event));
  terminal.onData(events.onInput);
  terminal.onResize(events.onSize);
  const offTheme = onThemeChange(() => (terminal.options.theme = readColours(THEME_TOKENS)));
  const observer = new ResizeObserver(() =>
    requestAnimationFrame(() => element.isConnected && fitAddon.fit()),
  );
  observer.observe(element);

  return {
    draw(frame, drawn) {
      if (frame.kind === 'exit') return;
      if (frame.kind === 'screen') {
        const bytes = new TextEncoder().encode(frame.data).length;
        terminal.reset();
        terminal.write(frame.data, () => drawn(bytes));
        return;
      }
      const bytes = decodeBase64(frame.data);
      terminal.write(bytes, () => drawn(bytes.length));
    },
    fit() {
      fitAddon.fit();
      const { cols, rows } = terminal;
      return element.clientWidth > 0 ? { cols, rows } : undefined;
    },
    focus: () => terminal.focus(),
    dispose() {
      observer.disconnect();
      offTheme();
      terminal.dispose();
    },
  };
}

function decodeBase64(data: string): Uint8Array {
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
