/** Passes bytes on without cutting a character in two. */
export interface CharacterAligner {
  /** The chunk, preceded by what was held back before it and without a character begun at its end. */
  take(chunk: Uint8Array): Uint8Array;
  /** What is held back, when nothing more will come: at most three bytes. */
  rest(): Uint8Array;
}

/**
 * The terminal's own decoder loses characters that a chunk ends within when their second byte is 0x80, as in
 * the ellipsis and most dashes and quotes; so neither the mirror nor a viewer is ever given half a character.
 */
export function alignCharacters(): CharacterAligner {
  let held: Uint8Array = new Uint8Array(0);
  return {
    take(chunk) {
      const whole = held.length === 0 ? chunk : joined(held, chunk);
      const end = whole.length - unfinished(whole);
      held = whole.slice(end);
      return whole.subarray(0, end);
    },
    rest() {
      const rest = held;
      held = new Uint8Array(0);
      return rest;
    },
  };
}

/** How many bytes a character has that begins with this one; 1 for a byte that begins none. */
export function characterLength(lead: number): number {
  if (lead < 0xc0 || lead >= 0xf8) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

export function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** The same bytes in pieces of at most `size` (4 or more), none of which ends within a character. */
export function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.subarray(at, at + size);
    const whole = at + size < bytes.length ? piece.subarray(0, size - unfinished(piece)) : piece;
    yield whole;
    at += whole.length;
  }
}

/** How many bytes at the end begin a character that does not end there. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (!isContinuation(byte)) return characterLength(byte) > back ? back : 0;
  }
  return 0;
}
