import { protocol } from './protocol.ts';
import { recorder } from './recorder.ts';
import { strict, StrictEmitter } from './strict.ts';
import { webRequest } from './web-request.ts';

type CheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;

/** What the app said that pages may do; nothing said means everything, as in Electron. */
export let permissionCheck: CheckHandler | null = null;

/** Electron's `Session`. There is one; its data lives as long as the process. */
class Session extends StrictEmitter {
  readonly protocol = protocol;
  readonly webRequest = webRequest;
  #spellChecker = true;

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    permissionCheck = handler;
  }

  /** Recorded, and not called by any page: call it as `__standIn.of('session.setPermissionRequestHandler')[0]`. */
  setPermissionRequestHandler(handler: object | null): void {
    recorder.record('session.setPermissionRequestHandler', handler);
  }

  setDevicePermissionHandler(handler: object | null): void {
    recorder.record('session.setDevicePermissionHandler', handler);
  }

  setDisplayMediaRequestHandler(handler: object | null): void {
    recorder.record('session.setDisplayMediaRequestHandler', handler);
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    this.#spellChecker = enabled;
  }

  isSpellCheckerEnabled(): boolean {
    return this.#spellChecker;
  }

  setSpellCheckerLanguages(languages: string[]): void {
    recorder.record('session.setSpellCheckerLanguages', languages);
  }

  clearCache(): Promise<void> {
    recorder.record('session.clearCache');
    return Promise.resolve();
  }

  clearStorageData(options: Electron.ClearStorageDataOptions = {}): Promise<void> {
    recorder.record('session.clearStorageData', options);
    return Promise.resolve();
  }

  isPersistent(): boolean {
    return true;
  }
}

export type { Session };

/** Electron's `session`. */
export const session = strict('session', { defaultSession: new Session() });
