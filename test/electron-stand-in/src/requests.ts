import { fromChromium, originsToChromium, schemeOf, toChromium } from './addresses.ts';
import { quietly, type Command, type Protocol } from './cdp.ts';
import { isPrevented } from './events.ts';
import type { FrameTree } from './frames.ts';
import type { PageLink } from './page-link.ts';
import { applyPermissions } from './permissions.ts';
import { handlerOf } from './protocol.ts';
import type { WebContents } from './web-contents.ts';
import { askListener } from './web-request.ts';

type Paused = Protocol.Fetch.requestPausedPayload;
type Headers = Protocol.Fetch.HeaderEntry[];

/** A page, for what decides about its requests. */
export interface RequestingPage {
  readonly contents: WebContents;
  readonly frames: FrameTree;
  readonly link: PageLink;
  /** Whether the app itself asked to go to this address; it is asked once. */
  isOwnNavigation(url: string): boolean;
}

/** Decides about one request as Electron does: navigation events, `webRequest`, then the scheme's handler. */
export async function decideRequest(paused: Paused, page: RequestingPage): Promise<void> {
  if (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined) {
    await decideResponse(paused, page);
    return;
  }
  const url = fromChromium(paused.request.url);
  if (paused.resourceType === 'Document') {
    if (isNavigationRefused(paused, url, page)) {
      fail(paused, page, 'Aborted');
      return;
    }
    if (page.frames.isMain(paused.frameId)) await applyPermissions(page.contents, url);
  }
  const { cancel, redirectURL } = await askListener('onBeforeRequest', detailsOf(paused, url, page));
  if (cancel) fail(paused, page, 'BlockedByClient');
  else if (redirectURL !== undefined) redirect(paused, page, redirectURL);
  else await serve(paused, url, page);
}

/** Tells the app of a navigation that it did not ask for. */
function isNavigationRefused(paused: Paused, url: string, page: RequestingPage): boolean {
  const isMainFrame = page.frames.isMain(paused.frameId);
  const frame = page.frames.find(paused.frameId);
  if (paused.redirectedRequestId !== undefined)
    return isPrevented(page.contents, 'will-redirect', { url, isMainFrame, frame }, url);
  if (isMainFrame && page.isOwnNavigation(url)) return false;
  return isNavigationPrevented(page.contents, { url, isMainFrame, frame });
}

/** Electron's two events before a page navigates by itself; the second for the main frame only. */
export function isNavigationPrevented(
  contents: WebContents,
  details: { readonly url: string; readonly isMainFrame: boolean; readonly frame: object | null },
): boolean {
  const about = { ...details, isSameDocument: false, initiator: details.frame };
  if (isPrevented(contents, 'will-frame-navigate', about)) return true;
  return details.isMainFrame && isPrevented(contents, 'will-navigate', about, details.url);
}

async function serve(paused: Paused, url: string, page: RequestingPage): Promise<void> {
  const handler = handlerOf(schemeOf(url));
  if (!handler) {
    // An address of ours without a handler exists nowhere.
    if (url !== paused.request.url) fail(paused, page, 'Failed');
    else respond(page, 'Fetch.continueRequest', { requestId: paused.requestId, interceptResponse: true });
    return;
  }
  let response: Response;
  try {
    response = await handler(asRequest(paused, url));
  } catch (error) {
    console.error(`The handler of ${url} failed:`, error);
    fail(paused, page, 'Failed');
    return;
  }
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const headers = [...response.headers].map(([name, value]) => ({ name, value: originsToChromium(value) }));
  respond(page, 'Fetch.fulfillRequest', {
    requestId: paused.requestId,
    responseCode: response.status,
    responseHeaders: headers,
    body,
  });
}

function asRequest({ request }: Paused, url: string): Request {
  const parts = (request.postDataEntries ?? []).map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  const headers = Object.entries(request.headers);
  const referrers = headers.map(([name, value]): [string, string] => [name, fromChromium(value)]);
  const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
  return new Request(url, { method: request.method, headers: referrers, ...body });
}

/** Not for schemes of the app: whether Electron calls it there is unknown, so nothing may rely on it. */
async function decideResponse(paused: Paused, page: RequestingPage): Promise<void> {
  const { requestId, responseStatusCode: statusCode = 0, responseHeaders = [] } = paused;
  const answer = await askListener('onHeadersReceived', {
    ...detailsOf(paused, paused.request.url, page),
    statusCode,
    statusLine: `HTTP/1.1 ${statusCode} ${paused.responseStatusText ?? ''}`.trim(),
    responseHeaders: groupHeaders(responseHeaders),
  });
  if (answer.cancel) fail(paused, page, 'BlockedByClient');
  else if (!answer.responseHeaders) respond(page, 'Fetch.continueResponse', { requestId });
  else {
    const headers = ungroupHeaders(answer.responseHeaders);
    respond(page, 'Fetch.continueResponse', {
      requestId,
      responseCode: statusCode,
      responseHeaders: headers,
    });
  }
}

function groupHeaders(headers: Headers): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const { name, value } of headers) groups[name] = [...(groups[name] ?? []), value];
  return groups;
}

function ungroupHeaders(groups: Record<string, string | string[]>): Headers {
  return Object.entries(groups).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  );
}

/** What `webRequest` tells of a request. */
function detailsOf(paused: Paused, url: string, { contents, frames }: RequestingPage) {
  return {
    id: Number(paused.requestId.replaceAll(/\D/g, '')),
    url,
    method: paused.request.method,
    resourceType: resourceTypeOf(paused, frames),
    webContentsId: contents.id,
    webContents: contents,
    frame: frames.find(paused.frameId),
    referrer: fromChromium(paused.request.headers['Referer'] ?? ''),
    timestamp: Date.now(),
    uploadData: [],
  };
}

const resourceTypes: Readonly<Record<string, string>> = {
  CSPViolationReport: 'cspReport',
  EventSource: 'xhr',
  Fetch: 'xhr',
  Font: 'font',
  Image: 'image',
  Media: 'media',
  Ping: 'ping',
  Script: 'script',
  Stylesheet: 'stylesheet',
  XHR: 'xhr',
};

function resourceTypeOf({ resourceType, frameId }: Paused, frames: FrameTree): string {
  if (resourceType === 'Document') return frames.isMain(frameId) ? 'mainFrame' : 'subFrame';
  return resourceTypes[resourceType] ?? 'other';
}

function redirect({ requestId }: Paused, page: RequestingPage, url: string): void {
  const responseHeaders = [{ name: 'location', value: toChromium(url) }];
  respond(page, 'Fetch.fulfillRequest', { requestId, responseCode: 307, responseHeaders });
}

function fail({ requestId }: Paused, page: RequestingPage, errorReason: Protocol.Network.ErrorReason): void {
  respond(page, 'Fetch.failRequest', { requestId, errorReason });
}

/** The page may be gone or elsewhere by the time that its request is decided. */
function respond<M extends Command>(
  page: RequestingPage,
  method: M,
  params: Protocol.CommandParameters[M],
): void {
  quietly(page.link.send(method, params));
}
