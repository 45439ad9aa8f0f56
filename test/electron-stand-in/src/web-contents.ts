import { fromChromium, toChromium } from './addresses.ts';
import type { Protocol } from './cdp.ts';
import { handlePageEvent, type ContentsInside } from './contents-events.ts';
import { FrameTree, type WebFrameMain } from './frames.ts';
import { LoadError, Loads } from './loads.ts';
import type { MessagePortMain } from './message-ports.ts';
import { NativeImage } from './native/native-image.ts';
import { nativeTheme } from './native/native-theme.ts';
import { PageIpc } from './page-ipc.ts';
import type { PageLink } from './page-link.ts';
import { makePageScripts, type PageScripts } from './page-script.ts';
import { bindingName, isolatedWorldName } from './page/messages.ts';
import { recorder } from './recorder.ts';
import { session, type Session } from './session.ts';
import { refuseOnceDestroyed, strict, StrictEmitter } from './strict.ts';

/** The window around a page. */
export interface ContentsOwner {
  readonly size: { readonly width: number; readonly height: number };
  readonly preferences: Electron.WebPreferences;
  gone(): void;
  firstPaint(): void;
  titleChanged(title: string): void;
  isFocused(): boolean;
  openWindow(url: string, options: object): void;
}

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

const all = new Map<number, WebContents>();
let lastId = 0;
let targetOf: (contents: WebContents) => string | undefined;

/** Electron's `WebContents`: a page, as the main process sees it. */
export class WebContents extends StrictEmitter {
  readonly id: number;
  readonly session: Session = session.defaultSession;
  readonly #owner: ContentsOwner;
  readonly #link: PageLink;
  readonly #frames = new FrameTree();
  readonly #loads = new Loads();
  readonly #ipc: PageIpc;
  readonly #scripts: PageScripts;
  #openHandler: OpenHandler | undefined;
  #ownNavigation: string | undefined;
  #isDestroyed = false;
  #devToolsOpen = false;
  #zoomFactor: number;
  #title = '';

  static {
    targetOf = (contents) => contents.#link.targetId;
  }

