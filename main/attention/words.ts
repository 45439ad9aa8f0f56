/** What words ask of a person. Nothing here is certain: it decides what is shown, never what is done. */

/** Options that a message lists, and whether it asks something at all. */
export interface Asked {
  readonly asks: boolean;
  readonly choices: readonly string[];
}

/** A message is looked through this far. */
const MOST_CHARS = 16_000;
const MOST_CHOICES = 10;
const LONGEST_CHOICE = 200;

const OPTION = /^\s*(?:[-*]\s+)?(?:\*\*)?(\d{1,2})[.)](?:\*\*)?\s+(\S.*)$/;
/** The end of a question: a question mark, perhaps followed by what closes a quotation or an emphasis. */
const ENDS_ASKING = /\?[\s"'”’»)\]*_`]*$/u;
const ASKING_WORDS =
  /\b(which|choose|pick|options?|prefer|decide|decision|should (?:i|we)|either|select|reply with|your call)\b/i;

/**
 * Does a text ask its reader something: it ends with a question, or it lists numbered options and asks about them. The
 * options are the choices of the answer. A numbered report without a question asks nothing.
 */
export function readQuestion(text: string): Asked {
  const lines = text
    .slice(0, MOST_CHARS)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const { options, at } = numbered(lines);
  const around = lines.filter((_, i) => !at.includes(i));
  const asksAround = around.some((line) => ENDS_ASKING.test(line) || ASKING_WORDS.test(line));
  if (options.length >= 2 && asksAround) return { asks: true, choices: options };
  return { asks: ENDS_ASKING.test(lines.at(-1) ?? ''), choices: [] };
}

/** The lines `1.`, `2.`, … in their order, and where they stand. */
function numbered(lines: readonly string[]): { options: string[]; at: number[] } {
  const options: string[] = [];
  const at: number[] = [];
  for (const [i, line] of lines.entries()) {
    const match = OPTION.exec(line);
    if (match === null || options.length >= MOST_CHOICES || Number(match[1]) !== options.length + 1) continue;
    options.push((match[2] ?? '').trim().slice(0, LONGEST_CHOICE));
    at.push(i);
  }
  return { options, at };
}

const PERMISSION = /\b(permissions?|permit|approv\w*|allow(?:ed|ance)?|authoriz\w*|authoris\w*)\b/i;
const WAITS_FOR_ANSWER =
  /\b(question|answer|input|confirm\w*|decision|decide|choose|choice|owner|human|you|your)\b/i;

/** What an agent that says it is waiting waits for: a person's leave, a person's word, or not a person at all. */
export function readWaiting(activity: string): 'permission' | 'question' | undefined {
  if (PERMISSION.test(activity)) return 'permission';
  return ENDS_ASKING.test(activity) || WAITS_FOR_ANSWER.test(activity) ? 'question' : undefined;
}
