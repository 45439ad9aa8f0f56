import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { askPort, connectHost } from './info.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Something that listens and does this to whoever connects. */
async function listener(greet: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    greet(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const greeting = (info: unknown): string =>
  `INFO ${typeof info === 'string' ? info : JSON.stringify(info)} \r\n`;
const info = { server_name: 'cotal-x', version: '2.14.0', auth_required: true, later: [1] };

async function answer(text: string | Uint8Array): Promise<unknown> {
  return askPort('127.0.0.1', await listener((socket) => socket.end(text)), 5000);
}

describe('a port', () => {
  test('with a broker gives what it says of itself', async () => {
    const told = { serverName: 'cotal-x', version: '2.14.0', authRequired: true };
    expect(await answer(greeting(info))).toEqual({ kind: 'broker', info: told });
    expect(await answer(`${greeting(info)}PING\r\n`)).toEqual({ kind: 'broker', info: told });
    expect(await answer(greeting({ ...info, auth_required: 'yes' }))).toMatchObject({
      info: { authRequired: false },
    });
  });

  test('is read also when the greeting comes in pieces', async () => {
    const port = await listener((socket) => {
      socket.setNoDelay(true);
      const text = greeting(info);
      socket.write(text.slice(0, 10), () =>
        socket.write(text.slice(10, -1), () => socket.write(text.slice(-1))),
      );
    });
    expect(await askPort('127.0.0.1', port, 5000)).toMatchObject({ kind: 'broker' });
  });

  test('with anything else is a stranger', async () => {
    const deep = `{"server_name":"a","version":"1","x":${'['.repeat(1000)}${']'.repeat(1000)}}`;
    for (const text of [
      '',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      'SSH-2.0-OpenSSH_9.6\r\n',
      'INFO\r\n',
      'INFO {"server_name":"a"\r\n',
      'INFO {"server_name":"a","version":"1"}',
      ' INFO {"server_name":"a","version":"1"}\r\n',
      greeting('null'),
      greeting('[]'),
      greeting({ server_name: 'a' }),
      greeting({ server_name: 1, version: '1' }),
      greeting('{"__proto__":{"server_name":"a","version":"1"}}'),
      greeting(deep),
      'x'.repeat(100_000),
      greeting({ ...info, pad: 'x'.repeat(20_000) }),
      Uint8Array.from([0xff, 0x00, 0x0d, 0x0a]),
    ]) {
      expect(await answer(text), String(text).slice(0, 60)).toEqual({ kind: 'stranger' });
    }
  });

  test('that stays silent, or trickles, is a stranger when the time is over', async () => {
    const silent = await listener(() => undefined);
    expect(await askPort('127.0.0.1', silent, 50)).toEqual({ kind: 'stranger' });
    const trickling = await listener((socket) => {
      const timer = setInterval(() => socket.write('I'), 10);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await askPort('127.0.0.1', trickling, 100)).toEqual({ kind: 'stranger' });
  });

  test('where nothing listens is nothing', async () => {
    const port = await listener(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await askPort('127.0.0.1', port, 5000)).toEqual({ kind: 'nothing' });
  });

  test('is left at once: the listener sees its visitor go', async () => {
    let gone: Promise<void> | undefined;
    const port = await listener((socket) => {
      gone = new Promise((resolve) => socket.on('close', () => resolve()));
      socket.resume().write(greeting(info));
    });
    await askPort('127.0.0.1', port, 5000);
    await gone;
  });
});

test('an address that means every interface is reached on this machine', () => {
  expect(['0.0.0.0', '::', '127.0.0.1', '10.0.0.5', 'host'].map(connectHost)).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
    '10.0.0.5',
    'host',
  ]);
});
