import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { electronEnv, findElectron, reasonOf, wantsBrowser } from './electron.mjs';
import { run } from './run.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'electron-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const usual = { args: [], env: { DISPLAY: ':0' }, platform: /** @type {const} */ ('linux'), uid: 1000 };

test('Electron is used where a person sits before a display', () => {
  expect(wantsBrowser(usual)).toBeUndefined();
  expect(wantsBrowser({ ...usual, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeUndefined();
  expect(wantsBrowser({ ...usual, platform: 'darwin', env: {}, uid: 501 })).toBeUndefined();
  expect(wantsBrowser({ ...usual, platform: 'win32', env: {}, uid: undefined })).toBeUndefined();
});

test('whoever asks for the browser gets it without an explanation', () => {
  const nothing = { said: undefined };
  expect(wantsBrowser({ ...usual, args: ['--browser'] })).toEqual(nothing);
  expect(wantsBrowser({ ...usual, env: { ...usual.env, APP_HOST: 'browser' } })).toEqual(nothing);
  expect(wantsBrowser({ ...usual, env: { ...usual.env, COTAL_BROWSER: 'none' } })).toEqual(nothing);
});

test('root and a machine without a display get it with one', () => {
  expect(wantsBrowser({ ...usual, uid: 0 })?.said).toMatch(/root/);
  expect(wantsBrowser({ ...usual, env: { DISPLAY: '' } })?.said).toMatch(/display/);
  expect(wantsBrowser({ ...usual, env: {} })?.said).toMatch(/display/);
});

test('Electron is found where the person says, or where its package puts it', () => {
  expect(findElectron({}, folder)).toBeUndefined();
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'dist/electron'), '');
  expect(findElectron({}, folder)).toBe(path.join(folder, 'dist/electron'));
  writeFileSync(path.join(folder, 'path.txt'), 'Electron.app/Contents/MacOS/Electron');
  expect(findElectron({}, folder)).toBeUndefined();
  const named = path.join(folder, 'named/Electron.app/Contents/MacOS');
  mkdirSync(named, { recursive: true });
  writeFileSync(path.join(named, 'Electron'), '');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'named') };
  expect(findElectron(env, folder)).toBe(path.join(named, 'Electron'));
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'gone') }, folder)).toBeUndefined();
});

test('why it could not be fetched is said in a few words', () => {
  expect(reasonOf(124, 'Downloading')).toBe('no answer within 60 s');
  expect(reasonOf(1, 'x\n  cause: Error: getaddrinfo ENOTFOUND example.invalid\n at y')).toBe('ENOTFOUND');
  expect(reasonOf(1, 'TypeError: fetch failed\n    at node:internal')).toBe('fetch failed');
  expect(reasonOf(3, '')).toBe('exit code 3');
});

test('what takes too long is ended', async () => {
  const { code } = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 200 });
  expect(code).toBe(124);
});

test('Electron is told which Node to run the host on, and nothing that changes how it runs itself', () => {
  const env = electronEnv({ PATH: '/bin', NODE_OPTIONS: '--inspect', ELECTRON_RUN_AS_NODE: '1' });
  expect(env).toEqual({ PATH: '/bin', COTAL_NODE: process.execPath });
});
