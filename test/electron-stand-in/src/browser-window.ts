import { app } from './app.ts';
import { isPrevented } from './events.ts';
import { lifecycle } from './lifecycle.ts';
import type { NativeImage } from './native/native-image.ts';
import { PageLink } from './page-link.ts';
import { afterWindowClosed } from './quit.ts';
import { recorder } from './recorder.ts';
import { primaryDisplay } from './native/screen.ts';
import { refuseOnceDestroyed, StrictEmitter } from './strict.ts';
import { WebContents } from './web-contents.ts';
import { assertWindowOptions } from './window-options.ts';
import { windows } from './windows.ts';

type Options = Electron.BrowserWindowConstructorOptions;
type Bounds = Electron.Rectangle;

/** How long a page may take to decide whether it closes. */
const closeMs = 3_000;

let lastId = 0;

/** Electron's `BrowserWindow`. The page is real; what a window manager would do is bookkeeping. */
export class BrowserWindow extends StrictEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  readonly #link = new PageLink();
  readonly #options: Options;
  #bounds: Bounds;
  /** The bounds to return to, where the window is maximized or in full screen. */
  #normalBounds: Bounds | undefined;
  #state: 'normal' | 'maximized' | 'minimized' | 'fullscreen' = 'normal';
  #isVisible: boolean;
  #isDestroyed = false;
  #title: string;
  #isMenuBarVisible = true;

  constructor(options: Options = {}) {
    super();
    if (!lifecycle.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    assertWindowOptions(options);
    lastId += 1;
    this.id = lastId;
    this.#options = options;
    const { x = 0, y = 0, width = 800, height = 600, show = true, title = app.name } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = show;
    this.#title = title;
    windows.add({ window: this, requestClose: () => this.#requestClose() });
    this.webContents = this.#makeContents();
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
    if (show) this.focus();
    if (options.fullscreen) this.setFullScreen(true);
  }

  static getAllWindows(): BrowserWindow[] {
    return windows.all().map(({ window }) => window);
  }

  static getFocusedWindow(): BrowserWindow | null {
    return windows.focused;
  }

  static fromId(id: number): BrowserWindow | null {
    return windows.get(id);
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  reload(): void {
    this.webContents.reload();
  }

  capturePage(): Promise<NativeImage> {
    return this.webContents.capturePage();
  }

  close(): void {
    void this.#requestClose();
  }

  destroy(): void {
    this.#link.destroy();
  }

  show(): void {
    this.showInactive();
    this.focus();
  }

  showInactive(): void {
    if (this.#isVisible) return;
    this.#isVisible = true;
    this.emit('show');
  }

  hide(): void {
    if (!this.#isVisible) return;
    this.#isVisible = false;
    this.blur();
    this.emit('hide');
  }

  focus(): void {
    const before = windows.focused;
    if (before === this || !this.#isVisible) return;
    before?.blur();
    windows.setFocused(this);
    this.emit('focus');
    app.emit('browser-window-focus', {}, this);
  }

  blur(): void {
    if (windows.focused !== this) return;
    windows.setFocused(null);
    this.emit('blur');
    app.emit('browser-window-blur', {}, this);
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  isFocused(): boolean {
    return windows.focused === this;
  }

  isModal(): boolean {
    return this.#options.modal === true;
  }

  getParentWindow(): BrowserWindow | null {
    const { parent } = this.#options;
    return parent ? windows.get(parent.id) : null;
  }

  moveTop(): void {
    recorder.record('window.moveTop', this.id);
  }

  minimize(): void {
    if (this.#state === 'minimized') return;
    this.#state = 'minimized';
    this.blur();
    this.emit('minimize');
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  restore(): void {
    if (this.#state !== 'minimized') return;
    this.#state = this.#normalBounds ? 'maximized' : 'normal';
    this.emit('restore');
  }

  maximize(): void {
    this.#isVisible = true;
    if (this.#state === 'maximized') return;
    this.#fill('maximized', primaryDisplay.workArea);
    this.emit('maximize');
  }

  unmaximize(): void {
    if (this.#state !== 'maximized') return;
    this.#unfill();
    this.emit('unmaximize');
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  setFullScreen(on: boolean): void {
    if (on === this.isFullScreen()) return;
    if (on) this.#fill('fullscreen', primaryDisplay.bounds);
    else this.#unfill();
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen');
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen';
  }

  isNormal(): boolean {
    return this.#state === 'normal';
  }

  getBounds(): Bounds {
    return { ...this.#bounds };
  }

  getNormalBounds(): Bounds {
    return { ...(this.#normalBounds ?? this.#bounds) };
  }

  setBounds(bounds: Partial<Bounds>): void {
    const before = this.#bounds;
    this.#bounds = { ...before, ...bounds };
    const { x: left, y: top, width, height } = this.#bounds;
    void this.#moveInChromium({ left, top, width, height });
    if (width !== before.width || height !== before.height) this.emit('resize');
    if (left !== before.x || top !== before.y) this.emit('move');
  }

  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height];
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  getPosition(): number[] {
    return [this.#bounds.x, this.#bounds.y];
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }

  center(): void {
    const { width, height } = primaryDisplay.workArea;
    const x = Math.round((width - this.#bounds.width) / 2);
    this.setBounds({ x, y: Math.round((height - this.#bounds.height) / 2) });
  }

  setMinimumSize(width: number, height: number): void {
    recorder.record('window.setMinimumSize', this.id, width, height);
  }

  getTitle(): string {
    return this.#title;
  }

  setTitle(title: string): void {
    this.#title = title;
  }

  setMenuBarVisibility(visible: boolean): void {
    this.#isMenuBarVisible = visible;
  }

  isMenuBarVisible(): boolean {
    return this.#isMenuBarVisible;
  }

  removeMenu(): void {
    this.#isMenuBarVisible = false;
  }

  setBackgroundColor(color: string): void {
    recorder.record('window.setBackgroundColor', this.id, color);
  }

  setIcon(icon: NativeImage | string): void {
    recorder.record('window.setIcon', this.id, icon);
  }

  setTitleBarOverlay(options: Electron.TitleBarOverlayOptions): void {
    recorder.record('window.setTitleBarOverlay', this.id, options);
  }

  flashFrame(flash: boolean): void {
    recorder.record('window.flashFrame', this.id, flash);
  }

  setProgressBar(progress: number): void {
    recorder.record('window.setProgressBar', this.id, progress);
  }

  setContentProtection(enable: boolean): void {
    recorder.record('window.setContentProtection', this.id, enable);
  }

  #makeContents(): WebContents {
    const owner = {
      size: this.#bounds,
      preferences: this.#options.webPreferences ?? {},
      gone: () => this.#end(),
      firstPaint: () => this.emit('ready-to-show'),
      isFocused: () => this.isFocused(),
      titleChanged: (title: string) => {
        if (!isPrevented(this, 'page-title-updated', {}, title, true)) this.#title = title;
      },
      openWindow: (url: string, options: Options) => {
        const webPreferences = { ...this.#options.webPreferences, ...options.webPreferences };
        const window = new BrowserWindow({ ...options, webPreferences });
        this.webContents.emit('did-create-window', window, { url });
        window.loadURL(url).catch(() => undefined);
      },
    };
    return new WebContents(owner, this.#link);
  }

  /** The app may refuse, and then the page; whether it closed. */
  async #requestClose(): Promise<boolean> {
    if (this.#isDestroyed) return true;
    if (isPrevented(this, 'close')) return false;
    const closed = new Promise<boolean>((resolve) => {
      this.once('closed', () => resolve(true));
      setTimeout(() => resolve(false), closeMs).unref();
    });
    this.#link.tell('Page.close');
    return closed;
  }

  #end(): void {
    if (this.#isDestroyed) return;
    this.blur();
    this.#isDestroyed = true;
    windows.remove(this.id);
    this.emit('closed');
    afterWindowClosed(app);
  }

  #fill(state: 'maximized' | 'fullscreen', bounds: Bounds): void {
    this.#normalBounds ??= this.#bounds;
    this.#state = state;
    this.setBounds(bounds);
  }

  #unfill(): void {
    const bounds = this.#normalBounds;
    this.#normalBounds = undefined;
    this.#state = 'normal';
    if (bounds) this.setBounds(bounds);
  }

  async #moveInChromium(bounds: { left: number; top: number; width: number; height: number }): Promise<void> {
    try {
      await this.#link.opened;
      const { windowId } = await this.#link.send('Browser.getWindowForTarget');
      await lifecycle.browser().cdp.send('Browser.setWindowBounds', { windowId, bounds });
    } catch {
      // It has closed in between.
    }
  }
}

refuseOnceDestroyed(BrowserWindow, ['destroy', 'close']);
