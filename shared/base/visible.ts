/**
 * Makes text from outside safe to print on one line: control characters (terminal escapes among them), bidi
 * overrides and zero-width characters become visible `\u{…}` marks instead of acting.
 */
export function visibleLine(text: string, maxChars = 4000): string {
  const cut = text.length > maxChars ? `${text.slice(0, maxChars)}… (${text.length} characters)` : text;
  return cut.replaceAll(/\r?\n/g, ' ⏎ ').replaceAll(UNSAFE, mark);
}

/** As `visibleLine`, but keeps line breaks and tabs. */
export function visibleText(text: string, maxChars = 100_000): string {
  const cut = text.length > maxChars ? `${text.slice(0, maxChars)}… (${text.length} characters)` : text;
  return cut.replaceAll('\r\n', '\n').replaceAll(UNSAFE_BUT_LAYOUT, mark);
}

// Cc (C0, DEL, C1), bidi controls, zero-width and invisible formatting characters, line and paragraph separators.
const UNSAFE = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;
const UNSAFE_BUT_LAYOUT = /(?![\n\t])[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

function mark(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
