import type { CdpConnection, CdpEvent } from './cdp.ts';
import { quietly } from './cdp.ts';

/** The pages in Chromium: each is ours, or a popup that no page may open by itself. */
const sessions = new Map<string, string>();
const awaited = new Map<string, (sessionId: string) => void>();
const watched = new Map<string, () => void>();

/** Begins to attach to whatever Chromium opens, before that runs anything. */
export async function watchTargets(cdp: CdpConnection): Promise<void> {
  cdp.listen('', (event) => receive(cdp, event));
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
}

/** Opens a page that waits to be told to run. */
export async function openTarget(
  cdp: CdpConnection,
  size: { readonly width: number; readonly height: number },
  onGone: () => void,
): Promise<{ readonly targetId: string; readonly sessionId: string }> {
  const options = { url: 'about:blank', newWindow: true, width: size.width, height: size.height };
  const { targetId } = await cdp.send('Target.createTarget', options);
  watched.set(targetId, onGone);
  const known = sessions.get(targetId);
  const sessionId = known ?? (await new Promise<string>((resolve) => awaited.set(targetId, resolve)));
  return { targetId, sessionId };
}

function receive(cdp: CdpConnection, event: CdpEvent): void {
  switch (event.method) {
    case 'Target.attachedToTarget':
      attached(cdp, event.params.sessionId, event.params.targetInfo);
      return;
    case 'Target.targetDestroyed':
      gone(event.params.targetId);
      return;
    default:
  }
}

function attached(
  cdp: CdpConnection,
  sessionId: string,
  target: { readonly targetId: string; readonly type: string; readonly openerId?: string },
): void {
  const isPopup = target.type === 'page' && target.openerId !== undefined;
  // The window open handler decides; what it allows becomes a window of its own.
  if (isPopup) quietly(cdp.send('Target.closeTarget', { targetId: target.targetId }));
  if (isPopup || target.type !== 'page') {
    // A popup shares its process with the page that opened it, which would stand still with it.
    quietly(cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId));
    return;
  }
  sessions.set(target.targetId, sessionId);
  awaited.get(target.targetId)?.(sessionId);
  awaited.delete(target.targetId);
}

function gone(targetId: string): void {
  sessions.delete(targetId);
  const onGone = watched.get(targetId);
  watched.delete(targetId);
  onGone?.();
}
