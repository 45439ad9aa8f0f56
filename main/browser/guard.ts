import type { IncomingHttpHeaders } from 'node:http';
import { pageHeaders } from '../shell/page-policy.ts';

/** Why a request is not answered. */
export interface RequestRefusal {
  readonly status: 403 | 405 | 421;
  readonly why: string;
}

/** What of a request decides whether it comes from our own page. */
export interface RequestFacts {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly isUpgrade: boolean;
}

/** The one origin of the shell. `localhost` is another name, which somebody else may answer for. */
export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * Decides whether a request may be answered at all. Any web page the person visits can make the browser send
 * requests here, under names that resolve to this address; none of them gets further than this.
 */
export function checkRequest(request: RequestFacts, port: number): RequestRefusal | undefined {
  const { method, headers } = request;
  // A page that rebinds its name to this address sends that name: only the literal address is ours.
  if (headers.host !== `127.0.0.1:${port}`)
    return refuse(421, 'This server answers to its literal address only.');
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return refuse(405, 'Not that way.');
  // Compared with a fixed string, never with Host: on a rebinding page both are the same foreign name.
  const { origin } = headers;
  const mustSayOrigin = method === 'POST' || request.isUpgrade;
  if (origin === undefined ? mustSayOrigin : origin !== originOf(port)) {
    return refuse(403, 'Only the page of this server may ask it.');
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isOpeningThePage(request)) {
    return refuse(403, 'Other pages may not ask this server.');
  }
  return undefined;
}

/** The redirect file and a link lead here from elsewhere; the page itself holds no secret. */
function isOpeningThePage({ method, url, headers, isUpgrade }: RequestFacts): boolean {
  const navigates = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return method === 'GET' && url === '/' && navigates && !isUpgrade;
}

/** The headers of every answer. */
export function securityHeaders(port: number): Readonly<Record<string, string>> {
  return pageHeaders(`'self' ws://127.0.0.1:${port}`);
}

function refuse(status: RequestRefusal['status'], why: string): RequestRefusal {
  return { status, why };
}
