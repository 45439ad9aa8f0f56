import { app, session, shell, type Session, type WebContents } from 'electron';
import { Fault, messageOf } from '../../shared/base/refusal.ts';
import { parseExternal } from '../shell/external.ts';
import type { ShellLog } from '../shell/shell-log.ts';
import {
  isAllowedDownload,
  isAllowedPermission,
  isAllowedRequest,
  isGestureRecent,
  isOwnUrl,
} from './security.ts';

/** Asks a person whether an address that a page wants to open may be opened. */
export type AskToOpen = (url: string, contents: WebContents) => Promise<boolean>;

/** Opens an address in the person's browser: at once after a key or a click of theirs, else when they say so. */
export type OpenExternal = (url: string, contents: WebContents) => Promise<boolean>;

/** Before the app is ready: every renderer is sandboxed, whatever a window says. */
export function hardenEarly(): void {
  app.enableSandbox();
}

/** Holds every page of the app to the table in `security.ts`, however it came about. */
export function hardenPages(openExternal: OpenExternal, log: ShellLog): void {
  app.on('web-contents-created', (_created, contents) => {
    const stay = (event: { readonly url: string; preventDefault(): void }): void => {
      if (isOwnUrl(event.url)) return;
      event.preventDefault();
      log('refused-navigation', { url: event.url.slice(0, 200) });
    };
    contents.on('will-navigate', stay);
    contents.on('will-frame-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      const outside = parseExternal(url);
      if (outside !== undefined) {
        openExternal(outside, contents).catch((error: unknown) =>
          log('not-opened', { why: messageOf(error) }),
        );
      }
      return { action: 'deny' };
    });
  });
}

/** What pages may ask of the browser around them: next to nothing. */
export function hardenSession(ses: Session = session.defaultSession): void {
  ses.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    isAllowedPermission(permission, origin, isMainFrame),
  );
  ses.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(isAllowedPermission(permission, requestingUrl, isMainFrame)),
  );
  ses.setDevicePermissionHandler(() => false);
  ses.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  ses.webRequest.onBeforeRequest((details, callback) =>
    callback({ cancel: !isAllowedRequest(details.url, app.isPackaged) }),
  );
  ses.on('will-download', (event, item) => {
    if (!isAllowedDownload(item.getURL())) event.preventDefault();
  });
}

/** Opens addresses outside; a page that asks without a person's key or click is asked about. */
export function createOpenExternal(ask: AskToOpen, now: () => number): OpenExternal {
  const lastInputAt = new WeakMap<WebContents, number>();
  app.on('web-contents-created', (_created, contents) => {
    contents.on('input-event', (_event, { type }) => {
      if (type === 'mouseDown' || type === 'mouseUp' || type === 'rawKeyDown' || type === 'keyDown') {
        lastInputAt.set(contents, now());
      }
    });
  });
  return async (url, contents) => {
    const isWanted = isGestureRecent(lastInputAt.get(contents), now()) || (await ask(url, contents));
    if (isWanted) await shell.openExternal(url).catch((error: unknown) => Promise.reject(notOpened(error)));
    return isWanted;
  };
}

function notOpened(cause: unknown): Fault {
  return new Fault('not-opened', 'The address could not be opened.', {
    why: messageOf(cause),
    remedy: 'Copy it, and open it in the program that you want for it.',
    cause,
  });
}
