import type { WebSocket } from 'ws';
import { z } from 'zod';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import type { AnswerFrame } from '../../shared/api/frames.ts';
import { openWindowSession, type WindowService, type WindowSession } from '../shell/window-session.ts';

/** What a page is served with. */
export interface PageService {
  readonly windows: WindowService;
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
const HELLO_BOUNDS = { maxBytes: 4096, maxDepth: 4 };

/** `window` is the name this page had before; `mesh` and `terminal` are what it was opened to show. */
const helloSchema = z.object({
  session: z.string().max(128),
  window: z.string().max(16).nullable().default(null),
  mesh: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable()
    .default(null),
  terminal: z.string().max(200).nullable().default(null),
});

/** One page: its first message has to carry a session secret, from then on it is served as a window. */
export function servePage(ws: WebSocket, service: PageService): void {
  const { windows } = service;
  let session: WindowSession | undefined;
  let key: string | undefined;
  const deadline = setTimeout(() => refuse(ws), HELLO_MS);
  const send = (frame: AnswerFrame): void => {
    if (ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount > MAX_BACKLOG) return ws.close(CLOSE.tooSlow, 'too slow');
    ws.send(JSON.stringify(frame));
  };
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    clearTimeout(deadline);
    session?.close();
    if (key !== undefined) windows.keys.release(key);
  });
  ws.on('message', (data, isBinary) => {
    const text = isBinary ? '' : textOf(data);
    if (session !== undefined) return session.receive(text);
    const json = parseJsonText(text, HELLO_BOUNDS);
    const hello = helloSchema.safeParse(json.ok ? json.value : undefined);
    if (!hello.success || !service.acceptsSession(hello.data.session)) return refuse(ws);
    clearTimeout(deadline);
    key = windows.keys.take(hello.data.window ?? undefined);
    const { terminal, mesh } = hello.data;
    const port = { send, backlog: () => ws.bufferedAmount };
    session = openWindowSession(windows, port, { key, mesh: mesh ?? service.mesh, terminal });
    service.onOpen();
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
