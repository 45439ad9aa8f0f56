import { Menu, type MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  /** Has the page of the window in use run one of its commands. */
  command(id: string): void;
  newWindow(): void;
  quit(): void;
}

/**
 * The menu of the app. Its items have the ids of the page's commands, and the page follows the keys itself: a terminal
 * has to see them first, so elsewhere than on a Mac they are only shown here.
 */
export function buildMenu(actions: MenuActions, platform: NodeJS.Platform, isPackaged: boolean): Menu {
  const isMac = platform === 'darwin';
  const item = (id: string, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: isMac }),
    click: () => actions.command(id),
  });
  const settings = item('view.settings', 'Settings …', 'CmdOrCtrl+,');
  const quit: MenuItemConstructorOptions = {
    id: 'quit',
    label: isMac ? 'Quit Cotal' : 'Quit …',
    accelerator: 'CmdOrCtrl+Q',
    registerAccelerator: isMac,
    click: actions.quit,
  };
  const own: MenuItemConstructorOptions = {
    label: 'Cotal',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      quit,
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: [
      item('spawn', 'Spawn an agent …', 'CmdOrCtrl+N'),
      { id: 'window.new', label: 'New window', accelerator: 'CmdOrCtrl+Shift+N', click: actions.newWindow },
      separator,
      { role: 'close', accelerator: 'CmdOrCtrl+Shift+W' },
      ...(isMac ? [] : [separator, settings, separator, quit]),
    ],
  };
  return Menu.buildFromTemplate([
    ...(isMac ? [own] : []),
    file,
    { label: 'Edit', submenu: [...editItems(), separator, item('find', 'Find …', 'CmdOrCtrl+F')] },
    { label: 'View', submenu: viewItems(item, isPackaged) },
    { label: 'Terminal', submenu: terminalItems(item) },
    { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'zoom' }, ...(isMac ? [front] : [])] },
    { label: 'Help', submenu: [item('keys', 'Keyboard shortcuts', 'CmdOrCtrl+/')] },
  ]);
}

const separator: MenuItemConstructorOptions = { type: 'separator' };
const front: MenuItemConstructorOptions = { role: 'front' };

function editItems(): MenuItemConstructorOptions[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
  ];
}

type Item = (id: string, label: string, accelerator?: string) => MenuItemConstructorOptions;

function viewItems(item: Item, isPackaged: boolean): MenuItemConstructorOptions[] {
  return [
    item('palette', 'All commands …', 'CmdOrCtrl+K'),
    separator,
    item('view.monitor', 'Monitor', 'CmdOrCtrl+1'),
    item('view.agents', 'Agents', 'CmdOrCtrl+2'),
    item('view.needs', 'Needs you', 'CmdOrCtrl+Shift+A'),
    separator,
    item('sidebar.toggle', 'Show or hide the sidebar', 'CmdOrCtrl+\\'),
    item('lane.toggle', 'Show or hide the Needs you lane'),
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    ...(isPackaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
  ];
}

function terminalItems(item: Item): MenuItemConstructorOptions[] {
  return [
    item('terminal.new-tab', 'New tab', 'CmdOrCtrl+T'),
    item('terminal.split-right', 'Split right', 'CmdOrCtrl+D'),
    item('terminal.split-down', 'Split down', 'CmdOrCtrl+Shift+D'),
  ];
}
