import { SearchAddon, type ISearchOptions } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import { readColours } from '../theme/colours.ts';

/** Where a search stands: the place of the match shown, from 1, among how many. `place` is 0 when it is not known. */
export interface Found {
  readonly place: number;
  readonly count: number;
  /** There are more; no further ones are counted. */
  readonly isMore: boolean;
}

export interface FindOptions {
  readonly isCaseSensitive: boolean;
}

/** Finds text in what a terminal keeps. */
export interface Finder {
  /** Goes to the next match, or the one before; `grow` stays on the present one while it still matches. */
  go(term: string, step: 1 | -1 | 'grow', options: FindOptions): void;
  /** Takes the highlights away. */
  clear(): void;
  onFound(listener: (found: Found) => void): () => void;
}

const MOST_COUNTED = 1000;
const TOKENS = { match: '--term-selection', active: '--waiting-tint', line: '--waiting' } as const;

/** Puts a search into a terminal. */
export function createFinder(terminal: Terminal): Finder {
  const addon = new SearchAddon({ highlightLimit: MOST_COUNTED });
  terminal.loadAddon(addon);
  let last: FindOptions | undefined;
  return {
    go(term, step, { isCaseSensitive }) {
      // The package forgets to count anew when only the options are others.
      if (term === '' || last?.isCaseSensitive !== isCaseSensitive) addon.clearDecorations();
      last = { isCaseSensitive };
      if (term === '') return;
      const options: ISearchOptions = {
        caseSensitive: isCaseSensitive,
        incremental: step === 'grow',
        decorations: decorations(),
      };
      if (step === -1) addon.findPrevious(term, options);
      else addon.findNext(term, options);
    },
    clear() {
      addon.clearDecorations();
      terminal.clearSelection();
    },
    onFound(listener) {
      const { dispose } = addon.onDidChangeResults(({ resultIndex, resultCount }) =>
        listener({ place: resultIndex + 1, count: resultCount, isMore: resultCount >= MOST_COUNTED }),
      );
      return dispose;
    },
  };
}

function decorations(): NonNullable<ISearchOptions['decorations']> {
  const colours = readColours(TOKENS);
  const match = hexColour(colours.match);
  const active = hexColour(colours.active);
  const line = hexColour(colours.line);
  return {
    matchBackground: match,
    matchOverviewRuler: match,
    activeMatchBackground: active,
    activeMatchBorder: line,
    activeMatchColorOverviewRuler: line,
  };
}

/** The search takes no other notation than this. */
function hexColour(rgb: string): string {
  const [r = 0, g = 0, b = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
