import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLines } from './lines.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'cotal-lines-'));
const address =
  process.platform === 'win32' ? `\\\\.\\pipe\\cotal-lines-${process.pid}` : path.join(dir, 's');
let server: Server;
beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(address, resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true });
});

interface Pair {
  readonly lines: string[];
  readonly writer: Socket;
  readonly reader: Socket;
  readonly closed: Promise<unknown>;
}

async function pair(
  maxBytes = 1000,
  onLine: (line: string, reader: Socket) => void = () => {},
): Promise<Pair> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const writer = connect(address).on('error', () => undefined);
  const [reader] = await accepted;
  const lines: string[] = [];
  reader.on('error', () => undefined);
  const closed = once(reader, 'close');
  readLines(reader, maxBytes, (line) => {
    lines.push(line);
    onLine(line, reader);
  });
  return { lines, writer, reader, closed };
}

test('lines are whole however the bytes are cut, also inside a character', async () => {
  const text = 'žluťoučký\n\n\n日本 😀\r\nlast\n';
  const { lines, writer, closed } = await pair();
  writer.setNoDelay(true);
  for (const byte of Buffer.from(text))
    await new Promise((resolve) => writer.write(Buffer.from([byte]), resolve));
  writer.end('no end');
  await closed;
  expect(lines).toEqual(['žluťoučký', '日本 😀\r', 'last']);
});

test('many lines in one piece come in order', async () => {
  const { lines, writer, closed } = await pair();
  const sent = Array.from({ length: 10_000 }, (_, i) => `line ${i}`);
  writer.end(`${sent.join('\n')}\n`);
  await closed;
  expect(lines).toEqual(sent);
});

test('a line of the bound is read, one byte more ends the connection, with its line end or without', async () => {
  for (const [tail, more] of [
    ['\n', 0],
    ['\n', 1],
    ['', 1],
  ] as const) {
    const { lines, writer, reader, closed } = await pair(100);
    writer.write(`first\n${'x'.repeat(100 + more)}${tail}`);
    if (more === 0) writer.end();
    await closed;
    expect(lines, `${more}`).toEqual(more === 0 ? ['first', 'x'.repeat(100)] : ['first']);
    expect(reader.destroyed).toBe(true);
  }
});

test('an endless line is not kept', async () => {
  const { lines, writer, closed } = await pair(1024);
  const pump = (): void => {
    while (!writer.destroyed && writer.write('x'.repeat(512)));
  };
  writer.on('drain', pump);
  pump();
  await closed;
  writer.destroy();
  expect(lines).toEqual([]);
});

test('nothing is read after the listener ended the connection', async () => {
  const { lines, writer, closed } = await pair(1000, (_line, reader) => reader.destroy());
  writer.write('bad\ngood\ngood\n');
  await closed;
  writer.destroy();
  expect(lines).toEqual(['bad']);
});
