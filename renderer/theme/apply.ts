/** How the person wants the window to look; `system` follows what the machine says. */
export interface Appearance {
  readonly theme: 'system' | 'light' | 'dark';
  readonly contrast: 'system' | 'normal' | 'more';
  readonly density: 'comfortable' | 'compact';
}

const DARK = '(prefers-color-scheme: dark)';
const MORE_CONTRAST = '(prefers-contrast: more)';

let current: Appearance = { theme: 'system', contrast: 'system', density: 'comfortable' };

/** Sets the attributes on <html> that the tokens read. */
export function applyAppearance(wanted: Appearance): void {
  current = wanted;
  const { dataset } = document.documentElement;
  const isDark = wanted.theme === 'system' ? matchMedia(DARK).matches : wanted.theme === 'dark';
  const isMore =
    wanted.contrast === 'system' ? matchMedia(MORE_CONTRAST).matches : wanted.contrast === 'more';
  dataset['theme'] = isDark ? 'dark' : 'light';
  dataset['contrast'] = isMore ? 'more' : 'normal';
  dataset['density'] = wanted.density;
}

/** Follows the machine for as long as the page lives. Called once, before the first paint. */
export function followSystemAppearance(): void {
  for (const query of [DARK, MORE_CONTRAST]) {
    matchMedia(query).addEventListener('change', () => applyAppearance(current));
  }
  applyAppearance(current);
}
