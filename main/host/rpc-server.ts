import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../../shared/base/log.ts';
import { asFault, Fault, firstIssue } from '../../shared/base/refusal.ts';
import {
  events,
  methods,
  type EventName,
  type EventPayload,
  type Method,
  type MethodInput,
  type MethodOutput,
  type WireError,
} from '../../shared/api/contract.ts';
import { callFrameSchema, helloSchema, MAX_FRAME_BYTES } from '../../shared/api/frames.ts';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import { explainBrokerError } from '../cotal/nats/explain.ts';
import { assertOwnDir, ensurePrivateDir } from '../cotal/workspace/files.ts';
import { readLines } from '../cotal/workspace/lines.ts';

/** One caller on the socket: a CLI run, or a shell that stays. */
export interface Peer {
  send<E extends EventName>(event: E, payload: EventPayload<E>): void;
  onClose(listener: () => void): void;
  /** Bytes that the peer has not read yet. */
  backlog(): number;
}

export type Handlers = {
  readonly [M in Method]: (input: MethodInput<M>, peer: Peer) => Promise<MethodOutput<M>>;
};

export interface RpcServer {
  peers(): readonly Peer[];
  close(): Promise<void>;
}

const HELLO_MS = 2000;
/** A peer that leaves this much unread is cut off: it must not grow the host. */
const MAX_BACKLOG = 32 * 1024 * 1024;

/**
 * Serves the contract on a local socket, newline-delimited JSON. The socket is private to the person, and the first
 * line has to repeat the word from the 0600 state file, which a process in a sandbox cannot read.
 */
export async function serveRpc(o: {
  readonly socket: string;
  readonly nonce: string;
  readonly version: string;
  readonly handlers: Handlers;
  /** Calls wait for this: until then the host does not know what it runs. */
  readonly ready: Promise<void>;
  readonly log: Logger;
  readonly onPeers: () => void;
}): Promise<RpcServer> {
  const peers = new Set<Peer>();
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    accept(socket, o, peers);
  });
  if (process.platform !== 'win32') {
    await ensurePrivateDir(path.dirname(o.socket));
    await assertOwnDir(path.dirname(o.socket));
    // Only the holder of the host lock gets here, so a socket file that is there belongs to nobody.
    await fs.rm(o.socket, { force: true });
  }
  const oldMask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(o.socket, resolve);
    });
  } catch (error) {
    throw asFault(
      error,
      'socket',
      `The host cannot listen on ${o.socket}.`,
      'Check the permissions of that folder.',
    );
  } finally {
    process.umask(oldMask);
  }
  return {
    peers: () => [...peers],
    async close() {
      for (const socket of sockets) socket.end();
      setTimeout(() => sockets.forEach((s) => s.destroy()), 300).unref();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (process.platform !== 'win32') await fs.rm(o.socket, { force: true });
    },
  };
}

function accept(socket: Socket, o: Parameters<typeof serveRpc>[0], peers: Set<Peer>): void {
  const closers: (() => void)[] = [];
  const peer: Peer = {
    send(event, payload) {
      if (socket.destroyed) return;
      if (socket.writableLength > MAX_BACKLOG) {
        o.log.warn({ backlog: socket.writableLength }, 'a caller does not read and is cut off');
        socket.destroy();
        return;
      }
      socket.write(`${JSON.stringify({ event, payload: events[event].parse(payload) })}\n`);
    },
    onClose: (listener) => closers.push(listener),
    backlog: () => socket.writableLength,
  };
  let greeted = false;
  const deadline = setTimeout(() => greeted || socket.destroy(), HELLO_MS);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(deadline);
    for (const close of closers) close();
    if (peers.delete(peer)) o.onPeers();
  });
  readLines(socket, MAX_FRAME_BYTES, (line) => {
    const json = parseJsonText(line, { maxBytes: MAX_FRAME_BYTES, maxDepth: 64 });
    if (!json.ok) return void socket.destroy();
    if (!greeted) {
      const hello = helloSchema.safeParse(json.value);
      if (!hello.success || !sameWord(hello.data.hello.nonce, o.nonce)) return void socket.destroy();
      greeted = true;
      peers.add(peer);
      o.onPeers();
      socket.write(`${JSON.stringify({ hello: { version: o.version } })}\n`);
      return;
    }
    const call = callFrameSchema.safeParse(json.value);
    if (!call.success) return void socket.destroy();
    const { id, method, input } = call.data;
    void o.ready
      .then(() => run(o.handlers, method, input, peer))
      .then(
        (output) => socket.destroyed || socket.write(`${JSON.stringify({ id, ok: true, output })}\n`),
        (error: unknown) => {
          if (!(error instanceof Fault)) o.log.error({ err: error, method }, 'a call failed');
          if (!socket.destroyed)
            socket.write(`${JSON.stringify({ id, ok: false, error: wireError(error) })}\n`);
        },
      );
  });
}

async function run(handlers: Handlers, method: string, input: unknown, peer: Peer): Promise<unknown> {
  if (!isMethod(method)) {
    throw new Fault('unknown-method', `The host does not know "${method.slice(0, 64)}".`, {
      why: 'Host and caller are of different versions.',
      remedy: 'Restart the host: cotal down, cotal up.',
    });
  }
  return call(handlers, method, input, peer);
}

async function call<M extends Method>(
  handlers: Handlers,
  method: M,
  input: unknown,
  peer: Peer,
): Promise<unknown> {
  const parsed = methods[method].in.safeParse(input);
  if (!parsed.success) {
    throw new Fault('bad-input', 'The request cannot be understood.', {
      why: `${firstIssue(parsed.error)}.`,
      remedy: 'Correct the value.',
    });
  }
  // The handler table and the schema table are indexed by the same method.
  return handlers[method](parsed.data as MethodInput<M>, peer);
}

const isMethod = (name: string): name is Method => Object.hasOwn(methods, name);

/** An error as data, in words; what is not a Fault is a bug, told without its inside. */
function wireError(error: unknown): WireError {
  const fault = error instanceof Fault ? error : explainBrokerError(error);
  if (fault !== undefined) return { code: fault.code, message: fault.message, remedy: fault.remedy };
  return {
    code: 'internal',
    message: 'Something went wrong inside the host.',
    remedy: 'The log says more: cotal logs.',
  };
}

function sameWord(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.byteLength === y.byteLength && timingSafeEqual(x, y);
}
