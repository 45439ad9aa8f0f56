import { app, dialog } from 'electron';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { asFault, type Fault } from '../../shared/base/refusal.ts';
import { meshIdOf } from '../cotal/workspace/home.ts';
import { bringUp, holdHost, type HostPlace, type MeshPlace } from '../shell/bring-up.ts';
import type { HostClient } from '../shell/host-client.ts';
import type { HostLink } from '../shell/host-link.ts';
import type { ShellLog } from '../shell/shell-log.ts';
import { hostGone } from '../shell/window-faults.ts';
import { installedCopy } from './installed-copy.ts';
import { nodePath } from './node-path.platform.ts';

/** Where the host of this app is found or started. `builtDir` is the app as it was built. */
export async function hostPlace(home: string, builtDir: string): Promise<HostPlace> {
  const { isPackaged } = app;
  const { resourcesPath, env, platform } = process;
  return {
    home,
    appDir: isPackaged ? await installedCopy(home, path.join(resourcesPath, 'programs')) : builtDir,
    nodePath: nodePath({ isPackaged, resourcesPath, env, platform }),
    now: Date.now,
  };
}

/** The host; where there is none to be had, the person is told why, and may try again. */
export async function holdHostOrAsk(place: HostPlace, log: ShellLog): Promise<HostClient | undefined> {
  for (;;) {
    try {
      return await holdHost(place);
    } catch (error) {
      const fault = asFault(error, 'host-start', 'The host did not start.', 'See the log: cotal logs.');
      log('no-host', { why: fault.message });
      if (!(await askAgain(fault, 'Quit'))) return undefined;
    }
  }
}

/** Brings the mesh up; where it does not come up, the person is told why, and may try again or go on without. */
export async function bringUpOrAsk(host: HostLink, root: MeshPlace, log: ShellLog): Promise<void> {
  for (;;) {
    try {
      // The steps are shown by the page; it hears of them as this does.
      await bringUp(connected(host), root, () => undefined);
      return;
    } catch (error) {
      const fault = asFault(error, 'mesh-up', 'The mesh did not come up.', 'See the log: cotal logs.');
      log('no-mesh', { why: fault.message });
      if (!(await askAgain(fault, 'Go on without'))) return;
    }
  }
}

/** The host as it is connected now; a Fault in words when it is not. */
export function connected(host: HostLink): HostClient {
  const client = host.current();
  if (client === undefined) throw hostGone();
  return client;
}

/** The id that the mesh of a folder has, or will have; `null` when the folder cannot be looked at. */
export async function meshOf({ root }: MeshPlace): Promise<string | null> {
  return fs.realpath(root).then(meshIdOf, () => null);
}

async function askAgain({ what, why, remedy, message }: Fault, otherwise: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: app.name,
    message: why === '' ? message : what,
    detail: [why, remedy].filter((part) => part !== '').join('\n\n'),
    buttons: ['Try again', otherwise],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
