import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cotalHome, homePaths, hostSocket, meshIdOf, meshPaths } from './home.ts';

test('the machine home is where COTAL_HOME says, else a place of the person', () => {
  expect(cotalHome({ COTAL_HOME: '/srv/cotal' }, 'linux')).toBe(path.resolve('/srv/cotal'));
  expect(cotalHome({ COTAL_HOME: 'rel' }, 'linux')).toBe(path.resolve('rel'));
  for (const platform of ['linux', 'darwin'] as const) {
    expect(cotalHome({}, platform)).toBe(path.join(homedir(), '.cotal'));
    expect(cotalHome({ COTAL_HOME: '' }, platform)).toBe(path.join(homedir(), '.cotal'));
  }
  expect(cotalHome({ LOCALAPPDATA: '/u/Local' }, 'win32')).toBe(path.join('/u/Local', 'Cotal'));
  for (const env of [{}, { LOCALAPPDATA: '' }]) {
    expect(cotalHome(env, 'win32')).toBe(path.join(homedir(), 'AppData', 'Local', 'Cotal'));
  }
});

test('the socket of a home is its own, whatever the way the home is written', () => {
  const env = { XDG_RUNTIME_DIR: '/run/user/1' };
  expect(hostSocket('/home/a/.cotal', env, 'linux')).toMatch(/^\/run\/user\/1\/cotal\/[0-9a-f]{16}\.sock$/);
  expect(hostSocket('/home/a/.cotal/', env, 'linux')).toBe(hostSocket('/home/a/x/../.cotal', env, 'linux'));
  expect(hostSocket('/home/b/.cotal', env, 'linux')).not.toBe(hostSocket('/home/a/.cotal', env, 'linux'));
  expect(hostSocket('/home/a/.cotal', {}, 'win32')).toMatch(/^\\\\\.\\pipe\\cotal-[0-9a-f]{16}$/);
});

test('a socket path fits what the system can bind', () => {
  const deep = `/${'d'.repeat(120)}`;
  const sockets = [
    hostSocket('/home/a/.cotal', {}, 'darwin'),
    hostSocket(deep, {}, 'darwin'),
    hostSocket('/home/a/.cotal', { XDG_RUNTIME_DIR: deep }, 'linux'),
    hostSocket(deep, { XDG_RUNTIME_DIR: deep }, 'linux'),
    hostSocket(`/${'é'.repeat(45)}`, {}, 'linux'),
  ];
  for (const socket of sockets) expect(Buffer.byteLength(socket), socket).toBeLessThan(104);
  expect(sockets[0]).toMatch(/^\/home\/a\/\.cotal\/run\//);
  expect(sockets[1]).toMatch(/^\/tmp\/cotal-\d+\//);
  expect(hostSocket('/home/a/.cotal', { XDG_RUNTIME_DIR: 'relative' }, 'linux')).toMatch(/^\/home\/a/);
});

test('a mesh is known by its real root, and everything of it lies in its own folder', () => {
  const id = meshIdOf('/srv/project');
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(meshIdOf('/srv/project')).toBe(id);
  expect(meshIdOf('/srv/project2')).not.toBe(id);
  const paths = meshPaths('/home/a/.cotal', id);
  const { dir } = paths;
  expect(dir).toBe(path.join(homePaths('/home/a/.cotal').meshes, id));
  const below = Object.values(paths).filter((p: string) => p !== dir) as string[];
  expect(below.filter((p) => !p.startsWith(dir + path.sep))).toEqual([]);
  expect(new Set(below).size).toBe(below.length);
  // Secrets share one folder, so that one check of permissions covers them.
  for (const secret of [paths.signer, paths.roots, paths.sysCreds, paths.creds]) {
    expect(path.dirname(secret)).toBe(paths.authDir);
  }
});
