import { characterLength, isContinuation, joined } from './utf8.ts';

const ESC = 0x1b;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
/** Any character beyond the control characters of Latin-1. */
const BEYOND = 0xa0;
/** The first of the two bytes of a control character of Latin-1, and of some others. */
const C1_LEAD = 0xc2;
/** A byte that is part of no character: the terminal skips it. */
const INVALID = -1;

/** A longer escape sequence is withheld from the terminal: it would have to remember all of it. */
const LONGEST = 64 * 1024;

/** Where the terminal's parser is. `escapeMore`, `csi` and `dcsHead` collect what precedes a final character. */
type State = 'ground' | 'escape' | 'escapeMore' | 'csi' | 'dcsHead' | 'dcs' | 'osc' | 'string';
type Head = 'entry' | 'param' | 'more' | 'ignore';

/** Stands between a program's output and a terminal's parser. */
export interface SequenceGuard {
  /** What the parser may have of the chunk: all, unless it is part of a sequence that is too long. */
  take(chunk: Uint8Array): Uint8Array;
  /**
   * What another parser needs to be where this one is after the last chunk: the bytes of the sequence that
   * is open there; empty between two. Without them the second half of a sequence would show as text.
   */
  rest(): Uint8Array;
}

/** Follows the states of xterm's parser. The chunks must not cut characters in two. */
export function guardSequences(): SequenceGuard {
  let state: State = 'ground';
  let head: Head = 'entry';
  /** The open sequence so far, while it is not too long. */
  let open: Uint8Array = new Uint8Array(0);
  let withholding = false;

  const next = (code: number): void => {
    if (code === ESC) state = 'escape';
    else if (code === CAN || code === SUB) state = 'ground';
    else if (code >= 0x80 && code < BEYOND) state = C1_STARTS[code] ?? 'ground';
    else if (state === 'escape') state = afterEscape(code);
    else if (state === 'escapeMore') state = code < 0x30 || code === 0x7f ? 'escapeMore' : 'ground';
    else if (state === 'osc') state = code === BEL ? 'ground' : 'osc';
    else if (state === 'string') state = code === BEYOND ? 'ground' : 'string';
    else if (state === 'csi' || state === 'dcsHead') inHead(code);
  };
  const inHead = (code: number): void => {
    if (code < 0x20 || code === 0x7f) return;
    if (code >= 0x40 && code < 0x7f) state = state === 'csi' ? 'ground' : 'dcs';
    else if (head === 'ignore') return;
    else if (code === BEYOND) state = 'ground';
    else if (code < 0x30) head = 'more';
    else if (head === 'more' || (head === 'param' && code >= 0x3c)) head = 'ignore';
    else head = 'param';
    // An ignored DCS goes on until its end like any other.
    if (state === 'dcsHead' && head === 'ignore') state = 'dcs';
  };

  return {
    take(chunk) {
      /** Where the open sequence starts in this chunk, 0 when it is older. */
      let start = 0;
      let passFrom = 0;
      for (let at = 0; at < chunk.length;) {
        at = skipText(chunk, at, state);
        if (at === chunk.length) break;
        const lead = chunk[at] ?? 0;
        const code = codeAt(chunk, at);
        if (code === INVALID) {
          at += 1;
          continue;
        }
        const size = lead < 0x80 ? 1 : characterLength(lead);
        const starts = code === ESC || (code >= 0x80 && code < BEYOND && C1_STARTS[code] !== undefined);
        next(code);
        if (starts) {
          start = at;
          open = NOTHING;
          head = 'entry';
        }
        if (withholding && (starts || state === 'ground')) {
          withholding = false;
          passFrom = starts ? at : at + size;
        }
        at += size;
      }
      if (withholding) return NOTHING;
      open = state === 'ground' ? NOTHING : joined(open, chunk.subarray(start));
      const passed = chunk.subarray(passFrom);
      if (open.length <= LONGEST) return passed;
      open = NOTHING;
      withholding = true;
      return joined(passed, ABORT);
    },
    rest: () => (withholding ? Buffer.from(STAND_INS[state]) : open),
  };
}

const NOTHING = new Uint8Array(0);
const ABORT = Uint8Array.of(CAN);

/** The control characters that begin a sequence by themselves. */
const C1_STARTS: Readonly<Record<number, State>> = {
  0x90: 'dcsHead',
  0x98: 'string',
  0x9b: 'csi',
  0x9d: 'osc',
  0x9e: 'string',
  0x9f: 'string',
};

const ESCAPE_STARTS: Readonly<Record<number, State>> = {
  0x50: 'dcsHead',
  0x58: 'string',
  0x5b: 'csi',
  0x5d: 'osc',
  0x5e: 'string',
  0x5f: 'string',
};

/** For each state a beginning that leads there and does nothing, whatever may follow. */
const STAND_INS: Readonly<Record<State, string>> = {
  ground: '',
  escape: '\x1b',
  escapeMore: '\x1b  ',
  csi: '\x1b[?<',
  dcsHead: '\x1bP?<',
  dcs: '\x1bP?<',
  osc: '\x1b]99999;',
  string: '\x1b^',
};

/** The next place where something happens: most of what comes by far is text, and changes no state. */
function skipText(bytes: Uint8Array, from: number, state: State): number {
  let at = from;
  if (state === 'ground') {
    while (at < bytes.length && bytes[at] !== ESC && bytes[at] !== C1_LEAD) at += 1;
  } else if (state === 'osc' || state === 'dcs') {
    while (at < bytes.length && (bytes[at] ?? 0) >= 0x20 && bytes[at] !== C1_LEAD) at += 1;
  }
  return at;
}

function afterEscape(code: number): State {
  if (code === BEYOND) return 'ground';
  if (code < 0x20 || code === 0x7f) return 'escape';
  return code < 0x30 ? 'escapeMore' : (ESCAPE_STARTS[code] ?? 'ground');
}

/** The character at this place, all that are none of the parser's business as `BEYOND`. */
function codeAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = characterLength(lead);
  if (length === 1) return lead < 0x80 ? lead : INVALID;
  let code = lead & (0x7f >> length);
  for (let n = 1; n < length; n += 1) {
    const byte = bytes[at + n] ?? 0;
    if (!isContinuation(byte)) return INVALID;
    code = (code << 6) | (byte & 0x3f);
  }
  const tooLong = code < (SMALLEST[length] ?? 0);
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  if (tooLong || surrogate || code === BYTE_ORDER_MARK || code > 0x10ffff) return INVALID;
  return Math.min(code, BEYOND);
}

/** By number of bytes, the first character that takes as many. */
const SMALLEST: readonly number[] = [0, 0, 0x80, 0x800, 0x10000];
const BYTE_ORDER_MARK = 0xfeff;