  constructor(owner: ContentsOwner, link: PageLink) {
    super();
    lastId += 1;
    this.id = lastId;
    this.#owner = owner;
    this.#link = link;
    const { preload, additionalArguments = [], zoomFactor = 1 } = owner.preferences;
    this.#zoomFactor = zoomFactor;
    this.#scripts = makePageScripts(preload, additionalArguments);
    this.#ipc = new PageIpc(this, { link, frames: this.#frames, preload }, (title) => {
      this.#title = title;
      owner.titleChanged(title);
    });
    all.set(this.id, this);
    const inside = this.#inside();
    link.open(owner.size, {
      prepare: () => this.#prepare(),
      event: (event) => handlePageEvent(event, inside),
      gone: () => this.#end(),
    });
  }

  get mainFrame(): WebFrameMain {
    return this.#frames.main;
  }

  getURL(): string {
    return this.#frames.mainUrl;
  }

  getTitle(): string {
    return this.#title;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  isFocused(): boolean {
    return this.#owner.isFocused();
  }

  async loadURL(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new LoadError('ERR_INVALID_URL', url);
    await this.#link.opened;
    this.#ownNavigation = url;
    const { errorText, loaderId } = await this.#link.send('Page.navigate', { url: toChromium(url) });
    if (errorText !== undefined && errorText !== '') throw new LoadError(errorText, url);
    if (loaderId !== undefined) await this.#loads.wait(loaderId, url);
  }

  reload(): void {
    this.#ownNavigation = this.getURL();
    this.#link.tell('Page.reload');
  }

  reloadIgnoringCache(): void {
    this.#ownNavigation = this.getURL();
    this.#link.tell('Page.reload', { ignoreCache: true });
  }

  stop(): void {
    this.#link.tell('Page.stopLoading');
  }

  /** Closes the page as it could itself; its window closes with it. */
  close(options: { waitForBeforeUnload?: boolean } = {}): void {
    if (options.waitForBeforeUnload) this.#link.tell('Page.close');
    else this.#link.destroy();
  }

  send(channel: string, ...args: unknown[]): void {
    this.#ipc.send(channel, args);
  }

  postMessage(channel: string, message: unknown, transfer: MessagePortMain[] = []): void {
    this.#ipc.postMessage(channel, message, transfer);
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    await this.#link.opened;
    const options = { expression: code, awaitPromise: true, returnByValue: true, userGesture };
    const { result, exceptionDetails } = await this.#link.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async capturePage(): Promise<NativeImage> {
    await this.#link.opened;
    const { data } = await this.#link.send('Page.captureScreenshot', { format: 'png' });
    return new NativeImage(Buffer.from(data, 'base64'));
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  forcefullyCrashRenderer(): void {
    this.#link.tell('Page.crash');
  }

  openDevTools(): void {
    this.#devToolsOpen = true;
    this.emit('devtools-opened');
  }

  closeDevTools(): void {
    if (!this.#devToolsOpen) return;
    this.#devToolsOpen = false;
    this.emit('devtools-closed');
  }

  toggleDevTools(): void {
    if (this.#devToolsOpen) this.closeDevTools();
    else this.openDevTools();
  }

  isDevToolsOpened(): boolean {
    return this.#devToolsOpen;
  }

  getZoomFactor(): number {
    return this.#zoomFactor;
  }

  setZoomFactor(factor: number): void {
    if (!(factor > 0)) throw new Error("'zoomFactor' must be a double greater than 0.0");
    this.#zoomFactor = factor;
  }

  /** Chromium's levels: each is a fifth larger than the one below. */
  getZoomLevel(): number {
    return Math.log(this.#zoomFactor) / Math.log(1.2);
  }

  setZoomLevel(level: number): void {
    this.#zoomFactor = 1.2 ** level;
  }

  setVisualZoomLevelLimits(minimum: number, maximum: number): Promise<void> {
    recorder.record('webContents.setVisualZoomLevelLimits', minimum, maximum);
    return Promise.resolve();
  }

  setBackgroundThrottling(allowed: boolean): void {
    recorder.record('webContents.setBackgroundThrottling', allowed);
  }

  #inside(): ContentsInside {
    return {
      contents: this,
      frames: this.#frames,
      link: this.#link,
      loads: this.#loads,
      heard: (world, message) => this.#ipc.hear(world, message),
      windowWanted: (request) => this.#decideWindow(request),
      documentsGone: () => this.#ipc.documentsGone(),
      firstPaint: () => this.#owner.firstPaint(),
      isOwnNavigation: (url) => {
        if (this.#ownNavigation === undefined || url !== asRequested(this.#ownNavigation)) return false;
        this.#ownNavigation = undefined;
        return true;
      },
    };
  }

  async #prepare(): Promise<void> {
    this.#frames.begin(this.#link.targetId ?? '');
    const { main, isolated } = this.#scripts;
    const worldName = isolatedWorldName;
    await Promise.all([
      this.#link.send('Page.enable'),
      this.#link.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      this.#link.send('Runtime.enable'),
      this.#link.send('Log.enable'),
      this.#link.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      this.#link.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName }),
      this.#link.send('Page.addScriptToEvaluateOnNewDocument', { source: main }),
      this.#link.send('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName }),
      this.#followTheme(),
    ]);
  }

  /** As in Electron, pages see the theme that the app chose. */
  async #followTheme(): Promise<void> {
    const apply = async (): Promise<void> => {
      const value = nativeTheme.themeSource === 'system' ? '' : nativeTheme.themeSource;
      const features = [{ name: 'prefers-color-scheme', value }];
      await this.#link.send('Emulation.setEmulatedMedia', { features });
    };
    const update = (): void => void apply().catch(() => undefined);
    nativeTheme.on('updated', update);
    this.once('destroyed', () => nativeTheme.off('updated', update));
    if (nativeTheme.themeSource !== 'system') await apply();
  }

  #end(): void {
    if (this.#isDestroyed) return;
    this.#ipc.documentsGone();
    this.#frames.end();
    this.#loads.replacedBy('');
    this.#isDestroyed = true;
    all.delete(this.id);
    this.emit('destroyed');
    this.#owner.gone();
  }

  /** Without a handler of the app Electron opens any window that a page wants. */
  #decideWindow(request: Protocol.Page.windowOpenPayload): void {
    const url = fromChromium(request.url);
    const details = {
      url,
      frameName: request.windowName === '_blank' ? '' : request.windowName,
      features: request.windowFeatures.join(),
      disposition: 'foreground-tab' as const,
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' as const },
    };
    const answer: Electron.WindowOpenHandlerResponse = this.#openHandler?.(details) ?? { action: 'allow' };
    if (answer.action === 'allow') this.#owner.openWindow(url, answer.overrideBrowserWindowOptions ?? {});
  }
}

refuseOnceDestroyed(WebContents, []);

/** Electron's `webContents`. */
export const webContents = strict('webContents', {
  getAllWebContents: () => [...all.values()],
  getFocusedWebContents: () => [...all.values()].find((one) => one.isFocused()) ?? null,
  fromId: (id: number) => all.get(id),
  fromDevToolsTargetId: (target: string) => [...all.values()].find((one) => targetOf(one) === target),
});

/** An address as a request for it says it: the root of an origin with a slash, and without a fragment. */
function asRequested(url: string): string {
  const request = new URL(toChromium(url));
  request.hash = '';
  return fromChromium(request.href);
}
