import { strict } from '../strict.ts';

let text = '';

/** Electron's `clipboard`, of this process alone. */
export const clipboard = strict('clipboard', {
  readText: () => Promise.resolve(text),
  writeText(written: string): Promise<void> {
    text = written;
    return Promise.resolve();
  },
  clear(): void {
    text = '';
  },
} satisfies Partial<Electron.Clipboard>);
