/** How well a text answers what was typed, and which of its letters did. */
export interface Match {
  readonly score: number;
  /** Start and end of each run of letters that matched, in order. */
  readonly runs: readonly (readonly [number, number])[];
}

/** All of it side by side is always more than its letters apart. */
const WHOLE = 1000;
const WORD_START = 8;
const TEXT_START = 6;
const NEXT_LETTER = 4;
const LETTER = 1;

/**
 * Matches letters in order, preferring words' beginnings and letters side by side. `undefined` when one is missing;
 * an empty query matches everything alike. Takes time in proportion to the text.
 */
export function matchText(text: string, query: string): Match | undefined {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return { score: 0, runs: [] };
  const lower = text.toLowerCase();
  const whole = lower.indexOf(wanted);
  if (whole !== -1) {
    const bonus = whole === 0 ? TEXT_START + WORD_START : isWordStart(text, whole) ? WORD_START : 0;
    return { score: WHOLE + wanted.length * NEXT_LETTER + bonus, runs: [[whole, whole + wanted.length]] };
  }
  return matchLetters(text, lower, wanted.replaceAll(' ', ''));
}

function matchLetters(text: string, lower: string, wanted: string): Match | undefined {
  const runs: [number, number][] = [];
  let score = 0;
  let at = 0;
  for (const letter of wanted) {
    const found = nextPlace(text, lower, letter, at, runs.at(-1)?.[1] === at);
    if (found === -1) return undefined;
    const last = runs.at(-1);
    const isNext = last !== undefined && last[1] === found;
    score += isNext ? NEXT_LETTER : isWordStart(text, found) ? WORD_START : LETTER;
    if (isNext) last[1] = found + 1;
    else runs.push([found, found + 1]);
    at = found + 1;
  }
  // Among equals the shorter text is nearer to what was meant; scattered letters are hardly a match.
  const scattered = runs.filter(([from]) => !isWordStart(text, from)).length;
  return scattered > wanted.length / 2 ? undefined : { score: score - text.length / 100, runs };
}

/** The letter right here if it goes on a run, else at the next beginning of a word, else anywhere. */
function nextPlace(text: string, lower: string, letter: string, from: number, isRun: boolean): number {
  if (isRun && lower[from] === letter) return from;
  for (let at = lower.indexOf(letter, from); at !== -1; at = lower.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return lower.indexOf(letter, from);
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}
