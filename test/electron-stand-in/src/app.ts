import { getPath, setPath } from './app-paths.ts';
import { reorderAsChromiumDoes } from './command-line.ts';
import { lifecycle } from './lifecycle.ts';
import { end, quit } from './quit.ts';
import { recorder } from './recorder.ts';
import { takePlace } from './single-instance.ts';
import { getStart } from './start.ts';
import { strict, StrictEmitter } from './strict.ts';

/** Electron's `app`. */
class App extends StrictEmitter {
  readonly isPackaged = false;
  /** There is one on macOS only. */
  readonly dock = undefined;
  readonly commandLine = commandLine;
  #name: string | undefined;
  #giveUpPlace: (() => void) | undefined;
  #locale = 'en-US';

  get name(): string {
    return this.#name ?? getStart().name;
  }

  set name(name: string) {
    this.#name = name;
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getVersion(): string {
    return getStart().version;
  }

  getAppPath(): string {
    return getStart().appFolder;
  }

  getPath(name: string): string {
    return getPath(name, this.name);
  }

  setPath(name: string, value: string): void {
    setPath(name, value);
  }

  getLocale(): string {
    return this.#locale;
  }

  getSystemLocale(): string {
    return this.#locale;
  }

  getPreferredSystemLanguages(): string[] {
    return [this.#locale];
  }

  isReady(): boolean {
    return lifecycle.ready;
  }

  whenReady(): Promise<void> {
    lifecycle.awaited();
    return lifecycle.whenReady;
  }

  quit(): void {
    quit(this);
  }

  exit(code = 0): void {
    end(this, code);
  }

  /** Recorded only: a test wants to see that it was asked for. */
  relaunch(options: Electron.RelaunchOptions = {}): void {
    recorder.record('app.relaunch', options);
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    if (this.#giveUpPlace) return true;
    const self = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
    this.#giveUpPlace = takePlace(this.getPath('userData'), self, (second) => {
      const argv = reorderAsChromiumDoes(second.argv);
      this.emit('second-instance', {}, argv, second.workingDirectory, second.additionalData);
    });
    return this.#giveUpPlace !== undefined;
  }

  hasSingleInstanceLock(): boolean {
    return this.#giveUpPlace !== undefined;
  }

  releaseSingleInstanceLock(): void {
    this.#giveUpPlace?.();
    this.#giveUpPlace = undefined;
  }

  enableSandbox(): void {
    if (lifecycle.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean {
    recorder.record('app.setAsDefaultProtocolClient', protocol, path, args);
    return true;
  }

  isDefaultProtocolClient(protocol: string): boolean {
    return recorder.of('app.setAsDefaultProtocolClient').some((call) => [call].flat()[0] === protocol);
  }

  setBadgeCount(count = 0): boolean {
    recorder.badge = count;
    return true;
  }

  getBadgeCount(): number {
    return recorder.badge;
  }

  setAppUserModelId(id: string): void {
    recorder.record('app.setAppUserModelId', id);
  }

  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    recorder.record('app.setAboutPanelOptions', options);
  }

  setLoginItemSettings(settings: Electron.Settings): void {
    recorder.record('app.setLoginItemSettings', settings);
  }

  focus(): void {
    recorder.record('app.focus');
  }
}

const appended = new Map<string, string>();

const commandLine = strict('app.commandLine', {
  appendSwitch(name: string, value = ''): void {
    appended.set(name, value);
  },
  removeSwitch(name: string): void {
    appended.delete(name);
  },
  hasSwitch: (name: string): boolean => appended.has(name) || getStart().commandLine.switches.has(name),
  getSwitchValue: (name: string): string =>
    appended.get(name) ?? getStart().commandLine.switches.get(name) ?? '',
} satisfies Partial<Electron.CommandLine>);

/** The switches that Chromium is started with. */
export function allSwitches(): ReadonlyMap<string, string> {
  return new Map([...getStart().commandLine.switches, ...appended]);
}

export const app = new App();
