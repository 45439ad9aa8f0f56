import { app } from '../app.ts';
import type { BrowserWindow } from '../browser-window.ts';
import { recorder } from '../recorder.ts';

const zoomStep = 0.5;

/** What a role does to the window that has the keyboard. Those that Chromium does by itself are not here. */
const windowRoles: Readonly<Record<string, (window: BrowserWindow) => void>> = {
  close: (window) => window.close(),
  minimize: (window) => window.minimize(),
  zoom: (window) => window.maximize(),
  togglefullscreen: (window) => window.setFullScreen(!window.isFullScreen()),
  reload: (window) => window.webContents.reload(),
  forceReload: (window) => window.webContents.reloadIgnoringCache(),
  toggleDevTools: (window) => window.webContents.toggleDevTools(),
  resetZoom: ({ webContents }) => webContents.setZoomLevel(0),
  zoomIn: ({ webContents }) => webContents.setZoomLevel(webContents.getZoomLevel() + zoomStep),
  zoomOut: ({ webContents }) => webContents.setZoomLevel(webContents.getZoomLevel() - zoomStep),
};

const otherRoles = [
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'pasteAndMatchStyle',
  'delete',
  'selectAll',
  'about',
  'services',
  'hide',
  'hideOthers',
  'unhide',
  'quit',
  'front',
  'help',
  'window',
  'appMenu',
  'fileMenu',
  'editMenu',
  'viewMenu',
  'windowMenu',
  'recentDocuments',
  'clearRecentDocuments',
  'toggleSpellChecker',
];

export function isRole(role: string): boolean {
  return role in windowRoles || otherRoles.includes(role);
}

/** Does what a role is for. @param window the one that has the keyboard, where there is one */
export function runRole(role: string, window: BrowserWindow | undefined): void {
  recorder.record('menu role', role);
  if (role === 'quit') app.quit();
  else if (window) windowRoles[role]?.(window);
}
