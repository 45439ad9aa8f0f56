import type { HeadlessTerminal } from './xterm.ts';

/** Colours and attributes as the terminal keeps them; the two numbers decide whether two styles are equal. */
export interface Style {
  readonly fg: number;
  readonly bg: number;
  readonly extended: { readonly underlineStyle: number; readonly underlineColor: number };
  isInverse(): number;
  isBold(): number;
  isUnderline(): number;
  isBlink(): number;
  isInvisible(): number;
  isItalic(): number;
  isDim(): number;
  isStrikethrough(): number;
  isOverline(): number;
  hasExtendedAttrs(): number;
}

/** A cell of the screen: the public interface returns these very objects, typed more narrowly. */
export interface Cell extends Style {
  getChars(): string;
  getWidth(): number;
}

/** Which letters stand for which characters; `undefined` is ASCII. */
export type Charset = object | undefined;

export interface Screen {
  readonly savedX: number;
  /** Counted from the oldest line of the scrollback, as `ybase` is. */
  readonly savedY: number;
  readonly savedCurAttrData: Style;
  readonly savedCharset: Charset;
  readonly ybase: number;
  readonly scrollTop: number;
  readonly scrollBottom: number;
  readonly tabs: Readonly<Record<number, boolean | undefined>>;
}

/** What a terminal knows and its public interface does not tell. */
export interface Inside {
  readonly buffers: { readonly normal: Screen; readonly alt: Screen };
  readonly coreService: {
    readonly isCursorHidden: boolean;
    readonly decPrivateModes: { readonly cursorStyle?: string; readonly cursorBlink?: boolean };
  };
  readonly coreMouseService: { readonly activeEncoding: string };
  readonly unicodeService: { readonly _providers: Readonly<Record<string, UnicodeProvider>> };
  readonly _charsetService: {
    readonly charset: Charset;
    readonly glevel: number;
    readonly _charsets: readonly Charset[];
    reset(): void;
  };
  readonly _inputHandler: {
    readonly _curAttrData: Style;
    readonly _parser: { readonly currentState: number; reset(): void };
    selectCharset(designation: string): boolean;
    /** Parses at once, so that the caller decides when and how much. */
    parse(data: Uint8Array): unknown;
  };
}

export interface UnicodeProvider {
  readonly version: string;
  wcwidth(codepoint: number): 0 | 1 | 2;
  charProperties(codepoint: number, preceding: number): number;
}

/** The package's version is pinned, and the tests compare restored screens with all that is read here. */
export function inside(terminal: HeadlessTerminal): Inside {
  return (terminal as unknown as { readonly _core: Inside })._core;
}
