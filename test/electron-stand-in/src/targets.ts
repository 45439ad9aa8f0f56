import type { CdpConnection, CdpEvent } from './cdp.ts';
import { quietly } from './cdp.ts';

/** What happens to a page as a whole. */
export interface TargetEvents {
  gone(): void;
  titleChanged(title: string): void;
}

/** The pages in Chromium: each is ours, or a popup that no page may open by itself. */
const sessions = new Map<string, string>();
const awaited = new Map<string, (sessionId: string) => void>();
const watched = new Map<string, TargetEvents>();

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
  events: TargetEvents,
): Promise<{ readonly targetId: string; readonly sessionId: string }> {
  const options = { url: 'about:blank', newWindow: true, width: size.width, height: size.height };
  const { targetId } = await cdp.send('Target.createTarget', options);
  watched.set(targetId, events);
  const known = sessions.get(targetId);
  const sessionId = known ?? (await new Promise<string>((resolve) => awaited.set(targetId, resolve)));
  return { targetId, sessionId };
}

function receive(cdp: CdpConnection, event: CdpEvent): void {
  switch (event.method) {
    case 'Target.attachedToTarget':
      attached(cdp, event.params.sessionId, event.params.targetInfo);
      return;
    case 'Target.targetInfoChanged':
      watched.get(event.params.targetInfo.targetId)?.titleChanged(event.params.targetInfo.title);
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
  if (target.type !== 'page') {
    quietly(cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId));
    return;
  }
  if (target.openerId !== undefined) {
    // The window open handler decides; what it allows becomes a window of its own.
    quietly(cdp.send('Target.closeTarget', { targetId: target.targetId }));
    return;
  }
  sessions.set(target.targetId, sessionId);
  awaited.get(target.targetId)?.(sessionId);
  awaited.delete(target.targetId);
}

function gone(targetId: string): void {
  sessions.delete(targetId);
  const events = watched.get(targetId);
  watched.delete(targetId);
  events?.gone();
}
