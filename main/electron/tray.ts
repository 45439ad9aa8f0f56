import { Menu, nativeImage, nativeTheme, Tray, type NativeImage } from 'electron';
import path from 'node:path';
import { agentsRunning, trayPicture, trayWords, type TrayState } from './tray-words.ts';

export interface TrayActions {
  open(): void;
  showNeeds(): void;
  quit(): void;
}

/** Puts the app into the tray. Returns how to change what it shows; it stays until the app ends. */
export function showTray(iconsDir: string, actions: TrayActions): (state: TrayState) => void {
  const first: TrayState = { needs: 0, agents: 0, isStopped: true };
  const tray = new Tray(picture(iconsDir, first));
  tray.on('click', actions.open);
  let shown = first;
  const update = (state: TrayState): void => {
    shown = state;
    tray.setImage(picture(iconsDir, state));
    tray.setToolTip(trayWords(state));
    tray.setContextMenu(trayMenu(state, actions));
  };
  update(first);
  nativeTheme.on('updated', () => update(shown));
  return update;
}

function picture(iconsDir: string, state: TrayState): NativeImage {
  const name = trayPicture(state);
  const isMac = process.platform === 'darwin';
  const suffix = !isMac && nativeTheme.shouldUseDarkColors ? '-light' : '';
  const image = nativeImage.createFromPath(path.join(iconsDir, `${name}${suffix}.png`));
  // macOS paints it itself, for light and dark bars.
  if (isMac) image.setTemplateImage(true);
  return image;
}

function trayMenu({ needs, agents, isStopped }: TrayState, actions: TrayActions): Menu {
  return Menu.buildFromTemplate([
    { id: 'tray.open', label: 'Open Cotal', click: actions.open },
    { id: 'tray.needs', label: `Needs you (${needs})`, enabled: needs > 0, click: actions.showNeeds },
    { id: 'tray.agents', label: isStopped ? 'No mesh is up' : agentsRunning(agents), enabled: false },
    { type: 'separator' },
    { id: 'tray.quit', label: 'Quit …', click: actions.quit },
  ]);
}
