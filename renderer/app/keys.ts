import { matchesInTerminal } from '../commands/chord.ts';
import { isRegionKey } from '../commands/focus.ts';
import { allChords } from '../commands/keymap.ts';
import { platformOf } from '../commands/platform.ts';

/** Does a key pressed in a terminal belong to the window? */
export function isWindowChord(event: KeyboardEvent): boolean {
  const platform = platformOf();
  return (
    isRegionKey(event) || allChords.some((chord) => matchesInTerminal(event, chord, platform, allChords))
  );
}
