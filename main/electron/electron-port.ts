import { dialog, Notification } from 'electron';
import { Fault } from '../../shared/base/refusal.ts';
import { platformName, type ShellPort } from '../shell/shell-port.ts';
import { VERSION } from '../shell/version.ts';
import type { OpenExternal } from './app.ts';
import type { Quitting } from './quit.ts';
import type { AppWindows } from './windows.ts';

export interface ElectronPortOptions {
  readonly platform: NodeJS.Platform;
  readonly hasTray: boolean;
  readonly windows: () => AppWindows;
  readonly quitting: () => Quitting;
  readonly openExternal: OpenExternal;
  /** How many things a window counts that need the person. */
  readonly setNeeds: (count: number, window: string) => void;
  /** Brings a mesh down; rejects with a Fault in words. */
  readonly stopMesh: (mesh: string) => Promise<void>;
}

/** More windows than this are no person's doing. */
const MAX_WINDOWS = 20;
/** Notifications that a person may still click; the oldest is forgotten when there are more. */
const MAX_NOTES = 50;

/** The Electron shell as its windows see it. */
export function createElectronPort(o: ElectronPortOptions): ShellPort {
  /** By their tag: a newer one of the same thing takes the older one's place. */
  const notes = new Map<string, Notification>();

  return {
    kind: 'electron',
    platform: platformName(o.platform),
    version: VERSION,
    features: {
      folderDialog: true,
      notifications: Notification.isSupported(),
      tray: o.hasTray,
      menu: true,
    },
    async openExternal(url, window) {
      const contents = o.windows().byKey(window)?.native.webContents;
      return contents !== undefined && o.openExternal(url, contents);
    },
    async pickFolder(from, window) {
      const native = o.windows().byKey(window)?.native;
      if (native === undefined) return null;
      const { filePaths } = await dialog.showOpenDialog(native, {
        title: 'Choose a folder',
        properties: ['openDirectory', 'createDirectory'],
        ...(from === null ? {} : { defaultPath: from }),
      });
      return filePaths[0] ?? null;
    },
    notify({ title, body, tag }, window) {
      notes.get(tag)?.close();
      const note = new Notification({ title, body });
      note.on('click', () => void openNote(o.windows(), window, tag));
      notes.delete(tag);
      notes.set(tag, note);
      for (const old of [...notes.keys()].slice(0, -MAX_NOTES)) notes.delete(old);
      note.show();
    },
    setNeeds: o.setNeeds,
    async openWindow(what) {
      if (o.windows().all().length >= MAX_WINDOWS) throw tooManyWindows();
      await o.windows().open(what);
      return null;
    },
    async quit(stopMesh) {
      if (stopMesh !== null) await o.stopMesh(stopMesh);
      o.quitting().now();
    },
  };
}

/** Shows what a notification was about, in the window that sent it or in the one in use. */
async function openNote(windows: AppWindows, key: string, tag: string): Promise<void> {
  const window = windows.byKey(key);
  const payload = { command: 'open', argument: tag };
  if (window === undefined) return windows.tell('shell.command', payload);
  windows.focus(window);
  window.link.emit('shell.command', payload);
}

function tooManyWindows(): Fault {
  return new Fault('too-many-windows', 'No further window is opened.', {
    why: `${MAX_WINDOWS} are open.`,
    remedy: 'Close one of them first.',
  });
}
