import { existsSync, readFileSync } from 'node:fs';
import { strict } from '../strict.ts';

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Electron's `NativeImage`: PNG only, and never decoded. Anything else is an empty image, as in Electron. */
export class NativeImage {
  readonly #png: Buffer;
  #isTemplate = false;

  constructor(content: Buffer) {
    this.#png = content.subarray(0, 8).equals(pngSignature) ? content : Buffer.alloc(0);
    strict('NativeImage', this);
  }

  isEmpty(): boolean {
    return this.#png.length === 0;
  }

  getSize(): { width: number; height: number } {
    if (this.isEmpty()) return { width: 0, height: 0 };
    // The header chunk comes first: width and height after its length and name.
    return { width: this.#png.readUInt32BE(16), height: this.#png.readUInt32BE(20) };
  }

  toPNG(): Buffer {
    return this.#png;
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.#png.toString('base64')}`;
  }

  setTemplateImage(isTemplate: boolean): void {
    this.#isTemplate = isTemplate;
  }

  isTemplateImage(): boolean {
    return this.#isTemplate;
  }

  /** The same picture: nothing here looks at its pixels. */
  resize(): NativeImage {
    return new NativeImage(this.#png);
  }
}

/** Electron's `nativeImage`. */
export const nativeImage = strict('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromBuffer: (content: Buffer) => new NativeImage(content),
  createFromPath: (file: string) => new NativeImage(existsSync(file) ? readFileSync(file) : Buffer.alloc(0)),
  createFromDataURL(url: string): NativeImage {
    const [, base64 = ''] = /^data:image\/png;base64,(.*)$/.exec(url) ?? [];
    return new NativeImage(Buffer.from(base64, 'base64'));
  },
});
