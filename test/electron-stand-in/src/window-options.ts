import path from 'node:path';
import { session } from './session.ts';

type Test = (value: unknown) => boolean;

const isBoolean: Test = (value) => typeof value === 'boolean';
const isNumber: Test = (value) => Number.isFinite(value);
const isString: Test = (value) => typeof value === 'string';
const isObject: Test = (value) => typeof value === 'object' && value !== null;
const isStrings: Test = (value) => Array.isArray(value) && value.every(isString);
const only =
  (allowed: unknown): Test =>
  (value) =>
    value === allowed;
const either =
  (...tests: Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));

/** The options that a window may have here, and what they may be. */
const windowOptions: Readonly<Record<string, Test>> = {
  width: isNumber,
  height: isNumber,
  x: isNumber,
  y: isNumber,
  minWidth: isNumber,
  minHeight: isNumber,
  maxWidth: isNumber,
  maxHeight: isNumber,
  useContentSize: isBoolean,
  center: isBoolean,
  show: isBoolean,
  paintWhenInitiallyHidden: only(true),
  title: isString,
  icon: either(isString, isObject),
  backgroundColor: isString,
  darkTheme: isBoolean,
  frame: isBoolean,
  titleBarStyle: isString,
  titleBarOverlay: either(isBoolean, isObject),
  trafficLightPosition: isObject,
  autoHideMenuBar: isBoolean,
  parent: isObject,
  modal: isBoolean,
  resizable: isBoolean,
  movable: isBoolean,
  minimizable: isBoolean,
  maximizable: isBoolean,
  fullscreenable: isBoolean,
  fullscreen: isBoolean,
  closable: isBoolean,
  focusable: isBoolean,
  alwaysOnTop: isBoolean,
  skipTaskbar: isBoolean,
  webPreferences: isObject,
};

/** The preferences that a page may have here. Those that protect it have one value only. */
const webPreferences: Readonly<Record<string, Test>> = {
  preload: (value) => isString(value) && path.isAbsolute(String(value)),
  additionalArguments: isStrings,
  contextIsolation: only(true),
  sandbox: only(true),
  webSecurity: only(true),
  safeDialogs: only(true),
  nodeIntegration: only(false),
  nodeIntegrationInWorker: only(false),
  nodeIntegrationInSubFrames: only(false),
  allowRunningInsecureContent: only(false),
  experimentalFeatures: only(false),
  webviewTag: only(false),
  navigateOnDragDrop: only(false),
  plugins: only(false),
  session: only(session.defaultSession),
  javascript: only(true),
  images: isBoolean,
  webgl: isBoolean,
  devTools: isBoolean,
  spellcheck: isBoolean,
  disableDialogs: isBoolean,
  backgroundThrottling: isBoolean,
  autoplayPolicy: isString,
  defaultEncoding: isString,
  zoomFactor: isNumber,
};

/** Throws for an option that is unknown here, or that would make the window less safe than Cotal's windows are. */
export function assertWindowOptions(options: object): void {
  assertAll('BrowserWindow', options, windowOptions);
  if ('webPreferences' in options && options.webPreferences)
    assertAll('webPreferences', options.webPreferences, webPreferences);
}

function assertAll(what: string, options: object, allowed: Readonly<Record<string, Test>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const test = allowed[name];
    if (!test) throw new TypeError(`The Electron stand-in does not know the option ${what}.${name}`);
    if (!test(value)) throw new TypeError(`The Electron stand-in refuses ${what}.${name} = ${String(value)}`);
  }
}
