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

// Cc (C0, DEL, C1), bidi controls, zero-width and all other characters that are drawn as nothing (two names that differ
// in one look the same), line and paragraph separators, annotation marks. The sixteen variation selectors stay: they
// choose between a drawn and a coloured sign, and common text is full of them.
const UNSAFE =
  /(?![\uFE00-\uFE0F])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028-\u202E\u2066-\u2069\uFFF9-\uFFFB]/gu;
const UNSAFE_BUT_LAYOUT =
  /(?![\n\t])(?![\uFE00-\uFE0F])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028-\u202E\u2066-\u2069\uFFF9-\uFFFB]/gu;

function mark(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
