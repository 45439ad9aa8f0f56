/**
 * Checked by the compiler, never run: the stand-in has no member that Electron has not. What is written as an object says
 * so itself, by `satisfies Partial<Electron.…>`, which checks its signatures as well.
 */
import type * as StandIn from './electron.ts';
import type { WebFrameMain } from './frames.ts';
import type { MessagePortMain } from './message-ports.ts';
import type { NativeImage } from './native/native-image.ts';
import type { Session } from './session.ts';
import type { UtilityProcess } from './utility-process.ts';
import type { WebContents } from './web-contents.ts';

type Real = typeof import('electron');

/** The members of ours that the real one has not; `never` where all is well. */
type Invented<Ours, Theirs> = Exclude<keyof Ours, keyof Theirs>;

type Nothing<T extends never> = T;

/** Each line fails to compile with the name of an invented member. */
export type NoInvention = [
  Nothing<Invented<typeof StandIn, Real>>,
  Nothing<Invented<typeof StandIn.app, Electron.App>>,
  Nothing<Invented<StandIn.BrowserWindow, Electron.BrowserWindow>>,
  Nothing<Invented<typeof StandIn.BrowserWindow, typeof Electron.BrowserWindow>>,
  Nothing<Invented<WebContents, Electron.WebContents>>,
  Nothing<Invented<typeof StandIn.webContents, typeof Electron.webContents>>,
  Nothing<Invented<WebFrameMain, Electron.WebFrameMain>>,
  Nothing<Invented<typeof StandIn.ipcMain, Electron.IpcMain>>,
  Nothing<Invented<MessagePortMain, Electron.MessagePortMain>>,
  Nothing<Invented<StandIn.MessageChannelMain, Electron.MessageChannelMain>>,
  Nothing<Invented<Session, Electron.Session>>,
  Nothing<Invented<Session['webRequest'], Electron.WebRequest>>,
  Nothing<Invented<StandIn.Menu, Electron.Menu>>,
  Nothing<Invented<typeof StandIn.Menu, typeof Electron.Menu>>,
  Nothing<Invented<StandIn.MenuItem, Electron.MenuItem>>,
  Nothing<Invented<StandIn.Tray, Electron.Tray>>,
  Nothing<Invented<StandIn.Notification, Electron.Notification>>,
  Nothing<Invented<typeof StandIn.Notification, typeof Electron.Notification>>,
  Nothing<Invented<NativeImage, Electron.NativeImage>>,
  Nothing<Invented<typeof StandIn.nativeImage, typeof Electron.nativeImage>>,
  Nothing<Invented<typeof StandIn.nativeTheme, Electron.NativeTheme>>,
  Nothing<Invented<typeof StandIn.powerMonitor, Electron.PowerMonitor>>,
  Nothing<Invented<typeof StandIn.screen, Electron.Screen>>,
  Nothing<Invented<typeof StandIn.net, Electron.Net>>,
  Nothing<Invented<typeof StandIn.utilityProcess, typeof Electron.utilityProcess>>,
  Nothing<Invented<UtilityProcess, Electron.UtilityProcess>>,
];
