import type { Chromium } from './chromium.ts';

/** Where the app is between its start and its end, for those who decide by it. */
class Lifecycle {
  ready = false;
  /** Between an accepted `before-quit` and the end, or a window's refusal to close. */
  quitting = false;
  /** The end is certain: nothing new begins. */
  ending = false;
  chromium: Chromium | undefined;
  readonly whenReady: Promise<void>;
  /** Resolves once the app's own code waits for `ready`: what it sets before that, it has set. */
  readonly isAwaited: Promise<void>;
  loading = false;
  #resolveReady: () => void = () => undefined;
  #resolveAwaited: () => void = () => undefined;

  constructor() {
    this.whenReady = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    this.isAwaited = new Promise((resolve) => {
      this.#resolveAwaited = resolve;
    });
  }

  /** Somebody waits for `ready`; the end of the code that is running now still belongs to the start. */
  awaited(): void {
    if (this.loading) setImmediate(this.#resolveAwaited);
  }

  becomeReady(): void {
    this.#resolveReady();
  }

  /** The browser behind all windows; only after `ready`. */
  browser(): Chromium {
    if (!this.chromium) throw new Error('Chromium is not running yet');
    return this.chromium;
  }
}

export const lifecycle = new Lifecycle();
