import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import { asFault } from '../../shared/base/refusal.ts';
import { MAX_WINDOW_MESSAGE_BYTES } from '../shell/gateway.ts';
import { checkRequest, originOf, securityHeaders } from './guard.ts';
import type { WindowService } from '../shell/window-session.ts';
import { readPageFiles } from '../shell/page-files.ts';
import { servePage } from './page-socket.ts';
import { createRedirectFiles } from './redirect-file.ts';
import { createTokenStore, isSameSecret } from './secrets.ts';

/** The running loopback shell. */
export interface BrowserShell {
  readonly port: number;
  /** An address with a launch token in its fragment; it works once, within `lifeMs`. */
  issueLink(lifeMs: number, show?: Shown): string;
  /** A private file that leads to such an address, for the arguments of a browser. */
  makeRedirectFile(show?: Shown): Promise<string>;
  /** How many pages have opened so far. */
  pagesOpened(): number;
  close(): Promise<void>;
}

/** What a page is opened to show, besides what the shell was started for. */
export interface Shown {
  readonly mesh?: string | null;
  readonly terminal?: string | null;
}

export interface BrowserShellOptions {
  readonly windows: WindowService;
  /** The mesh that a page shows first. */
  readonly mesh: string | null;
  /** The built page. */
  readonly rendererDir: string;
  /** Where redirect files are put: a private folder. */
  readonly runDir: string;
  /** Lets another start of the program ask for a link; it is in a 0600 file that a page cannot read. */
  readonly controlSecret: string;
}

/** How long a launch token may wait for the browser, and for a person who copies it from the terminal. */
export const LAUNCH_LIFE_MS = 60_000;
export const PRINTED_LIFE_MS = 10 * 60_000;
const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
const MAX_BODY_BYTES = 1024;
const MAX_CONNECTIONS = 128;

const sessionBody = z.object({ token: z.string().max(128) });
const controlBody = z.object({
  secret: z.string().max(128),
  want: z.enum(['file', 'link']),
  mesh: z.string().regex(/^[0-9a-f]{16}$/),
});
export const controlAnswerSchema = z.union([z.object({ file: z.string() }), z.object({ link: z.string() })]);

/** Serves the page on a random port of the loopback address: its files, the exchange of a token, one socket a page. */
export async function startBrowserShell(o: BrowserShellOptions): Promise<BrowserShell> {
  const files = await readPageFiles(o.rendererDir);
  const launchTokens = createTokenStore(o.windows.now);
  const sessions = createTokenStore(o.windows.now);
  const redirects = createRedirectFiles(o.runDir);
  await redirects.sweep();
  let port = 0;
  let opened = 0;

  const issueLink = (lifeMs: number, { mesh = o.mesh, terminal = null }: Shown = {}): string => {
    const fragment = new URLSearchParams({
      t: launchTokens.issue(lifeMs),
      ...(mesh === null ? {} : { mesh }),
      ...(terminal === null ? {} : { terminal }),
    });
    return `${originOf(port)}/#${fragment.toString()}`;
  };
  const makeRedirectFile = (show: Shown = {}): Promise<string> =>
    redirects.make(issueLink(LAUNCH_LIFE_MS, show), LAUNCH_LIFE_MS);

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const refused = checkRequest(factsOf(req, false), port);
    if (refused !== undefined) return answerText(res, port, refused.status, refused.why);
    if (req.method === 'POST') return respondPost(req, res);
    const file = files.get(pathOf(req));
    if (file === undefined) return answerText(res, port, 404, 'There is no such page.');
    answer(res, port, 200, file.type, req.method === 'HEAD' ? '' : file.body);
  }

  async function respondPost(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await readJsonBody(req);
    switch (pathOf(req)) {
      case '/session': {
        const asked = sessionBody.safeParse(body);
        if (!asked.success || !launchTokens.redeem(asked.data.token)) {
          return answerText(res, port, 403, 'This link was used already, or is too old.');
        }
        return answerJson(res, port, { session: sessions.issue(SESSION_LIFE_MS) });
      }
      case '/control': {
        const asked = controlBody.safeParse(body);
        if (!asked.success || !isSameSecret(asked.data.secret, o.controlSecret)) {
          return answerText(res, port, 403, 'Only the program itself may ask this.');
        }
        const { want, mesh } = asked.data;
        if (want === 'link') return answerJson(res, port, { link: issueLink(PRINTED_LIFE_MS, { mesh }) });
        return answerJson(res, port, { file: await makeRedirectFile({ mesh }) });
      }
      default:
        return answerText(res, port, 404, 'There is no such page.');
    }
  }

  const server = createServer((req, res) => {
    respond(req, res).catch(() => {
      // What went wrong inside is nobody's business out there.
      if (res.headersSent) res.destroy();
      else answerText(res, port, 500, 'Something went wrong inside the shell.');
    });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (_error, socket) => socket.destroy());

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_WINDOW_MESSAGE_BYTES });
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const refused = checkRequest(factsOf(req, true), port);
    if (refused !== undefined || pathOf(req) !== '/socket')
      return refuseUpgrade(socket, refused?.status ?? 404);
    sockets.handleUpgrade(req, socket, head, (ws) =>
      servePage(ws, {
        windows: o.windows,
        mesh: o.mesh,
        acceptsSession: sessions.accepts,
        onOpen: () => opened++,
      }),
    );
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  }).catch((error: unknown) => {
    throw asFault(
      error,
      'no-port',
      'The window cannot be served on this machine.',
      'Is the loopback interface up?',
    );
  });
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    port,
    issueLink,
    makeRedirectFile,
    pagesOpened: () => opened,
    async close() {
      for (const ws of sockets.clients) ws.close(1001, 'the shell ends');
      await redirects.removeAll();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      setTimeout(() => {
        for (const ws of sockets.clients) ws.terminate();
        server.closeAllConnections();
      }, 200).unref();
      await closed;
    },
  };
}

function factsOf(req: IncomingMessage, isUpgrade: boolean) {
  return { method: req.method ?? '', url: req.url ?? '', headers: req.headers, isUpgrade };
}

/** The path as it was sent: nothing is decoded, so nothing can be spelled another way. */
function pathOf(req: IncomingMessage): string {
  return (req.url ?? '').split(/[?#]/, 1)[0] ?? '';
}

function answer(
  res: ServerResponse,
  port: number,
  status: number,
  type: string,
  body: string | Buffer,
): void {
  res.writeHead(status, { ...securityHeaders(port), 'content-type': type });
  res.end(body);
}

function answerText(res: ServerResponse, port: number, status: number, text: string): void {
  // What is left of a refused request is not waited for.
  res.setHeader('connection', 'close');
  answer(res, port, status, 'text/plain; charset=utf-8', `${text}\n`);
}

function answerJson(res: ServerResponse, port: number, value: unknown): void {
  answer(res, port, 200, 'application/json', JSON.stringify(value));
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function readJsonBody(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  const json = parseJsonText(Buffer.concat(chunks).toString('utf8'), {
    maxBytes: MAX_BODY_BYTES,
    maxDepth: 4,
  });
  return json.ok ? json.value : undefined;
}
