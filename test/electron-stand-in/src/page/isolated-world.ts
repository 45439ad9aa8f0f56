import { toWire } from '../clone.ts';
import { BridgeEnd } from './bridge.ts';
import { watchContextMenu } from './context-menu.ts';
import { watchInput } from './input.ts';
import { ipcRenderer, post } from './ipc-renderer.ts';
import type { PageConfig } from './messages.ts';
import { watchTitle } from './title.ts';

declare const standInConfig: PageConfig;
/** The preload's text as the body of a function; does nothing where a window has none. */
declare const standInPreload: (require: unknown, process: unknown, module: { exports: object }) => void;

/** What is asked for and is not there is an error, as in the main process. */
function strictly<T extends object>(name: string, object: T): T {
  return new Proxy(Object.freeze(object), {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || key === 'then') return Reflect.get(target, key);
      throw new TypeError(`The Electron stand-in has no ${name}.${key} in a preload`);
    },
  });
}

function makeElectron(bridge: BridgeEnd): object {
  let zoomFactor = 1;
  return strictly('electron', {
    ipcRenderer: strictly('ipcRenderer', ipcRenderer),
    contextBridge: strictly('contextBridge', {
      exposeInMainWorld(name: string, value: unknown): void {
        if (name in window)
          throw new Error('Cannot bind an API on top of an existing property on the window object');
        bridge.expose(name, value);
      },
    }),
    webFrame: strictly('webFrame', {
      getZoomFactor: () => zoomFactor,
      setZoomFactor(factor: number): void {
        zoomFactor = factor;
      },
    }),
  });
}

function run(): void {
  const { toIsolated, toMain, platform, versions, argv, preloadProblem } = standInConfig;
  const electron = makeElectron(new BridgeEnd(toMain, toIsolated));
  const require = (name: string): object => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const process = strictly('process', {
    argv,
    contextIsolated: true,
    env: {},
    platform,
    sandboxed: true,
    type: 'renderer',
    versions,
  });
  try {
    if (preloadProblem) throw Object.assign(new Error(preloadProblem.message), { name: preloadProblem.name });
    standInPreload(require, process, { exports: {} });
  } catch (error) {
    console.error('Unable to load preload script', error);
    post({ kind: 'preload-error', error: toWire(error) });
  }
}

// As in Electron, only the top frame has a preload.
if (window.top === window) {
  watchContextMenu();
  watchInput();
  watchTitle();
  run();
}
