import { visibleLine } from '../shared/base/visible.ts';
import type { Bridge } from './bridge.ts';
import { announce } from './state/store.ts';

/** Puts text on the clipboard and says so; `what` begins the sentence. Resolves to whether it could be done. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} is on the clipboard.`);
    return true;
  } catch {
    announce(
      `${what} could not be copied: the window does not have the focus, or may not use the clipboard.`,
    );
    return false;
  }
}

/** Opens a checked address outside: by the shell where it can, else by the page. */
export function openOutside(bridge: Bridge, url: string): void {
  bridge.call('shell.openExternal', { url }).then(
    ({ opened }) => {
      if (!opened) window.open(url, '_blank', 'noopener,noreferrer');
      announce(`${visibleLine(url, 200)} opens outside this window.`);
    },
    () => announce('The link could not be opened: the window is not connected at the moment.'),
  );
}

/**
 * Opens an agent's terminal in a window of its own. Resolves to whether that is certain: a browser may hold back the
 * window that a page opens.
 */
export async function openOwnWindow(bridge: Bridge, mesh: string, agent: string): Promise<boolean> {
  const name = visibleLine(agent, 64);
  try {
    const { link } = await bridge.call('shell.openWindow', { mesh, terminal: agent });
    if (link !== null) window.open(link, '_blank', 'noopener');
    announce(`The terminal of ${name} opens in a window of its own.`);
    return link === null;
  } catch {
    announce(`No window could be opened for ${name}: this one is not connected at the moment.`);
    return false;
  }
}
