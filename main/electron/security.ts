import type { BrowserWindowConstructorOptions } from 'electron';
import { parseJoinLink } from '../../shared/cotal/join-link.ts';
import { pageHeaders } from '../shell/page-policy.ts';

/**
 * Everything that decides what a window may do, as pure functions (security.md, rule 5). What may be opened outside is
 * decided for both shells in `shell/external.ts`.
 */

/** The scheme and host that the built page is served under; there is no other page. */
export const APP_SCHEME = 'app';
const APP_HOST = 'bundle';
const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_URL = `${APP_ORIGIN}/`;

/** What the scheme may do. Not `bypassCSP`, `corsEnabled`, `allowServiceWorkers`, `allowExtensions`. */
export const SCHEME_PRIVILEGES = { standard: true, secure: true, supportFetchAPI: true } as const;

/** The parsed scheme and host decide, never what a text begins with. */
export function isOwnUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === ''
  );
}

/** May the page load this at all? Its own files, and what it made itself; devtools only while developing. */
export function isAllowedRequest(text: string, isPackaged: boolean): boolean {
  if (isOwnUrl(text)) return true;
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  if (protocol === 'blob:') return isOwnUrl(text.slice('blob:'.length));
  return protocol === 'data:' || (protocol === 'devtools:' && !isPackaged);
}

/** May this be saved as a file? Only what the page made itself; the person chooses where. */
export function isAllowedDownload(text: string): boolean {
  return text.startsWith('blob:') && isOwnUrl(text.slice('blob:'.length));
}

/** The policy of the page. It talks to its shell over ipc, so it connects to nothing but its own files. */
export function ownHeaders(): Readonly<Record<string, string>> {
  return pageHeaders("'self'");
}

/** The permissions a page may have; Electron's own default is to grant all. Reading the clipboard is not among them. */
const PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** May a page have this permission? `url` is where it asks from. */
export function isAllowedPermission(permission: string, url: string, isMainFrame: boolean): boolean {
  return isMainFrame && isOwnUrl(url) && PERMISSIONS.has(permission);
}

/** What of a frame decides whether it may speak to the main process. */
export interface SenderFrame {
  readonly url: string;
  readonly origin: string;
  readonly parent: object | null;
}

/** Our own page, in the top frame of one of our windows. A frame that is gone already is `null`. */
export function checkSender(frame: SenderFrame | null, isOurWindow: boolean): boolean {
  return (
    isOurWindow &&
    frame !== null &&
    frame.parent === null &&
    frame.origin === APP_ORIGIN &&
    isOwnUrl(frame.url)
  );
}

/**
 * A link of ours, or nothing. It is a join link in its strict form (Cotal §10), the only kind there is; it is shown and
 * asked about, never followed by itself.
 */
export function parseDeepLink(text: string): string | undefined {
  // Beyond what the link's own form asks: nothing that a system's launcher or an eye could take for something else.
  return /^[!-~]+$/.test(text) && parseJoinLink(text).ok ? text : undefined;
}

/** The links among the arguments of a start: the system puts them anywhere between its own. */
export function findDeepLinks(argv: readonly string[]): readonly string[] {
  return argv.flatMap((arg) => parseDeepLink(arg) ?? []).slice(0, MAX_LINKS);
}

/** More links than this at once are nobody's wish. */
const MAX_LINKS = 4;

/** How long after a key or a click a page may have an address opened without being asked about it. */
const GESTURE_MS = 2000;

/** Did a person just do something in this window? `lastInputAt` is `undefined` when they never did. */
export function isGestureRecent(lastInputAt: number | undefined, now: number): boolean {
  return lastInputAt !== undefined && now >= lastInputAt && now - lastInputAt <= GESTURE_MS;
}

/** What every page is shown with (electron-harness.md E): no Node, its own world, a sandbox. */
export function webPreferences(
  preload: string,
  isPackaged: boolean,
): NonNullable<BrowserWindowConstructorOptions['webPreferences']> {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // Its dictionaries come from elsewhere.
    spellcheck: false,
    devTools: !isPackaged,
  };
}
