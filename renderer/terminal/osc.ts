import { checkUrl } from './links.ts';

/** Operating system commands (OSC) that a terminal here obeys, read from the text between `OSC n ;` and the end. */

/** OSC 133, shell integration: where a prompt, a command and its output begin, and how the command ended. */
export type PromptMark =
  | { readonly kind: 'prompt' }
  | { readonly kind: 'command' }
  | { readonly kind: 'output' }
  | { readonly kind: 'end'; readonly exitCode: number | undefined };

/** Reads what follows `133;`: a letter, then parameters that are not ours to understand. */
export function parsePromptMark(data: string): PromptMark | undefined {
  const [letter, first] = data.slice(0, 64).split(';');
  switch (letter) {
    case 'A':
      return { kind: 'prompt' };
    case 'B':
      return { kind: 'command' };
    case 'C':
      return { kind: 'output' };
    case 'D':
      return { kind: 'end', exitCode: parseExitCode(first) };
    default:
      return undefined;
  }
}

function parseExitCode(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/** More than this is never put on the clipboard by a program. */
export const MAX_CLIPBOARD_BYTES = 100 * 1024;
const MAX_CLIPBOARD_BASE64 = Math.ceil(MAX_CLIPBOARD_BYTES / 3) * 4;

/**
 * Reads what follows `52;`: which clipboard, and the text for it in base64. A question for what is on it (`?`) is
 * answered by nothing at all, and neither is what is too long, empty, or no text.
 */
export function parseClipboardWrite(data: string): string | undefined {
  const separator = data.slice(0, 16).indexOf(';');
  if (separator === -1 || !/^[a-z0-7]*$/.test(data.slice(0, separator))) return undefined;
  const encoded = data.slice(separator + 1);
  if (encoded === '' || encoded.length > MAX_CLIPBOARD_BASE64) return undefined;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) || undefined;
  } catch {
    return undefined;
  }
}

/** OSC 8: a link begins (`open`), or the text after it is none (`close`). */
export type Hyperlink =
  | { readonly kind: 'open'; readonly id: string | undefined; readonly url: string }
  | { readonly kind: 'close' };

const MAX_LINK_ID = 256;

/** Reads what follows `8;`. A link that may not be opened closes the one before: its text is not part of that one. */
export function parseHyperlink(data: string): Hyperlink {
  const separator = data.indexOf(';');
  const url = separator === -1 ? undefined : checkUrl(data.slice(separator + 1));
  if (url === undefined) return { kind: 'close' };
  const named = data
    .slice(0, separator)
    .split(':')
    .find((part) => part.startsWith('id='));
  const id = named?.slice(3);
  return { kind: 'open', id: id === '' || (id?.length ?? 0) > MAX_LINK_ID ? undefined : id, url };
}

/**
 * Text to be pasted, without what would act by itself: an escape could end a bracketed paste and type on. The rest,
 * line breaks and tabs among it, is as it was copied.
 */
export function safePaste(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) =>
    control === '\u001b' || control >= '\u0080' ? '' : control,
  );
}
