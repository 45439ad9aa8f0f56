/** Keys that do something: one key, with or without ⌘ (Ctrl elsewhere) and Shift. */
export interface Chord {
  /** As `KeyboardEvent.key` says it without Shift, in lower case: `k`, `1`, `[`, `arrowup`, `f6`. */
  readonly key: string;
  readonly isMod: boolean;
  readonly isShift: boolean;
}

export type Platform = 'mac' | 'other';

/** What of a keyboard event a chord is compared with. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export const plain = (key: string): Chord => ({ key, isMod: false, isShift: false });
export const mod = (key: string): Chord => ({ key, isMod: true, isShift: false });
export const modShift = (key: string): Chord => ({ key, isMod: true, isShift: true });

/** Shift turns these into other signs, so their place on the keyboard counts too. */
const PLACES: Readonly<Record<string, string>> = {
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '\\': 'Backslash',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
};

/** Is this the chord, pressed anywhere but in a terminal? */
export function matchesChord(press: KeyPress, chord: Chord, platform: Platform): boolean {
  const modifier = platform === 'mac' ? press.metaKey : press.ctrlKey;
  const other = platform === 'mac' ? press.ctrlKey : press.metaKey;
  if (press.altKey || other || modifier !== chord.isMod) return false;
  // `?` is typed with Shift on most keyboards and without on some.
  if (chord.key === '?') return press.key === '?';
  return press.shiftKey === chord.isShift && isKey(press, chord);
}

/**
 * Is this the chord, pressed in a terminal? There Ctrl alone belongs to the program inside, so it takes Shift as well;
 * a chord whose unshifted sister would be the same then takes Alt too.
 */
export function matchesInTerminal(
  press: KeyPress,
  chord: Chord,
  platform: Platform,
  all: readonly Chord[],
): boolean {
  if (!chord.isMod) return false;
  if (platform === 'mac') return matchesChord(press, chord, platform);
  if (!press.ctrlKey || !press.shiftKey || press.metaKey || !isKey(press, chord)) return false;
  return press.altKey === needsAlt(chord, all);
}

/** The chord in words, as it is pressed here: `⌘⇧L`, `Ctrl Shift L`. */
export function formatChord(chord: Chord, platform: Platform): readonly string[] {
  const isMac = platform === 'mac';
  return [
    ...(chord.isMod ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(chord.isShift ? [isMac ? '⇧' : 'Shift'] : []),
    NAMES[chord.key] ?? chord.key.toUpperCase(),
  ];
}

/** As `formatChord`, for when the focus is in a terminal. */
export function formatInTerminal(chord: Chord, platform: Platform, all: readonly Chord[]): readonly string[] {
  if (platform === 'mac' || !chord.isMod) return formatChord(chord, platform);
  const keys = formatChord({ ...chord, isShift: true }, platform);
  return needsAlt(chord, all) ? ['Ctrl', 'Alt', ...keys.slice(1)] : keys;
}

const NAMES: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  ' ': 'Space',
  end: 'End',
  enter: '↵',
};

function needsAlt(chord: Chord, all: readonly Chord[]): boolean {
  return chord.isShift && all.some((c) => c.isMod && !c.isShift && c.key === chord.key);
}

function isKey(press: KeyPress, chord: Chord): boolean {
  return press.key.toLowerCase() === chord.key || PLACES[chord.key] === press.code;
}
