import { BridgeEnd } from './bridge.ts';
import type { PageConfig } from './messages.ts';

declare const standInConfig: PageConfig;

// Runs before any script of the page, in the same world. As in Electron, only the top frame has a preload.
if (window.top === window) {
  const { toIsolated, toMain } = standInConfig;
  void new BridgeEnd(toIsolated, toMain, (name, value) => {
    Object.defineProperty(window, name, { value, enumerable: true, writable: false, configurable: false });
  });
}
