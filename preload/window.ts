import { contextBridge, ipcRenderer } from 'electron';
import { TO_PAGE, TO_SHELL } from '../shared/api/window-channels.ts';
import type { WindowLink } from '../shared/api/window-link.ts';

let listener: (text: string) => void = () => undefined;
ipcRenderer.on(TO_PAGE, (_event, text: unknown) => {
  if (typeof text === 'string') listener(text);
});

/** Text in, text out, and no more: neither the event nor the ipc object reaches the page. */
const link: WindowLink = {
  post(text) {
    if (typeof text === 'string') ipcRenderer.send(TO_SHELL, text);
  },
  onMessage(next) {
    listener = next;
  },
};
contextBridge.exposeInMainWorld('cotalShell', link);
