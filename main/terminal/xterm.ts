import * as headless from '@xterm/headless';
import { boundCounts, type CountedActs } from '../../shared/base/terminal-counts.ts';

/** The package is CommonJS: Node puts it under `default`, a bundler may not. */
const loaded: { readonly default?: typeof headless } = headless as object;
const Plain = (loaded.default ?? headless).Terminal;

export type HeadlessTerminal = headless.Terminal;

/** The package's terminal without the one sequence that makes it throw, and those that keep it busy for good. */
export class Terminal extends Plain {
  constructor(options: headless.ITerminalOptions & headless.ITerminalInitOnlyOptions) {
    super(options);
    // Erasing from the top to the cursor in the last column of the last line looks for a line below it. There
    // it is the same as erasing everything.
    this.parser.registerCsiHandler({ final: 'J' }, (params) => {
      const { cursorX, cursorY } = this.buffer.active;
      if (params[0] !== 1 || cursorX < this.cols - 1 || cursorY < this.rows - 1) return false;
      return acts(this).eraseInDisplay({ params: [2] });
    });
    boundCounts(this, acts(this));
  }
}

interface Acts extends CountedActs {
  eraseInDisplay(params: { readonly params: [2] }): boolean;
}

function acts(terminal: HeadlessTerminal): Acts {
  return (terminal as unknown as { readonly _core: { readonly _inputHandler: Acts } })._core._inputHandler;
}
