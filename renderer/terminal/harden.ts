import type { IUnicodeVersionProvider, Terminal } from '@xterm/xterm';
import { boundCounts, type CountedActs } from '../../shared/base/terminal-counts.ts';
import { parseHyperlink } from './osc.ts';

/** Links that a terminal remembers at a time; each costs a marker that moves with its line. */
const MAX_LINKS = 500;
/** More combining marks and joined characters than this in one cell are shown beside it instead of being kept in it. */
const MOST_JOINED = 15;
const JOINED_SHIFT = 27;

/** What the package's terminal does and its public interface does not offer. */
interface Inside {
  readonly _core: {
    readonly unicodeService: {
      readonly _providers: Readonly<Record<string, CharProperties & IUnicodeVersionProvider>>;
    };
    readonly _oscLinkService: { readonly _dataByLinkId: ReadonlyMap<number, unknown> };
    readonly _inputHandler: CountedActs & {
      parse(data: string | Uint8Array, previous?: boolean): void | Promise<boolean>;
      readonly _parser: { reset(): void };
      setHyperlink(data: string): boolean;
      eraseInDisplay(params: { readonly params: readonly [2] }): boolean;
    };
  };
}

interface CharProperties {
  /** Bit 0 says that the character joins the one before, bits 1 and 2 are the width, up to bit 26 the kind. */
  charProperties(code: number, before: number): number;
}

/** Keeps a program's output from breaking the page's terminal or filling its memory. To be called while it is new. */
export function harden(terminal: Terminal): void {
  // The interface's type hides them; the version of the package is pinned and the tests look at the effects.
  const inside = (terminal as unknown as Inside)._core;
  limitJoined(terminal, inside.unicodeService._providers['15-graphemes']);
  survive(inside._inputHandler);
  erasesWhole(terminal, inside._inputHandler);
  boundCounts(terminal, inside._inputHandler);
  boundLinks(terminal, inside);
}

type InputHandler = Inside['_core']['_inputHandler'];

/** An error in the midst of parsing would leave the terminal dead: nothing after it would ever be shown. */
function survive(handler: InputHandler): void {
  const parse = handler.parse.bind(handler);
  handler.parse = (data, previous) => {
    try {
      return parse(data, previous);
    } catch {
      // The rest of the piece is lost; the next redraw repairs it.
      handler._parser.reset();
      return undefined;
    }
  };
}

/** Erasing from the top to the cursor in the last column of the last line looks for a line below it, and throws. */
function erasesWhole(terminal: Terminal, handler: InputHandler): void {
  terminal.parser.registerCsiHandler({ final: 'J' }, (params) => {
    const { cursorX, cursorY } = terminal.buffer.active;
    if (params[0] !== 1 || cursorX < terminal.cols - 1 || cursorY < terminal.rows - 1) return false;
    return handler.eraseInDisplay({ params: [2] });
  });
}

/** OSC 8: only links that may be opened are kept, by the address that is opened, and not too many of them. */
function boundLinks(terminal: Terminal, inside: Inside['_core']): void {
  terminal.parser.registerOscHandler(8, (data) => {
    const link = parseHyperlink(data);
    const isFull = inside._oscLinkService._dataByLinkId.size >= MAX_LINKS;
    if (link.kind === 'close' || isFull) return inside._inputHandler.setHyperlink(';');
    const params = link.id === undefined ? '' : `id=${link.id}`;
    return inside._inputHandler.setHyperlink(`${params};${link.url}`);
  });
}

/** Without this a cell grows for as long as a program writes marks for it. */
function limitJoined(
  terminal: Terminal,
  graphemes: Inside['_core']['unicodeService']['_providers'][string] | undefined,
): void {
  if (graphemes === undefined) return;
  const limited: CharProperties & IUnicodeVersionProvider = {
    version: 'limited-graphemes',
    wcwidth: (code) => graphemes.wcwidth(code),
    charProperties(code, before) {
      const kind = before & ((1 << JOINED_SHIFT) - 1);
      const properties = graphemes.charProperties(code, kind);
      if ((properties & 1) === 0) return properties;
      const joined = (before >> JOINED_SHIFT) + 1;
      return joined > MOST_JOINED ? graphemes.charProperties(code, 0) : properties | (joined << JOINED_SHIFT);
    },
  };
  terminal.unicode.register(limited);
  terminal.unicode.activeVersion = limited.version;
}
