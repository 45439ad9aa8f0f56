import * as headless from '@xterm/headless';

/** The package is CommonJS: Node puts it under `default`, a bundler may not. */
const loaded: { readonly default?: typeof headless } = headless as object;

export const { Terminal } = loaded.default ?? headless;
export type HeadlessTerminal = headless.Terminal;
