import type { Menu } from './native/menu.ts';
import type { Notification } from './native/notification.ts';
import type { TrayFace } from './native/tray.ts';

interface Call {
  readonly what: string;
  readonly args: readonly unknown[];
}

/**
 * What the app asked of the system around it, where Electron has no way to look. Tests find it in the main process:
 * `app.evaluate(() => __standIn.of('shell.openExternal'))`.
 */
export class Recorder {
  readonly calls: Call[] = [];
  /** Shown and not closed. Click one by `emit('click')`. */
  readonly notifications = new Set<Notification>();
  readonly trays = new Set<TrayFace>();
  /** The menus that `popup` opened. */
  readonly popups: Menu[] = [];
  badge = 0;

  record(what: string, ...args: unknown[]): void {
    this.calls.push({ what, args });
  }

  /** The arguments of each call of one kind; just the argument where there is one. */
  of(what: string): unknown[] {
    const calls = this.calls.filter((call) => call.what === what);
    return calls.map(({ args }) => (args.length === 1 ? args[0] : args));
  }
}

export const recorder = new Recorder();

Object.defineProperty(globalThis, '__standIn', { value: recorder });
