import { ipcMain } from 'electron';
import { TO_SHELL } from '../../shared/api/window-channels.ts';
import { MAX_WINDOW_MESSAGE_BYTES } from '../shell/gateway.ts';
import type { ShellLog } from '../shell/shell-log.ts';
import { checkSender } from './security.ts';
import type { WindowLinkEnd } from './window-link.ts';

/**
 * The only channel into the main process. Texts of anybody but our own page, in the top frame of one of our windows,
 * are dropped and noted.
 */
export function listenToPages(
  linkOf: (webContentsId: number) => WindowLinkEnd | undefined,
  log: ShellLog,
): void {
  ipcMain.on(TO_SHELL, (event, text: unknown) => {
    const link = linkOf(event.sender.id);
    const frame = event.senderFrame;
    if (!checkSender(frame, link !== undefined)) {
      return log('refused-sender', { url: frame?.url.slice(0, 200) ?? 'gone' });
    }
    if (typeof text !== 'string' || text.length > MAX_WINDOW_MESSAGE_BYTES) return log('refused-message');
    link?.take(text);
  });
}
