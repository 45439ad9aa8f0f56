/** What in a terminal's text can be followed. All of it is printed by programs: nothing here is trusted. */

/** A longer address is no link. */
export const MAX_URL = 2048;
/** A longer line is not looked through. */
export const MAX_LINE = 4096;
const MAX_PATH = 512;

/** Schemes that a link may have; the shell opens no other either. */
const SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:'];

/**
 * The address as it would really be opened: the host in ASCII, so that look-alike letters show. `undefined` when it
 * is not to be opened: another scheme, a name and password in it, too long, or no address at all.
 */
export function checkUrl(text: string): string | undefined {
  if (text.length > MAX_URL) return undefined;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  if (!SCHEMES.includes(url.protocol)) return undefined;
  // `https://bank.example@evil.example` looks like the one and opens the other.
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href.length > MAX_URL ? undefined : url.href;
}

/** A place in a file, as compilers and tests print it. */
export interface FilePlace {
  /** Where it stands in the text: from, and up to but not including. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly line: number;
  readonly column: number | undefined;
}

/** `:88:14`, `:88`, or `(88,14)`, each of bounded length. */
const PLACE = /:(\d{1,7})(?::(\d{1,5}))?(?![\d\w])|\((\d{1,7}),(\d{1,5})\)/g;
const PATH_CHAR = /[\p{L}\p{N}_@%+=~.,/\\\-[\]]/u;
const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,9}$/;
const DOMAIN = /\.(?:com|org|net|io|dev|app|local|internal|example|localhost)$/i;

/** The places in files that a line names. Takes time in proportion to the line, whatever is in it. */
export function findFilePlaces(text: string): readonly FilePlace[] {
  if (text.length > MAX_LINE) return [];
  const found: FilePlace[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    const start = startOfPath(text, match.index, from);
    const path = text.slice(start, match.index);
    from = match.index + match[0].length;
    if (!isPath(path)) continue;
    const column = match[2] ?? match[4];
    found.push({
      start,
      end: from,
      path,
      line: Number(match[1] ?? match[3]),
      column: column === undefined ? undefined : Number(column),
    });
  }
  return found;
}

/** Goes left from the place over what a path may consist of, not into what was looked at before. */
function startOfPath(text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - MAX_PATH);
  let start = end;
  while (start > lowest && PATH_CHAR.test(text.charAt(start - 1))) start -= 1;
  const before = text.slice(Math.max(floor, start - 2), start);
  // The letter of a Windows drive; elsewhere a colon ends a path.
  const isDrive = /^[A-Za-z]:$/.test(before) && /[\\/]/.test(text.charAt(start));
  if (isDrive) return start - 2;
  while (start < end && /[,[\]=]/.test(text.charAt(start))) start += 1;
  return start;
}

function isPath(path: string): boolean {
  // `//host:80` is what is left of an address.
  if (path === '' || path.startsWith('//') || path.includes('://')) return false;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (name === path) return EXTENSION.test(name) && !DOMAIN.test(name);
  return /[\p{L}\p{N}]/u.test(name) && !/^[.]*$/.test(name);
}

/** What is put on the clipboard for a place. */
export function placeText({ path, line }: FilePlace): string {
  return `${path}:${line}`;
}
