import { app, dialog, Notification, type BrowserWindow } from 'electron';
import { afterCrash, crashInWords } from './crash-policy.ts';
import type { ShellLog } from '../shell/shell-log.ts';

const RELOAD_MS = 500;

/** Loads a page again whose process ended: once by itself, then only when the person wants it. Agents are not touched. */
export function keepPageAlive(window: BrowserWindow, log: ShellLog, now: () => number): void {
  let lastAt: number | undefined;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log('page-gone', { reason, exitCode });
    if (reason === 'clean-exit') return;
    const decision = afterCrash(lastAt, now());
    lastAt = now();
    if (decision === 'ask') return void askToReload(window, reason);
    setTimeout(() => {
      if (window.isDestroyed()) return;
      window.webContents.reload();
      explain(reason);
    }, RELOAD_MS);
  });
  window.on('unresponsive', () => log('page-unresponsive'));
  window.on('responsive', () => log('page-responsive'));
}

function explain(reason: string): void {
  if (!Notification.isSupported()) return;
  const title = 'A window was loaded again';
  new Notification({ title, body: `${crashInWords(reason)} Your agents were not touched.` }).show();
}

async function askToReload(window: BrowserWindow, reason: string): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: app.name,
    message: 'This window stopped working again.',
    detail: `${crashInWords(reason)} Your agents go on, and nothing that they did is lost.`,
    buttons: ['Load it again', 'Close the window'],
    defaultId: 0,
    cancelId: 1,
  });
  if (window.isDestroyed()) return;
  if (response === 0) window.webContents.reload();
  else window.destroy();
}
