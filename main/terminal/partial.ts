const ESC = 0x1b;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;

/** A sequence longer than this is not carried over to a new viewer. */
const MAX_KEPT = 64 * 1024;

type State = 'ground' | 'escape' | 'control' | 'string';

/** Follows a terminal's output and remembers the sequence or character that it has only half written. */
export interface PartialTracker {
  feed(chunk: Uint8Array): void;
  /** The bytes of the unfinished escape sequence or UTF-8 character at the end; empty between two. */
  rest(): Uint8Array;
}

/**
 * A parsed screen lacks what the parser has read but not completed; whoever continues from that screen
 * needs those bytes first, or the second half of a sequence would show as text.
 */
export function trackPartial(): PartialTracker {
  let state: State = 'ground';
  /** Inside a string: the last byte was ESC, which may be the first half of its end. */
  let stringEscape = false;
  /** Bytes of the open sequence that came with earlier chunks. */
  let kept: Uint8Array = new Uint8Array(0);
  /** An open sequence too long to keep. */
  let overflow = false;

  const next = (byte: number): void => {
    if (byte === CAN || byte === SUB) {
      state = 'ground';
    } else if (state === 'string') {
      if (byte === BEL || (stringEscape && byte === 0x5c)) state = 'ground';
      else if (stringEscape) state = afterEscape(byte);
      stringEscape = byte === ESC;
    } else if (byte === ESC) {
      state = 'escape';
    } else if (state === 'escape') {
      state = afterEscape(byte);
      stringEscape = false;
    } else if (state === 'control' && byte >= 0x40 && byte <= 0x7e) {
      state = 'ground';
    }
  };

  return {
    feed(chunk) {
      /** Where the open sequence began: before this chunk is -1. */
      let start = state === 'ground' && kept.length === 0 ? chunk.length : -1;
      let at = 0;
      if (state === 'ground' && kept.length > 0) {
        // The continuation bytes of a split character, if that is what follows.
        const missing = utf8Length(kept[0] ?? 0) - kept.length;
        while (at < missing && at < chunk.length && isContinuation(chunk[at] ?? 0)) at += 1;
        if (at === missing || at < chunk.length) start = chunk.length;
      }
      while (at < chunk.length) {
        if (state === 'ground') {
          at = chunk.indexOf(ESC, at);
          if (at === -1) break;
          start = at;
        } else if ((chunk[at] ?? 0) === ESC && state !== 'string') {
          start = at;
        }
        next(chunk[at] ?? 0);
        at += 1;
        if (state === 'ground') start = chunk.length;
      }
      if (state === 'ground' && start === chunk.length) start = chunk.length - splitCharacter(chunk);
      if (start >= 0) {
        kept = chunk.slice(start);
        overflow = false;
      } else {
        kept = overflow ? kept : joined(kept, chunk);
      }
      if (kept.length > MAX_KEPT) {
        kept = new Uint8Array(0);
        overflow = true;
      }
    },
    rest: () => kept,
  };
}

function afterEscape(byte: number): State {
  if (byte === 0x5b) return 'control';
  // DCS, SOS, OSC, PM and APC open a string.
  if (byte === 0x50 || byte === 0x58 || byte === 0x5d || byte === 0x5e || byte === 0x5f) return 'string';
  // Intermediate bytes and control characters leave the sequence open.
  return byte < 0x30 || byte === ESC ? 'escape' : 'ground';
}

/** How many bytes at the end of the chunk begin a UTF-8 character that does not end in it. */
function splitCharacter(chunk: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= chunk.length; back += 1) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return utf8Length(byte) > back ? back : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

function utf8Length(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
