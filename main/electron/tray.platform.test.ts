import { expect, test } from 'vitest';
import { hasTray } from './tray.platform.ts';

test('darwin and win32 have a tray', () => {
  expect(hasTray('darwin', {})).toBe(true);
  expect(hasTray('win32', {})).toBe(true);
});

test('linux has one where the desktop shows it', () => {
  for (const XDG_CURRENT_DESKTOP of ['KDE', 'XFCE', 'ubuntu:GNOME', 'X-Cinnamon'])
    expect(hasTray('linux', { XDG_CURRENT_DESKTOP })).toBe(true);
  for (const XDG_CURRENT_DESKTOP of ['GNOME', 'sway', '', 'KDEish'])
    expect(hasTray('linux', { XDG_CURRENT_DESKTOP })).toBe(false);
  expect(hasTray('linux', {})).toBe(false);
});

test('the person may know better', () => {
  expect(hasTray('linux', { COTAL_TRAY: 'yes' })).toBe(true);
  expect(hasTray('darwin', { COTAL_TRAY: 'no' })).toBe(false);
  expect(hasTray('linux', { COTAL_TRAY: 'maybe' })).toBe(false);
});
