import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestShell, type TestShell } from '../e2e/browser.ts';
import { createFakeHost, type FakeHost } from '../e2e/fake-host.ts';
import { busyScene, MESH } from '../../renderer/demo/scene.ts';

const OTHER = 'fedcba9876543210';

let pageDir: string;
let host: FakeHost;
let shell: TestShell;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  pageDir = await mkdtemp(path.join(tmpdir(), 'cotal-window-'));
  await writeFile(path.join(pageDir, 'index.html'), '<!doctype html>');
});
afterAll(() => rm(pageDir, { recursive: true, force: true }));
beforeEach(async () => {
  host = createFakeHost(busyScene(Date.now()));
  shell = await startTestShell(host, pageDir, { mesh: MESH });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await shell.close();
});

interface Page {
  readonly socket: WebSocket;
  readonly welcome: Record<string, unknown>;
  call(method: string, input: unknown): Promise<Record<string, unknown>>;
}

/** Opens a page as a browser does that followed this link. */
async function openPage(hello: object = {}, link = shell.shell.issueLink(60_000)): Promise<Page> {
  const origin = `http://127.0.0.1:${shell.shell.port}`;
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('t');
  const response = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { session } = (await response.json()) as { session: string };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { origin });
  sockets.push(socket);
  const frames: Record<string, unknown>[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ session, ...hello }));
  await expect.poll(() => frames.length).toBeGreaterThanOrEqual(2);
  let lastId = 0;
  return {
    socket,
    welcome: frames[0]?.['payload'] as Record<string, unknown>,
    async call(method, input) {
      const id = ++lastId;
      socket.send(JSON.stringify({ id, method, input }));
      await expect.poll(() => frames.some((frame) => frame['id'] === id)).toBe(true);
      return frames.find((frame) => frame['id'] === id)!;
    },
  };
}

test('a page is told what kind of shell this is, and what it cannot do', async () => {
  const { welcome, call } = await openPage();
  expect(welcome).toEqual({
    kind: 'browser',
    platform: 'linux',
    version: 'test',
    window: 'main',
    mesh: MESH,
    terminal: null,
    features: { folderDialog: false, notifications: false, tray: false, menu: false },
  });
  expect(await call('shell.pickFolder', { from: null })).toMatchObject({ error: { code: 'not-here' } });
  expect(await call('shell.openExternal', { url: 'https://example.org/' })).toMatchObject({
    output: { opened: false },
  });
  expect(await call('shell.openExternal', { url: 'file:///etc/passwd' })).toMatchObject({
    error: { code: 'not-for-outside' },
  });
});

test('each page has a name of its own, and finds what was kept of it under that', async () => {
  const one = await openPage();
  const two = await openPage({ window: 'main' });
  expect([one.welcome['window'], two.welcome['window']]).toEqual(['main', 'w2']);
  await one.call('shell.saveState', { state: 'of one' });
  await two.call('shell.saveState', { state: 'of two' });
  const gone = new Promise((resolve) => one.socket.once('close', resolve));
  one.socket.close();
  await gone;
  // The name comes free when the shell has seen it go.
  await expect.poll(async () => (await openPage({ window: 'main' })).welcome['window']).toBe('main');
  expect(await two.call('shell.loadState', {})).toMatchObject({ output: { state: 'of two' } });
});

test.each(['../../x', 'main/../w2', 'w1'])('a name that is none (%s) is not taken', async (window) => {
  expect((await openPage({ window })).welcome['window']).toBe('main');
});

test('a link for another window works once, and says what it shows', async () => {
  const { call } = await openPage();
  const { output } = await call('shell.openWindow', { mesh: OTHER, terminal: 'otto & co' });
  const { link } = output as { link: string };
  const fragment = new URLSearchParams(new URL(link).hash.slice(1));
  expect([fragment.get('mesh'), fragment.get('terminal')]).toEqual([OTHER, 'otto & co']);
  const second = await openPage({ mesh: OTHER, terminal: 'otto & co' }, link);
  expect(second.welcome).toMatchObject({ window: 'w2', mesh: OTHER, terminal: 'otto & co' });
  const again = await fetch(`http://127.0.0.1:${shell.shell.port}/session`, {
    method: 'POST',
    headers: { origin: `http://127.0.0.1:${shell.shell.port}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: fragment.get('t') }),
  });
  expect(again.status).toBe(403);
});

test('a page ends the program only after the mesh it names is down', async () => {
  const { call } = await openPage();
  expect(await call('shell.quit', { stopMesh: MESH })).toMatchObject({ ok: true });
  expect(host.calls).toMatchObject([{ method: 'mesh.down', input: { mesh: MESH } }]);
  expect(shell.ended()).toBe(1);
});

test('a mesh that cannot be brought down keeps the program there', async () => {
  const { call } = await openPage();
  host.vanish();
  expect(await call('shell.quit', { stopMesh: MESH })).toMatchObject({ error: { code: 'host-gone' } });
  expect(shell.ended()).toBe(0);
  expect(await call('shell.quit', { stopMesh: null })).toMatchObject({ ok: true });
  expect(shell.ended()).toBe(1);
});
