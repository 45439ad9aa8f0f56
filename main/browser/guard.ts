import type { IncomingHttpHeaders } from 'node:http';

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

/** The headers of every answer: nothing from elsewhere runs in the page, nobody frames it, nothing is kept. */
export function securityHeaders(port: number): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      // The terminal makes style elements for its colours and cell size. Scripts have no such exception.
      "style-src 'self' 'unsafe-inline'",
      `connect-src 'self' ws://127.0.0.1:${port}`,
      "img-src 'self' blob: data:",
      "font-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  };
}

const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

function refuse(status: RequestRefusal['status'], why: string): RequestRefusal {
  return { status, why };
}
