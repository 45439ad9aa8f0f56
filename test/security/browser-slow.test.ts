import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { busyScene, MESH } from '../../renderer/demo/scene.ts';
import { startTestShell, type TestShell } from '../e2e/browser.ts';
import { createFakeHost, type FakeHost } from '../e2e/fake-host.ts';

const MIB = 1024 * 1024;

let pageDir: string;
let host: FakeHost;
let shell: TestShell;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  pageDir = await mkdtemp(path.join(tmpdir(), 'cotal-slow-'));
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

/** A page with a terminal open; `heard` is how much it was told, in characters. */
async function openTerminal() {
  const origin = `http://127.0.0.1:${shell.shell.port}`;
  const token = new URLSearchParams(new URL(shell.shell.issueLink(60_000)).hash.slice(1)).get('t');
  const headers = { origin, 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const response = await fetch(`${origin}/session`, { method: 'POST', headers, body });
  const { session } = (await response.json()) as { session: string };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { origin });
  sockets.push(socket);
  let heard = 0;
  let stream: number | undefined;
  socket.on('message', (data: Buffer) => {
    heard += data.length;
    if (data.length > MIB) return;
    const frame = JSON.parse(data.toString()) as { id?: number; output?: { stream: number } };
    if (frame.id === 1) stream = frame.output?.stream;
  });
  let closed: number | undefined;
  socket.once('close', (code) => (closed = code));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ session }));
  const input = { mesh: MESH, name: 'otto', cols: 80, rows: 24 };
  socket.send(JSON.stringify({ id: 1, method: 'terminal.attach', input }));
  await expect.poll(() => stream).toBeTypeOf('number');
  return { socket, stream: stream!, closed: () => closed, heard: () => heard };
}

/** What a terminal writes: one MiB and a little. */
function write(stream: number): void {
  host.emit('terminal.frame', { stream, frame: { kind: 'output', data: 'x'.repeat(MIB) } });
}

test('a page that reads nothing is cut off, and told so; the shell keeps no more than 32 MiB for it', async () => {
  const slow = await openTerminal();
  slow.socket.pause();
  for (let n = 0; n < 60; n++) write(slow.stream);
  slow.socket.resume();
  await expect.poll(slow.closed, { timeout: 20_000 }).toBe(4408);
  expect(slow.heard()).toBeLessThan(36 * MIB);
  // It comes back, and everything is as for any other page.
  const again = await openTerminal();
  write(again.stream);
  await expect.poll(again.heard).toBeGreaterThan(MIB);
});

test('a page that reads is never cut off, however much it is told', async () => {
  const page = await openTerminal();
  for (let n = 1; n <= 60; n++) {
    write(page.stream);
    await expect.poll(page.heard, { interval: 1 }).toBeGreaterThan(n * MIB);
  }
  expect(page.socket.readyState).toBe(WebSocket.OPEN);
});
