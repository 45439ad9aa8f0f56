import type { NativeImage } from './native-image.ts';
import { recorder } from '../recorder.ts';
import { refuseOnceDestroyed, StrictEmitter } from '../strict.ts';
import type { Menu } from './menu.ts';

/** What a tray shows, which Electron does not tell. */
export interface TrayFace {
  readonly tray: Tray;
  image: NativeImage | string;
  toolTip: string;
  title: string;
  menu: Menu | null;
}

/** Electron's `Tray`. What it shows is in `__standIn.trays`; a test clicks it by `tray.emit('click')`. */
export class Tray extends StrictEmitter {
  readonly #face: TrayFace;
  #isDestroyed = false;

  constructor(image: NativeImage | string) {
    super();
    this.#face = { tray: this, image, toolTip: '', title: '', menu: null };
    recorder.trays.add(this.#face);
  }

  setImage(image: NativeImage | string): void {
    this.#face.image = image;
  }

  setPressedImage(image: NativeImage | string): void {
    recorder.record('tray.setPressedImage', image);
  }

  setToolTip(toolTip: string): void {
    this.#face.toolTip = toolTip;
  }

  setTitle(title: string): void {
    this.#face.title = title;
  }

  getTitle(): string {
    return this.#face.title;
  }

  setContextMenu(menu: Menu | null): void {
    this.#face.menu = menu;
  }

  setIgnoreDoubleClickEvents(ignore: boolean): void {
    recorder.record('tray.setIgnoreDoubleClickEvents', ignore);
  }

  popUpContextMenu(menu = this.#face.menu): void {
    menu?.popup();
  }

  getBounds(): Electron.Rectangle {
    return { x: 1880, y: 0, width: 24, height: 24 };
  }

  destroy(): void {
    this.#isDestroyed = true;
    recorder.trays.delete(this.#face);
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
}

refuseOnceDestroyed(Tray, ['destroy']);
