import type { Bridge } from '../../bridge.ts';
import { announce } from '../../state/store.ts';
import { explainProblem } from '../../state/follow.ts';
import { safeAddress } from './body/text.ts';

/** Opens an address outside the window: by the system where the shell can, else in a browser tab of its own. */
export async function openExternal(bridge: Bridge, href: string): Promise<void> {
  const url = safeAddress(href);
  if (url === undefined) return announce('This address is not opened: it is not one of the web or of mail.');
  try {
    const { opened } = await bridge.call('shell.openExternal', { url });
    if (!opened) window.open(url, '_blank', 'noopener,noreferrer');
  } catch (error) {
    announce(explainProblem(error).what);
  }
}
