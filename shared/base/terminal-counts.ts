/**
 * Sequences that say how often something is to be done, which a terminal of the package works off one by one: a
 * program's two thousand million keep whoever draws or mirrors its output busy for good. More than fits the screen
 * changes nothing, so no more than that is done.
 */

type Counted =
  | 'repeatPrecedingCharacter'
  | 'insertLines'
  | 'deleteLines'
  | 'scrollUp'
  | 'scrollDown'
  | 'cursorForwardTab'
  | 'cursorBackwardTab';

/** What each is called inside the package, by its last character, and what the count runs along. */
const COUNTED: readonly (readonly [final: string, method: Counted, along: 'cols' | 'rows'])[] = [
  ['b', 'repeatPrecedingCharacter', 'cols'],
  ['L', 'insertLines', 'rows'],
  ['M', 'deleteLines', 'rows'],
  ['S', 'scrollUp', 'rows'],
  ['T', 'scrollDown', 'rows'],
  ['I', 'cursorForwardTab', 'cols'],
  ['Z', 'cursorBackwardTab', 'cols'],
];

/** A terminal of the package, as far as it is needed here; with and without a page they are alike. */
export interface CountingTerminal {
  readonly cols: number;
  readonly rows: number;
  readonly parser: {
    registerCsiHandler(
      id: { readonly final: string },
      callback: (params: (number | number[])[]) => boolean,
    ): unknown;
  };
}

/** What acts on the sequences inside it. */
export type CountedActs = Readonly<Record<Counted, (params: { readonly params: [number] }) => boolean>>;

/** Has a terminal do nothing more often than its screen is large. */
export function boundCounts(terminal: CountingTerminal, acts: CountedActs): void {
  for (const [final, method, along] of COUNTED) {
    terminal.parser.registerCsiHandler({ final }, ([count]) => {
      const most = terminal[along];
      if (typeof count !== 'number' || count <= most) return false;
      return acts[method]({ params: [most] });
    });
  }
}
