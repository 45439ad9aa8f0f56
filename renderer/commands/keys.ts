import { useEffect } from 'react';
import type { Bridge } from '../bridge.ts';
import { useBridge } from '../state/bridge-context.ts';
import { useWindow } from '../state/store.ts';
import { matchesChord, matchesInTerminal } from './chord.ts';
import { commands, runCommand, type Command } from './commands.ts';
import { focusRegion, isInTerminal, isOnControl, isRegionKey, isTyping } from './focus.ts';
import { allChords } from './keymap.ts';
import { platformOf } from './platform.ts';

/** Follows the keyboard, and what the shell's menus ask for. */
export function useCommands(): void {
  const bridge = useBridge();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => handleKey(bridge, event);
    document.addEventListener('keydown', onKey);
    const off = bridge.on('shell.command', ({ command }) => void runCommand(bridge, command));
    return () => {
      document.removeEventListener('keydown', onKey);
      off();
    };
  }, [bridge]);
}

function handleKey(bridge: Bridge, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (isRegionKey(event)) {
    event.preventDefault();
    return focusRegion(event.shiftKey ? -1 : 1);
  }
  // What floats above the window keeps the keyboard to itself; the palette's own key closes it again.
  const found = isInTerminal() ? inTerminal(event) : outside(event);
  if (found === undefined) return;
  const { overlay } = useWindow.getState();
  if (overlay !== null) {
    if (found.id !== 'palette') return;
    event.preventDefault();
    return useWindow.setState({
      overlay: overlay.kind === 'palette' ? null : { kind: 'palette', query: '' },
    });
  }
  if (runCommand(bridge, found.id)) event.preventDefault();
}

function inTerminal(event: KeyboardEvent): Command | undefined {
  const platform = platformOf();
  return commands.find(({ keys }) => keys !== null && matchesInTerminal(event, keys, platform, allChords));
}

function outside(event: KeyboardEvent): Command | undefined {
  const platform = platformOf();
  const found = commands.find(({ keys }) => keys !== null && matchesChord(event, keys, platform));
  if (found?.keys?.isMod !== false) return found;
  if (isTyping()) return undefined;
  // Space presses the button that has the focus; a list that scrolls knows End by itself.
  return found.keys.key === ' ' && isOnControl() ? undefined : found;
}
