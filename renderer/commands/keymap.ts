import { mod, modShift, plain, type Chord } from './chord.ts';

/** Which keys run which command, by its id. */
export const keymap: ReadonlyMap<string, Chord> = new Map([
  ['palette', mod('k')],
  ['view.monitor', mod('1')],
  ['view.agents', mod('2')],
  ['view.personas', mod('8')],
  ['view.needs', modShift('a')],
  ['view.settings', mod(',')],
  ['spawn', plain('n')],
  ['agent.restart', modShift('r')],
  ['agent.stop', mod('.')],
  ['terminal.new-tab', mod('t')],
  ['terminal.split-right', mod('d')],
  ['terminal.split-down', modShift('d')],
  ['terminal.previous-pane', mod('[')],
  ['terminal.next-pane', mod(']')],
  ['terminal.previous-mark', mod('arrowup')],
  ['terminal.next-mark', mod('arrowdown')],
  ['terminal.redraw', modShift('l')],
  ['find', mod('f')],
  ['filter', plain('/')],
  ['feed.pause', plain(' ')],
  ['feed.newest', plain('end')],
  ['sidebar.toggle', mod('\\')],
  ['keys', plain('?')],
]);

/** All chords, for saying them as they are pressed in a terminal. */
export const allChords: readonly Chord[] = [...keymap.values()];
