import type { BrowserWindow } from 'electron';
import type { ShellEvent, ShellEventPayload } from '../../shared/api/shell.ts';
import { TO_PAGE } from '../../shared/api/window-channels.ts';
import type { ShellLog } from '../shell/shell-log.ts';
import { openWindowSession, type WindowService } from '../shell/window-session.ts';
import type { WindowStates } from '../shell/window-state.ts';
import { keepPageAlive } from './crash.ts';
import type { OpenWindow } from './open-windows.ts';
import { createWindowLink, type WindowLinkEnd } from './window-link.ts';
import { followPlace, loadPage, openNativeWindow, readPlace, type WindowMaking } from './window.ts';

/** One window of the app. */
export interface AppWindow extends OpenWindow {
  /** The mesh it was opened to show; `mesh` is `null` where that is the one the app was started for. */
  readonly shows: string | null;
  readonly native: BrowserWindow;
  readonly contentsId: number;
  readonly link: WindowLinkEnd;
}

/** The windows of the app. */
export interface AppWindows {
  /** Opens a window; with `key` the one of that name, if it is not open. */
  open(what: Pick<OpenWindow, 'mesh' | 'terminal'>, key?: string): Promise<AppWindow>;
  all(): readonly AppWindow[];
  byKey(key: string): AppWindow | undefined;
  byContents(webContentsId: number): AppWindow | undefined;
  /** The one a person used last. */
  last(): AppWindow | undefined;
  /** Brings a window to the front. */
  focus(window: AppWindow): void;
  /** Tells the window a person used last; opens one when there is none. */
  tell<E extends ShellEvent>(event: E, payload: ShellEventPayload<E>): Promise<void>;
}

export interface AppWindowsOptions {
  readonly service: WindowService;
  readonly making: WindowMaking;
  readonly places: WindowStates;
  /** The mesh of a window that was opened for none. */
  readonly mesh: string | null;
  readonly log: ShellLog;
  readonly onChange: (windows: readonly AppWindow[]) => void;
}

/** Opens and keeps the windows of the app. */
export function createAppWindows(o: AppWindowsOptions): AppWindows {
  /** In the order in which they were used; the last one is the one in use. */
  let windows: readonly AppWindow[] = [];
  let opening: Promise<AppWindow> | undefined;

  function putLast(window: AppWindow): void {
    windows = [...windows.filter((other) => other !== window), window];
  }

  function open(what: Pick<OpenWindow, 'mesh' | 'terminal'>, wish?: string): Promise<AppWindow> {
    opening = make(what, wish).finally(() => (opening = undefined));
    return opening;
  }

  async function make(what: Pick<OpenWindow, 'mesh' | 'terminal'>, wish?: string): Promise<AppWindow> {
    const key = o.service.keys.take(wish);
    const place = readPlace(await o.places.load(key));
    const native = openNativeWindow(o.making, place);
    const shows = what.mesh ?? o.mesh;
    const link = linkTo(native, { key, mesh: shows, terminal: what.terminal }, o.service);
    const window: AppWindow = { key, ...what, shows, native, contentsId: native.webContents.id, link };
    putLast(window);
    native.on('focus', () => putLast(window));
    native.on('closed', () => {
      link.end();
      o.service.keys.release(key);
      windows = windows.filter((other) => other !== window);
      o.onChange(windows);
    });
    native.webContents.on('render-process-gone', () => link.end());
    keepPageAlive(native, o.log, o.service.now);
    followPlace(native, (now) => void o.places.save(key, now).catch(() => undefined));
    o.onChange(windows);
    loadPage(native).catch((error: unknown) => o.log('page-not-loaded', { error: String(error) }));
    return window;
  }

  function focus({ native }: AppWindow): void {
    if (native.isMinimized()) native.restore();
    native.show();
    native.focus();
  }

  return {
    open,
    all: () => windows,
    byKey: (key) => windows.find((window) => window.key === key),
    byContents: (id) => windows.find(({ contentsId }) => contentsId === id),
    last: () => windows.at(-1),
    focus,
    async tell(event, payload) {
      const shown = windows.at(-1);
      const window = shown ?? (await (opening ?? open({ mesh: null, terminal: null })));
      window.link.emit(event, payload);
      if (shown !== undefined) focus(shown);
    },
  };
}

function linkTo(native: BrowserWindow, opening: OpenWindow, service: WindowService): WindowLinkEnd {
  const post = (text: string): void => {
    if (!native.isDestroyed()) native.webContents.send(TO_PAGE, text);
  };
  return createWindowLink(post, (port) => openWindowSession(service, port, opening));
}
