import { Menu, nativeImage, nativeTheme, Tray, type NativeImage } from 'electron';
import path from 'node:path';

/** What the tray shows. */
export interface TrayState {
  readonly needs: number;
  readonly agents: number;
  /** No host, or no mesh that is up. */
  readonly isStopped: boolean;
}

export interface TrayActions {
  open(): void;
  showNeeds(): void;
  quit(): void;
}

/** Which picture says it: stopped before needs, since nothing can be asked of a mesh that is down. */
export function trayPicture({ needs, isStopped }: TrayState): 'tray' | 'tray-needs' | 'tray-stopped' {
  if (isStopped) return 'tray-stopped';
  return needs > 0 ? 'tray-needs' : 'tray';
}

/** The same in words, for the tip and for whoever hears instead of sees. */
export function trayWords({ needs, agents, isStopped }: TrayState): string {
  if (isStopped) return 'Cotal: no mesh is up';
  const running = agents === 1 ? '1 agent running' : `${agents} agents running`;
  return needs === 0 ? `Cotal: ${running}` : `Cotal: ${needs} need you, ${running}`;
}

/** Puts the app into the tray. Returns how to change what it shows; it stays until the app ends. */
export function showTray(iconsDir: string, actions: TrayActions): (state: TrayState) => void {
  const first: TrayState = { needs: 0, agents: 0, isStopped: true };
  const tray = new Tray(picture(iconsDir, first));
  tray.on('click', actions.open);
  const update = (state: TrayState): void => {
    tray.setImage(picture(iconsDir, state));
    tray.setToolTip(trayWords(state));
    tray.setContextMenu(trayMenu(state, actions));
  };
  update(first);
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
  const running = agents === 1 ? '1 agent running' : `${agents} agents running`;
  return Menu.buildFromTemplate([
    { id: 'tray.open', label: 'Open Cotal', click: actions.open },
    { id: 'tray.needs', label: `Needs you (${needs})`, enabled: needs > 0, click: actions.showNeeds },
    { id: 'tray.agents', label: isStopped ? 'No mesh is up' : running, enabled: false },
    { type: 'separator' },
    { id: 'tray.quit', label: 'Quit …', click: actions.quit },
  ]);
}
