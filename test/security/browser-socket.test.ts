import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { startTestShell, type TestShell } from '../e2e/browser.ts';
import { createFakeHost, type FakeHost } from '../e2e/fake-host.ts';
import { busyScene, MESH } from '../../renderer/demo/scene.ts';

let pageDir: string;
let host: FakeHost;
let shell: TestShell;
let port: number;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  pageDir = await mkdtemp(path.join(tmpdir(), 'cotal-socket-'));
  await writeFile(path.join(pageDir, 'index.html'), '<!doctype html>');
});
afterAll(() => rm(pageDir, { recursive: true, force: true }));
beforeEach(async () => {
  host = createFakeHost(busyScene(Date.now()));
  shell = await startTestShell(host, pageDir, { mesh: MESH });
  port = shell.shell.port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await shell.close();
});

const origin = () => `http://127.0.0.1:${port}`;

function dial(
  options: ClientOptions = { origin: origin() },
  url = `ws://127.0.0.1:${port}/socket`,
): WebSocket {
  const socket = new WebSocket(url, options);
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** How an upgrade was answered: `open`, or the status of the refusal. */
function outcome(socket: WebSocket): Promise<'open' | number> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('unexpected-response', (_req, res) => resolve(res.statusCode ?? 0));
  });
}

const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

async function session(): Promise<string> {
  const token = new URLSearchParams(new URL(shell.shell.issueLink(60_000)).hash.slice(1)).get('t');
  const headers = { origin: origin(), 'content-type': 'application/json' };
  const response = await fetch(`${origin()}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  return ((await response.json()) as { session: string }).session;
}

interface Page {
  readonly socket: WebSocket;
  readonly frames: Record<string, unknown>[];
  send(frame: unknown): void;
  answerTo(id: number): Promise<Record<string, unknown>>;
}

async function openPage(): Promise<Page> {
  const socket = dial();
  const frames: Record<string, unknown>[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>));
  await outcome(socket);
  socket.send(JSON.stringify({ session: await session() }));
  await expect.poll(() => frames.length).toBeGreaterThanOrEqual(2);
  return {
    socket,
    frames,
    send: (frame) => socket.send(JSON.stringify(frame)),
    async answerTo(id) {
      await expect.poll(() => frames.some((frame) => frame['id'] === id)).toBe(true);
      return frames.find((frame) => frame['id'] === id)!;
    },
  };
}

describe('who may open a socket', () => {
  test('our page may', async () => {
    expect(await outcome(dial())).toBe('open');
  });
  test('without an origin: refused', async () => {
    expect(await outcome(dial({}))).toBe(403);
  });
  test.each([
    'http://evil.test',
    'null',
    'http://localhost:PORT',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1',
  ])('from %s: refused', async (from) => {
    expect(await outcome(dial({ origin: from.replace('PORT', String(port)) }))).toBe(403);
  });
  test('under another name, even when origin and host agree: refused', async () => {
    const host_ = `evil.test:${port}`;
    expect(await outcome(dial({ origin: `http://${host_}`, headers: { host: host_ } }))).toBe(421);
  });
  test.each(['cross-site', 'same-site'])('as a %s request: refused', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'websocket', 'sec-fetch-dest': 'websocket' };
    expect(await outcome(dial({ origin: origin(), headers }))).toBe(403);
  });
  test('elsewhere than at its place: refused', async () => {
    expect(await outcome(dial({ origin: origin() }, `ws://127.0.0.1:${port}/`))).toBe(404);
  });
});

