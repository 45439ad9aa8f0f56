import { visibleText } from '../../../../shared/base/visible.ts';

/** As much of a message is shown at first; the rest on demand, and never as markup. */
export const SHOWN_CHARS = 16_000;
/** A long text is laid out in pieces of this many characters, each only when it is scrolled to. */
const PIECE_CHARS = 16_000;

/** The beginning of a text with everything in it made visible, cut before it is looked at any closer. */
export function shownText(text: string): { readonly text: string; readonly isCut: boolean } {
  const isCut = text.length > SHOWN_CHARS;
  return { text: visibleText(isCut ? cutAt(text, SHOWN_CHARS) : text), isCut };
}

/** All of a text with everything in it made visible, in pieces. */
export function textPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== '';) {
    const piece = cutAt(rest, PIECE_CHARS);
    pieces.push(visibleText(piece, PIECE_CHARS + 1));
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** Never between the halves of one character. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = text.length > length && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}

const MARKUP = /[*_`[\]<>#&\\~]|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]|^[ \t]*[-=]+$/m;
const MAX_MARKUP_CHARS = 8000;
const MAX_LINES = 400;
/** The parser's work grows with the square of these signs. */
const MAX_SIGNS = 400;
const SIGNS = /[*_`[\]<>!#&\\~]|^[ \t]*(?:[-+]|\d{1,9}[.)])/gm;
/** Blocks in blocks in blocks: more than anybody writes. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){8}/m;
/** Code between fences at the start of a line costs the parser nothing. */
const FENCED = /^(`{3,}|~{3,})[^`\n]*\n(?:[^]*?\n)?? {0,3}\1[`~]*[ \t]*$/gm;

/**
 * Is this text read as markdown? Not when there is none in it, and not when it is more than a person writes: a parser
 * can be made to work for seconds by a few thousand stars, and a message is somebody else's text.
 */
export function isMarkdown(text: string): boolean {
  if (!MARKUP.test(text) || text.length > MAX_MARKUP_CHARS) return false;
  if (text.split('\n', MAX_LINES + 1).length > MAX_LINES) return false;
  const outside = text.replaceAll(FENCED, '');
  return !TOO_DEEP.test(outside) && (outside.match(SIGNS)?.length ?? 0) <= MAX_SIGNS;
}

/** A stretch of text: words, or somebody called out. */
export interface Stretch {
  readonly text: string;
  readonly isMention: boolean;
}

// As names are found when a message is sent (shared/cotal/resolve.ts): the sign and what stands before it decide.
const MENTION = /(^|[\s([{"'])@([A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?)/g;

/** Splits a text at those whom it calls out and reaches; `names` in lower case. */
export function splitMentions(text: string, names: ReadonlySet<string>): readonly Stretch[] {
  if (names.size === 0 || !text.includes('@')) return [{ text, isMention: false }];
  const stretches: Stretch[] = [];
  let from = 0;
  for (const found of text.matchAll(MENTION)) {
    const [whole, before = '', name = ''] = found;
    if (!names.has(name.toLowerCase())) continue;
    const at = found.index + before.length;
    if (at > from) stretches.push({ text: text.slice(from, at), isMention: false });
    from = found.index + whole.length;
    stretches.push({ text: text.slice(at, from), isMention: true });
  }
  if (from < text.length) stretches.push({ text: text.slice(from), isMention: false });
  return stretches;
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);
const MAX_URL_CHARS = 8192;

/**
 * The address that a link of a message leads to, or nothing when it is not one to be opened: web and mail only, and no
 * name before the host, which serves to show another host than the one that is opened.
 */
export function safeAddress(href: string | undefined): string | undefined {
  if (href === undefined || href.length > MAX_URL_CHARS || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}
