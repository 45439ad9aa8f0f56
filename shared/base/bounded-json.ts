import { err, ok, type Result } from './result.ts';

/** Why bytes are not the JSON value that was asked for. */
export type JsonProblem = 'too-large' | 'too-deep' | 'bad-utf8' | 'bad-json';

export interface JsonBounds {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** Bounds of one message on the wire: what the broker's default `max_payload` lets through. */
export const MESSAGE_BOUNDS: JsonBounds = { maxBytes: 1024 * 1024, maxDepth: 64 };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses UTF-8 JSON within bounds. Depth is measured before parsing, so that no consumer of the value
 * ever recurses into something deeper than `maxDepth`.
 */
export function parseJsonBytes(bytes: Uint8Array, bounds: JsonBounds): Result<unknown, JsonProblem> {
  if (bytes.byteLength > bounds.maxBytes) return err('too-large');
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return err('bad-utf8');
  }
  return parseJsonText(text, bounds);
}

/** As `parseJsonBytes`, for text that is already decoded; `maxBytes` then counts UTF-16 units. */
export function parseJsonText(text: string, bounds: JsonBounds): Result<unknown, JsonProblem> {
  if (text.length > bounds.maxBytes) return err('too-large');
  if (exceedsDepth(text, bounds.maxDepth)) return err('too-deep');
  try {
    return ok(JSON.parse(text));
  } catch {
    return err('bad-json');
  }
}

function exceedsDepth(text: string, maxDepth: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) i++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (unit === 0x5d || unit === 0x7d) depth--;
  }
  return false;
}
