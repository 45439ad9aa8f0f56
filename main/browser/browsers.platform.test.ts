import { expect, test } from 'vitest';
import { browserCommands } from './browsers.platform.ts';

const file = '/home/marta/.cotal/run/open-x y.html';

test('nothing is opened when the person says so', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(browserCommands(file, platform, { COTAL_BROWSER: 'none', DISPLAY: ':0' })).toEqual([]);
  }
});

test('a browser of choice gets the address of the file as its one argument', () => {
  const [command] = browserCommands(file, 'linux', { COTAL_BROWSER: '/opt/my browser' });
  expect(command).toEqual({
    file: '/opt/my browser',
    args: ['file:///home/marta/.cotal/run/open-x%20y.html'],
  });
});

test('linux: the desktop opener first, then browsers that are known; nothing without a display', () => {
  const commands = browserCommands(file, 'linux', { WAYLAND_DISPLAY: 'wayland-0' });
  expect(commands[0]).toEqual({ file: 'xdg-open', args: [file] });
  expect(commands[1]).toMatchObject({
    file: 'chromium',
    args: [expect.stringMatching(/^--app=file:\/\/\//)],
  });
  expect(browserCommands(file, 'linux', { DISPLAY: '' })).toEqual([]);
});

test('darwin: open', () => {
  expect(browserCommands(file, 'darwin', {})).toEqual([{ file: 'open', args: [file] }]);
});

test('win32: the file protocol handler, without a command shell', () => {
  const [command] = browserCommands(String.raw`C:\Users\m & n\run\open.html`, 'win32', {});
  expect(command).toEqual({
    file: 'rundll32.exe',
    args: ['url.dll,FileProtocolHandler', 'file:///C:/Users/m%20&%20n/run/open.html'],
  });
});
