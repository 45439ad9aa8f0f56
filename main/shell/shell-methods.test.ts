import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_WINDOW_STATE_CHARS, shellMethods, type ShellMethod } from '../../shared/api/shell.ts';
import { createShellAnswers, isShellMethod } from './shell-methods.ts';
import { platformName, type ShellPort } from './shell-port.ts';
import { createWindowStates } from './window-state.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cotal-shell-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function open(features: Partial<ShellPort['features']> = {}, key = 'main') {
  const shell = {
    kind: 'electron' as const,
    platform: 'linux' as const,
    version: '1',
    features: { folderDialog: true, notifications: true, tray: true, menu: true, ...features },
    openExternal: vi.fn(() => Promise.resolve(true)),
    pickFolder: vi.fn(() => Promise.resolve<string | null>('/chosen')),
    notify: vi.fn(),
    setNeeds: vi.fn(),
    openWindow: vi.fn(() => Promise.resolve<string | null>(null)),
    quit: vi.fn(() => Promise.resolve()),
  };
  return { shell, ask: createShellAnswers(shell, createWindowStates(dir), key) };
}

test('state is kept under the name of the window that saves it', async () => {
  const main = open();
  const second = open({}, 'w2');
  expect(await main.ask('shell.saveState', { state: { tab: 1 } })).toEqual({});
  expect(await main.ask('shell.loadState', {})).toEqual({ state: { tab: 1 } });
  expect(await second.ask('shell.loadState', {})).toEqual({ state: null });
});

test('a state that is too large is refused', async () => {
  const { ask } = open();
  const state = 'x'.repeat(MAX_WINDOW_STATE_CHARS);
  await expect(ask('shell.saveState', { state })).rejects.toMatchObject({ code: 'window-state-too-large' });
});

test('an address reaches the system only when it is a web or mail address, in its parsed form', async () => {
  const { shell, ask } = open();
  expect(await ask('shell.openExternal', { url: 'https://example.org/a b' })).toEqual({ opened: true });
  expect(shell.openExternal).toHaveBeenCalledWith('https://example.org/a%20b', 'main');
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'cotal://x', 'nonsense']) {
    await expect(ask('shell.openExternal', { url })).rejects.toMatchObject({ code: 'not-for-outside' });
  }
  expect(shell.openExternal).toHaveBeenCalledTimes(1);
});

test('what the shell cannot do is not tried', async () => {
  const { shell, ask } = open({ folderDialog: false, notifications: false });
  await expect(ask('shell.pickFolder', { from: null })).rejects.toMatchObject({ code: 'not-here' });
  const note = { title: 't', body: 'b', tag: 'g' };
  await expect(ask('shell.notify', note)).rejects.toMatchObject({ code: 'not-here' });
  expect(shell.pickFolder).not.toHaveBeenCalled();
  expect(shell.notify).not.toHaveBeenCalled();
});

test('the rest goes to the shell as it was asked', async () => {
  const { shell, ask } = open();
  const note = { title: 't', body: 'b', tag: 'g' };
  const what = { mesh: 'm', terminal: 'otto' };
  expect(await ask('shell.pickFolder', { from: '/home' })).toEqual({ path: '/chosen' });
  expect(await ask('shell.openWindow', what)).toEqual({ link: null });
  await ask('shell.notify', note);
  await ask('shell.setNeeds', { count: 3 });
  await ask('shell.quit', { stopMesh: 'm' });
  expect(shell.pickFolder).toHaveBeenCalledWith('/home', 'main');
  expect(shell.openWindow).toHaveBeenCalledWith(what);
  expect(shell.notify).toHaveBeenCalledWith(note, 'main');
  expect(shell.setNeeds).toHaveBeenCalledWith(3, 'main');
  expect(shell.quit).toHaveBeenCalledWith('m');
});

const junk: [ShellMethod, unknown][] = [
  ['shell.setNeeds', { count: -1 }],
  ['shell.setNeeds', { count: 1.5 }],
  ['shell.setNeeds', { count: 1e9 }],
  ['shell.setNeeds', { count: '3' }],
  ['shell.quit', {}],
  ['shell.quit', { stopMesh: 7 }],
  ['shell.quit', { stopMesh: 'x'.repeat(65) }],
  ['shell.notify', { title: 'x'.repeat(201), body: '', tag: '' }],
  ['shell.notify', { title: '', body: 'x'.repeat(501), tag: '' }],
  ['shell.openWindow', { mesh: null, terminal: 'x'.repeat(201) }],
  ['shell.openExternal', { url: `https://example.org/${'x'.repeat(8192)}` }],
  ['shell.listFolders', { path: 'x'.repeat(4097) }],
  ['shell.pickFolder', null],
  ['shell.loadState', undefined],
];
test.each(junk)('%s of %j is refused before anything is done', async (method, input) => {
  const { shell, ask } = open();
  await expect(ask(method, input)).rejects.toMatchObject({ code: 'bad-input' });
  for (const member of [shell.setNeeds, shell.quit, shell.notify, shell.openWindow, shell.openExternal]) {
    expect(member).not.toHaveBeenCalled();
  }
});

test('only the methods of the contract are methods', () => {
  expect(Object.keys(shellMethods).every(isShellMethod)).toBe(true);
  for (const name of ['toString', '__proto__', 'constructor', 'shell.exec', 'mesh.up'])
    expect(isShellMethod(name)).toBe(false);
});

test('platforms have their names', () => {
  expect(
    ['linux', 'darwin', 'win32', 'freebsd'].map((name) => platformName(name as NodeJS.Platform)),
  ).toEqual(['linux', 'mac', 'windows', 'linux']);
});
