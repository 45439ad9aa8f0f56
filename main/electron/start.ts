import { app, BrowserWindow, dialog, Menu, type WebContents } from 'electron';
import path from 'node:path';
import { chooseRoot, holdHostAgain } from '../shell/bring-up.ts';
import { keepHost, type HostLink } from '../shell/host-link.ts';
import { watchMeshes } from '../shell/mesh-watch.ts';
import { readPageFiles } from '../shell/page-files.ts';
import type { ShellLog } from '../shell/shell-log.ts';
import { createWindowService } from '../shell/window-session.ts';
import { createWindowStates, windowStatesDir } from '../shell/window-state.ts';
import { createOpenExternal, hardenPages, hardenSession, type OpenExternal } from './app.ts';
import { offerContextMenus } from './context-menu.ts';
import { registerLinks, type StartRequest } from './deep-link.ts';
import { createElectronPort } from './electron-port.ts';
import { bringUpOrAsk, connected, holdHostOrAsk, hostPlace, meshOf } from './host.ts';
import { listenToPages } from './ipc.ts';
import { followApp } from './lifecycle.ts';
import { buildMenu } from './menu.ts';
import { createNeeds } from './needs.ts';
import { createOpenWindowsFile, readOpenWindows } from './open-windows.ts';
import { servePage } from './protocol.ts';
import { createQuitting, type Quitting } from './quit.ts';
import { answerRequest, type Requests } from './requests.ts';
import { hasTray } from './tray.platform.ts';
import { showTray } from './tray.ts';
import { createAppWindows, type AppWindows } from './windows.ts';

/** What was decided before Electron was ready. */
export interface Start {
  readonly home: string;
  /** Where this shell keeps what is its own. */
  readonly shellDir: string;
  readonly log: ShellLog;
  readonly first: StartRequest;
  readonly requests: Requests;
}

const now = Date.now;
/** The app as it was built: this file is in its `main` folder. */
const builtDir = path.dirname(import.meta.dirname);
const icons = path.join(builtDir, 'resources', 'icons');
const isTrayed = hasTray(process.platform, process.env);

/** Host and window first; the mesh comes up while the window shows how. */
export async function start(o: Start): Promise<void> {
  const { home, log, first } = o;
  await app.whenReady();
  const openExternal = createOpenExternal(askToOpen, now);
  hardenPages(openExternal, log);
  hardenSession();
  offerContextMenus();
  registerLinks(app.isPackaged);
  servePage(await readPageFiles(path.join(builtDir, 'renderer')));

  const place = await hostPlace(home, builtDir);
  const client = await holdHostOrAsk(place, log);
  if (client === undefined) return app.exit(1);
  const host = keepHost(client, () => holdHostAgain(place), now);
  const root = await chooseRoot(home, first.cwd ?? home);
  const { windows, openFile } = openShell(o, host, openExternal, await meshOf(root));
  await openAgain(windows, openFile);
  void bringUpOrAsk(host, root, log);
  for (const url of first.links) await windows.tell('shell.link', { url });
  o.requests.answerWith((request) => void answerRequest(request, { home, host, windows, log }));
}

/** Puts together what the windows are served by, and what is around them. */
function openShell(
  { home, shellDir, log }: Start,
  host: HostLink,
  openExternal: OpenExternal,
  mesh: string | null,
): { windows: AppWindows; openFile: string } {
  const stopMesh = async (id: string): Promise<void> => {
    await connected(host).call('mesh.down', { mesh: id });
  };
  const states = createWindowStates(windowStatesDir(home));
  const places = createWindowStates(path.join(shellDir, 'places'));
  const openFile = path.join(shellDir, 'open-windows.json');
  const keepOpen = createOpenWindowsFile(openFile);
  const needs = createNeeds(() => showTotals());
  const port = createElectronPort({
    platform: process.platform,
    hasTray: isTrayed,
    windows: () => windows,
    quitting: () => quitting,
    setNeeds: needs.report,
    openExternal,
    stopMesh,
  });
  const service = createWindowService({ host, shell: port, states, now });
  const watch = watchMeshes(host, service.watches, now);
  const settingsFile = path.join(shellDir, 'settings.json');
  const quitting = createQuitting({ settingsFile, facts: watch.totals, stopMesh, log });
  const windows = createAppWindows({
    service,
    places,
    mesh,
    log,
    making: {
      preload: path.join(builtDir, 'preload', 'window.cjs'),
      icon: path.join(icons, 'icon-512.png'),
      isPackaged: app.isPackaged,
    },
    onChange(open) {
      needs.keepOnly(open.map(({ key }) => key));
      // What is open when the app ends is opened again; so is the last window that was closed.
      if (open.length > 0 && !quitting.isDecided()) void keepOpen(open);
    },
  });
  const updateTray = isTrayed ? showTray(icons, trayActions(windows, quitting)) : undefined;

  function showTotals(): void {
    const { meshes, agents, needs: own } = watch.totals();
    const isStopped = host.state().state !== 'connected' || meshes.length === 0;
    app.setBadgeCount(needs.count(own));
    updateTray?.({ needs: needs.count(own), agents, isStopped });
  }

  watch.onChange(showTotals);
  listenToPages((id) => windows.byContents(id)?.link, log);
  Menu.setApplicationMenu(buildMenu(menuActions(windows, quitting), process.platform, app.isPackaged));
  followApp({
    windows,
    quitting,
    hasTray: isTrayed,
    async finish() {
      watch.close();
      await Promise.all([states.flush(), places.flush()]);
      host.close();
    },
  });
  return { windows, openFile };
}

function menuActions(windows: AppWindows, quitting: Quitting) {
  return {
    command: (id: string) => void windows.tell('shell.command', { command: id, argument: null }),
    newWindow: () => void windows.open({ mesh: null, terminal: null }),
    quit: () => void quitting.request(),
  };
}

function trayActions(windows: AppWindows, quitting: Quitting) {
  return {
    open() {
      const window = windows.last();
      if (window === undefined) void windows.open({ mesh: null, terminal: null });
      else windows.focus(window);
    },
    showNeeds: () => void windows.tell('shell.command', { command: 'view.needs', argument: null }),
    quit: () => void quitting.request(),
  };
}

/** The windows that were open when the app ended, or one. */
async function openAgain(windows: AppWindows, openFile: string): Promise<void> {
  for (const { key, mesh, terminal } of await readOpenWindows(openFile)) {
    await windows.open({ mesh, terminal }, key);
  }
  if (windows.all().length === 0) await windows.open({ mesh: null, terminal: null });
}

async function askToOpen(url: string, contents: WebContents): Promise<boolean> {
  const options = {
    type: 'question' as const,
    title: app.name,
    message: 'Open this address outside of Cotal?',
    detail: url.slice(0, 500),
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const window = BrowserWindow.fromWebContents(contents);
  const asked = window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
  return (await asked).response === 0;
}
