import { describe, expect, it } from 'vitest';
import {
  formatChord,
  formatInTerminal,
  matchesChord,
  matchesInTerminal,
  mod,
  modShift,
  plain,
  type KeyPress,
} from './chord.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const ALL = [mod('d'), modShift('d'), modShift('l'), mod('k')];

describe('a chord outside terminals', () => {
  it('takes the modifier of the platform and no other', () => {
    expect(matchesChord(press('k', { ctrlKey: true }), mod('k'), 'other')).toBe(true);
    expect(matchesChord(press('k', { metaKey: true }), mod('k'), 'mac')).toBe(true);
    expect(matchesChord(press('k', { metaKey: true }), mod('k'), 'other')).toBe(false);
    expect(matchesChord(press('k', { ctrlKey: true, altKey: true }), mod('k'), 'other')).toBe(false);
    expect(matchesChord(press('k'), mod('k'), 'other')).toBe(false);
  });
  it('tells a shifted chord from its unshifted sister', () => {
    const shifted = press('D', { ctrlKey: true, shiftKey: true });
    expect(matchesChord(shifted, modShift('d'), 'other')).toBe(true);
    expect(matchesChord(shifted, mod('d'), 'other')).toBe(false);
  });
  it('finds brackets by their place when Shift makes them another sign', () => {
    const held = press('{', { code: 'BracketLeft', ctrlKey: true, shiftKey: true });
    expect(matchesInTerminal(held, mod('['), 'other', ALL)).toBe(true);
  });
  it('takes a question mark with and without Shift', () => {
    expect(matchesChord(press('?', { shiftKey: true }), plain('?'), 'other')).toBe(true);
    expect(matchesChord(press('?'), plain('?'), 'other')).toBe(true);
  });
});

describe('a chord inside a terminal', () => {
  it('leaves Ctrl alone to the program inside', () => {
    expect(matchesInTerminal(press('k', { ctrlKey: true }), mod('k'), 'other', ALL)).toBe(false);
    expect(matchesInTerminal(press('K', { ctrlKey: true, shiftKey: true }), mod('k'), 'other', ALL)).toBe(
      true,
    );
    expect(matchesInTerminal(press('k', { metaKey: true }), mod('k'), 'mac', ALL)).toBe(true);
  });
  it('never takes a plain key', () => {
    expect(matchesInTerminal(press('n'), plain('n'), 'other', ALL)).toBe(false);
  });
  it('adds Alt only where two chords would be the same', () => {
    const shift = { ctrlKey: true, shiftKey: true };
    expect(matchesInTerminal(press('D', shift), mod('d'), 'other', ALL)).toBe(true);
    expect(matchesInTerminal(press('D', shift), modShift('d'), 'other', ALL)).toBe(false);
    expect(matchesInTerminal(press('D', { ...shift, altKey: true }), modShift('d'), 'other', ALL)).toBe(true);
    expect(matchesInTerminal(press('L', shift), modShift('l'), 'other', ALL)).toBe(true);
  });
});

it('says chords as they are pressed', () => {
  expect(formatChord(modShift('l'), 'mac')).toEqual(['⌘', '⇧', 'L']);
  expect(formatChord(mod('arrowup'), 'other')).toEqual(['Ctrl', '↑']);
  expect(formatInTerminal(mod('d'), 'other', ALL)).toEqual(['Ctrl', 'Shift', 'D']);
  expect(formatInTerminal(modShift('d'), 'other', ALL)).toEqual(['Ctrl', 'Alt', 'Shift', 'D']);
});
