import { BrowserWindow, nativeTheme, screen } from 'electron';
import { MIN_SIZE, placeSchema, placeWindow, type Place } from './bounds.ts';
import { APP_URL, webPreferences } from './security.ts';

/** What every window of the app is made with. */
export interface WindowMaking {
  readonly preload: string;
  readonly icon: string;
  readonly isPackaged: boolean;
}

/** A window's size and place are kept this long after the last change of them. */
const PLACE_MS = 300;
/** The page's own ground, so that nothing flashes before it is drawn. */
const GROUND = { dark: '#14161a', light: '#ffffff' };

/** Opens a window where it was, if it still can be seen there. It shows itself when the page is drawn. */
export function openNativeWindow(making: WindowMaking, was: Place | undefined): BrowserWindow {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...placeWindow(was?.bounds, areas),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Cotal',
    icon: making.icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: webPreferences(making.preload, making.isPackaged),
  });
  window.once('ready-to-show', () => {
    if (was?.isMaximized === true) window.maximize();
    window.show();
  });
  return window;
}

/** Loads the page. One that cannot be loaded shows nothing, and says so in the log. */
export function loadPage(window: BrowserWindow): Promise<void> {
  return window.loadURL(APP_URL);
}

/** Tells where a window is whenever that has changed, and once more when it closes. */
export function followPlace(window: BrowserWindow, keep: (place: Place) => void): void {
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized()) return;
    keep({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(now, PLACE_MS);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('close', now);
  window.on('closed', () => clearTimeout(timer));
}

/** A kept place, if it is one. */
export function readPlace(kept: unknown): Place | undefined {
  const place = placeSchema.safeParse(kept);
  return place.success ? place.data : undefined;
}
