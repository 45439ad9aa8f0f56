import { quietly, type CdpEvent, type Command, type Protocol } from './cdp.ts';
import { lifecycle } from './lifecycle.ts';
import { openTarget } from './targets.ts';

export interface PageLinkEvents {
  /** Runs when the page can be spoken to and has not begun to run. */
  prepare(): Promise<void>;
  event(event: CdpEvent): void;
  gone(): void;
}

/** The page in Chromium that stands behind one window. */
export class PageLink {
  #targetId: string | undefined;
  #sessionId: string | undefined;
  #isGone = false;
  #onGone: () => void = () => undefined;
  #opened: Promise<void> = Promise.reject(new Error('not opened'));

  constructor() {
    quietly(this.#opened);
  }

  get targetId(): string | undefined {
    return this.#targetId;
  }

  /** Resolves once the page runs. */
  get opened(): Promise<void> {
    return this.#opened;
  }

  open(size: { readonly width: number; readonly height: number }, events: PageLinkEvents): void {
    this.#onGone = events.gone;
    this.#opened = this.#open(size, events);
    // Who needs the page waits for it and hears of the failure there.
    quietly(this.#opened);
  }

  async #open(
    size: { readonly width: number; readonly height: number },
    events: PageLinkEvents,
  ): Promise<void> {
    const { cdp } = lifecycle.browser();
    const { targetId, sessionId } = await openTarget(cdp, size, () => this.#end());
    this.#targetId = targetId;
    this.#sessionId = sessionId;
    if (this.#isGone) {
      quietly(cdp.send('Target.closeTarget', { targetId }));
      throw new Error('The window was destroyed before its page had opened');
    }
    cdp.listen(sessionId, (event) => events.event(event));
    // None of these answers before the page runs, so they are not waited for one by one.
    await Promise.all([events.prepare(), this.send('Runtime.runIfWaitingForDebugger')]);
  }

  /** Sends a command to the page; only once it is open. */
  send<M extends Command>(
    method: M,
    params?: Protocol.CommandParameters[M],
  ): Promise<Protocol.CommandReturnValues[M]> {
    return lifecycle.browser().cdp.send(method, params, this.#sessionId);
  }

  /** The same once it is open, for commands whose outcome does not matter. */
  tell<M extends Command>(method: M, params?: Protocol.CommandParameters[M]): void {
    quietly(this.#opened.then(() => this.send(method, params)));
  }

  /** Closes the page at once, and before it has opened as soon as it has. */
  destroy(): void {
    const targetId = this.#targetId;
    if (targetId !== undefined) quietly(lifecycle.browser().cdp.send('Target.closeTarget', { targetId }));
    this.#end();
  }

  /** Once: nothing is heard of the page any more. */
  #end(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    if (this.#sessionId !== undefined) lifecycle.browser().cdp.forget(this.#sessionId);
    this.#onGone();
  }
}
