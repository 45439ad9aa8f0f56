import type { ShellInput } from '../../shared/api/shell.ts';
import { platformName, type ShellPort } from '../shell/shell-port.ts';

/** What the browser shell's port needs of the program around it. */
export interface BrowserPortOptions {
  readonly version: string;
  readonly platform: NodeJS.Platform;
  /** A fresh way in, for one more page. */
  issueLink(show: ShellInput<'shell.openWindow'>): string;
  /** Brings a mesh down; rejects with a Fault in words. */
  stopMesh(mesh: string): Promise<void>;
  /** Ends the program, once what is on its way to the pages has left. */
  end(): void;
}

/** The browser shell as its pages see it: the browser itself opens addresses, shows notes and asks for folders. */
export function createBrowserPort(o: BrowserPortOptions): ShellPort {
  return {
    kind: 'browser',
    platform: platformName(o.platform),
    version: o.version,
    features: { folderDialog: false, notifications: false, tray: false, menu: false },
    openExternal: () => Promise.resolve(false),
    pickFolder: () => Promise.resolve(null),
    notify: () => undefined,
    setNeeds: () => undefined,
    openWindow: (what) => Promise.resolve(o.issueLink(what)),
    async quit(stopMesh) {
      if (stopMesh !== null) await o.stopMesh(stopMesh);
      o.end();
    },
  };
}
