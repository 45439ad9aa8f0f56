import { WebglAddon } from '@xterm/addon-webgl';
import type { Terminal } from '@xterm/xterm';

/** Drawing by the graphics card; while it is not there, the terminal draws itself with elements of the page. */
export interface FastDrawing {
  /** Draws every character anew: what was damaged on the card is made good. */
  refresh(): void;
  dispose(): void;
}

/** A page may hold about sixteen contexts in Chromium, then the oldest is taken away; others may need some. */
const MAX_CONTEXTS = 8;
let contexts = 0;
let isWorthwhile: boolean | undefined;

/**
 * Has a terminal drawn by the graphics card, if there is one and the page has not too many drawn by it already. `lost` is
 * called when the card is taken away and elements of the page take over.
 */
export function drawFast(terminal: Terminal, lost: () => void): FastDrawing | undefined {
  isWorthwhile ??= hasGraphicsCard();
  if (!isWorthwhile || contexts >= MAX_CONTEXTS) return undefined;
  let addon: WebglAddon | undefined;
  const release = (): void => {
    if (addon === undefined) return;
    const ended = addon;
    addon = undefined;
    contexts -= 1;
    ended.dispose();
  };
  try {
    const added = new WebglAddon();
    terminal.loadAddon(added);
    added.onContextLoss(() => {
      release();
      lost();
    });
    addon = added;
    contexts += 1;
  } catch {
    // The card is there and does not serve: elements of the page do.
    return undefined;
  }
  return { refresh: () => addon?.clearTextureAtlas(), dispose: release };
}

/** Names of drivers that paint in software: slower than elements of the page are. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

function hasGraphicsCard(): boolean {
  const context = document
    .createElement('canvas')
    .getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (context === null) return false;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const driver: unknown = info === null ? '' : context.getParameter(info.UNMASKED_RENDERER_WEBGL);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof driver !== 'string' || !SOFTWARE.test(driver);
}
