/** Longer addresses are nothing that a person opens. */
const MAX_URL_CHARS = 8192;

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * May this be handed to the system to open? Web and mail addresses only: any other scheme may start a program.
 * The parsed form is what counts, never what the text begins with.
 */
export function isSafeExternal(text: string): boolean {
  return parseExternal(text) !== undefined;
}

/** The address as the system is given it, or nothing when it is not to be opened. */
export function parseExternal(text: string): string | undefined {
  if (text.length > MAX_URL_CHARS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!SCHEMES.has(url.protocol)) return undefined;
  // A name and password before the host only serve to show another host than the one that is opened.
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href;
}
