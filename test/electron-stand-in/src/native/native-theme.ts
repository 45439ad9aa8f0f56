import { StrictEmitter } from '../strict.ts';

type Source = 'system' | 'light' | 'dark';

/** Electron's `nativeTheme`. The system's own theme is light here, and a test may emit `updated` by itself. */
class NativeTheme extends StrictEmitter {
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly prefersReducedTransparency = false;
  #source: Source = 'system';

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError(`No theme source ${source}`);
    if (source === this.#source) return;
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new NativeTheme();

// Each window listens, and there is no limit to windows.
nativeTheme.setMaxListeners(0);
