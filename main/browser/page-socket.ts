import type { WebSocket } from 'ws';
import { z } from 'zod';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import type { AnswerFrame } from '../../shared/api/frames.ts';
import { createGateway, MAX_WINDOW_MESSAGE_BYTES } from '../shell/gateway.ts';
import type { HostLink } from '../shell/host-link.ts';

/** What a page is served with. */
export interface PageService {
  readonly host: HostLink;
  /** The mesh this shell was started for; the page shows it first. */
  readonly mesh: string | null;
  readonly acceptsSession: (session: string) => boolean;
  readonly onOpen: () => void;
}

/** Close codes; the page knows from them whether coming back makes sense. */
const CLOSE = { unauthenticated: 4401, tooSlow: 4408 } as const;

const HELLO_MS = 2000;
/** A page that leaves this much unread is cut off; it comes back and is told everything anew. */
const MAX_BACKLOG = 32 * 1024 * 1024;
const BOUNDS = { maxBytes: MAX_WINDOW_MESSAGE_BYTES, maxDepth: 64 };

const helloSchema = z.object({ session: z.string().max(128) });

/** One page: its first message has to carry a session secret, from then on it talks to the gateway. */
export function servePage(ws: WebSocket, service: PageService): void {
  const { host } = service;
  let isOpen = false;
  const deadline = setTimeout(() => refuse(ws), HELLO_MS);
  const send = (frame: AnswerFrame): void => {
    if (ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount > MAX_BACKLOG) return ws.close(CLOSE.tooSlow, 'too slow');
    ws.send(JSON.stringify(frame));
  };
  const gateway = createGateway(host.current, { send, backlog: () => ws.bufferedAmount });
  const tellHost = (): void => {
    const client = host.current();
    if (client !== undefined) gateway.follow(client);
    send({ event: 'shell.host', payload: host.state() });
  };
  const offHost = host.onChange(() => {
    if (isOpen) tellHost();
  });
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    clearTimeout(deadline);
    offHost();
    gateway.close();
  });
  ws.on('message', (data, isBinary) => {
    const json = isBinary ? undefined : parseJsonText(textOf(data), BOUNDS);
    const message = json?.ok === true ? json.value : undefined;
    if (isOpen) return void gateway.receive(message);
    const hello = helloSchema.safeParse(message);
    if (!hello.success || !service.acceptsSession(hello.data.session)) return refuse(ws);
    clearTimeout(deadline);
    isOpen = true;
    service.onOpen();
    send({ event: 'shell.welcome', payload: { mesh: service.mesh } });
    tellHost();
  });
}

function refuse(ws: WebSocket): void {
  ws.close(CLOSE.unauthenticated, 'no session');
  // A peer that does not answer the close would be kept for half a minute.
  setTimeout(() => ws.terminate(), 1000).unref();
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}