describe('who may speak', () => {
  test('a socket that says nothing is closed with 4401 within two seconds or so', async () => {
    const started = Date.now();
    expect(await closed(dial())).toBe(4401);
    expect(Date.now() - started).toBeLessThan(3000);
  });
  test.each([
    { session: 'x'.repeat(43) },
    { session: 7 },
    {},
    { id: 1, method: 'host.info', input: {} },
    'not json',
  ])('a first message that is no session closes it: %j', async (message) => {
    const socket = dial();
    const heard: unknown[] = [];
    socket.on('message', (data: Buffer) => heard.push(data.toString()));
    await outcome(socket);
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    expect(await closed(socket)).toBe(4401);
    expect(heard).toEqual([]);
    expect(host.calls).toEqual([]);
  });
  test('a launch token is no session', async () => {
    const token = new URLSearchParams(new URL(shell.shell.issueLink(60_000)).hash.slice(1)).get('t');
    const socket = dial();
    await outcome(socket);
    socket.send(JSON.stringify({ session: token }));
    expect(await closed(socket)).toBe(4401);
  });
  test('a session of an earlier shell is none of this one', async () => {
    const old = await session();
    await shell.close();
    shell = await startTestShell(host, pageDir, { mesh: MESH });
    port = shell.shell.port;
    const socket = dial();
    await outcome(socket);
    socket.send(JSON.stringify({ session: old }));
    expect(await closed(socket)).toBe(4401);
  });
  test('nothing is told before the session is', async () => {
    const socket = dial();
    const heard: unknown[] = [];
    socket.on('message', (data: Buffer) => heard.push(data.toString()));
    await outcome(socket);
    host.emit('mesh.gone', { mesh: MESH });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(heard).toEqual([]);
  });
});

describe('what a page may ask', () => {
  test('the welcome names the mesh and how the host is', async () => {
    const { frames } = await openPage();
    expect(frames.slice(0, 2)).toMatchObject([
      { event: 'shell.welcome', payload: { mesh: MESH } },
      { event: 'shell.host', payload: { state: 'connected' } },
    ]);
  });
  test('never a credential, never the life of the host', async () => {
    const page = await openPage();
    page.send({ id: 1, method: 'creds.mint', input: { mesh: MESH, name: 'x', profile: 'admin' } });
    page.send({ id: 2, method: 'host.stop', input: {} });
    expect(await page.answerTo(1)).toMatchObject({ ok: false, error: { code: 'not-for-windows' } });
    expect(await page.answerTo(2)).toMatchObject({ ok: false, error: { code: 'not-for-windows' } });
    expect(host.calls).toEqual([]);
  });
  test('a terminal that another page opened is none of its', async () => {
    const [one, two] = [await openPage(), await openPage()];
    one.send({ id: 1, method: 'terminal.attach', input: { mesh: MESH, name: 'otto', cols: 80, rows: 24 } });
    const { output } = (await one.answerTo(1)) as { output: { stream: number } };
    two.send({ id: 1, method: 'terminal.input', input: { stream: output.stream, data: 'x' } });
    expect(await two.answerTo(1)).toMatchObject({ ok: false, error: { code: 'no-stream' } });
    await expect.poll(() => one.frames.some((frame) => frame['event'] === 'terminal.frame')).toBe(true);
    expect(two.frames.some((frame) => frame['event'] === 'terminal.frame')).toBe(false);
  });
  test('a page that goes away lets its terminals go', async () => {
    const page = await openPage();
    page.send({ id: 1, method: 'terminal.attach', input: { mesh: MESH, name: 'otto', cols: 80, rows: 24 } });
    await page.answerTo(1);
    page.socket.terminate();
    await expect.poll(() => host.calls.some(({ method }) => method === 'terminal.detach')).toBe(true);
  });
  test('a message over the size limit ends the socket', async () => {
    const page = await openPage();
    const ended = closed(page.socket);
    page.socket.send('x'.repeat(16 * 1024 * 1024 + 1));
    expect(await ended).toBe(1009);
  });
  test('binary and over-deep messages are refused', async () => {
    const page = await openPage();
    page.socket.send(Buffer.from(JSON.stringify({ id: 1, method: 'host.info', input: {} })));
    page.socket.send(`{"id":2,"method":"host.info","input":${'['.repeat(100)}${']'.repeat(100)}}`);
    await expect.poll(() => page.frames.filter((frame) => frame['ok'] === false).length).toBe(2);
    expect(host.calls).toEqual([]);
  });
});
