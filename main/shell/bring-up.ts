import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { EventPayload, MeshStatus } from '../../shared/api/contract.ts';
import { Fault } from '../../shared/base/refusal.ts';
import { explainErrno } from '../cotal/workspace/files.ts';
import { homePaths } from '../cotal/workspace/home.ts';
import { readHostState } from '../cotal/workspace/host-state.ts';
import { findRoot } from '../cotal/workspace/project.ts';
import { ensureHost, type HostClient } from './host-client.ts';

/** Where a shell finds its host, or starts it. */
export interface HostPlace {
  /** The machine home. */
  readonly home: string;
  /** The app as it is installed. */
  readonly appDir: string;
  /** The Node that runs the host. */
  readonly nodePath: string;
  readonly now: () => number;
}

/** Connects to the host, started if need be; it stays while this shell is there (decision 27). */
export async function holdHost(place: HostPlace): Promise<HostClient> {
  const client = await ensureHost(place);
  await client.call('host.hold', {});
  return client;
}

/** The host again: started anew when it died, left alone when somebody stopped it on purpose. */
export async function holdHostAgain(place: HostPlace): Promise<HostClient> {
  const state = await readHostState(homePaths(place.home).hostState).catch(() => undefined);
  if (state?.state === 'stopped') {
    throw new Fault('host-stopped', 'The host was stopped.', {
      why: '',
      remedy: 'Start it again: cotal up --detach.',
    });
  }
  return holdHost(place);
}

/** Brings up the mesh of a folder, telling each step; one that is up already is told as it is. */
export async function bringUp(
  host: HostClient,
  { root, space }: MeshPlace,
  onStep: (step: EventPayload<'mesh.progress'>) => void,
): Promise<MeshStatus> {
  const off = host.on('mesh.progress', onStep);
  try {
    return await host.call('mesh.up', {
      root,
      space,
      open: false,
      server: null,
      host: null,
      storeDir: null,
      channelsFile: null,
      acceptUnauthenticated: false,
      personName: null,
    });
  } finally {
    off();
  }
}

/** The folder of a mesh, and the name it gets when it is new. */
export interface MeshPlace {
  readonly root: string;
  readonly space: string | null;
}

/** The caller's project, else a folder of its own in the person's home (decision 27). */
export async function chooseRoot(home: string, cwd: string): Promise<MeshPlace> {
  const project = await findRoot(cwd, home);
  if (project !== undefined) return { root: project, space: null };
  const root = homeRoot();
  try {
    await mkdir(root, { recursive: true });
  } catch (error) {
    throw new Fault('no-root', 'There is no folder for the mesh.', {
      why: `${root} could not be made: ${explainErrno(error)}`,
      remedy: 'Start in a folder with a .cotal folder, or make that one.',
      cause: error,
    });
  }
  return { root, space: 'main' };
}

/** The mesh of a person who has no project at hand. */
export function homeRoot(): string {
  return path.join(homedir(), 'Cotal');
}

/** An agent's session has the agent's rights; a window would give it the person's. */
export function refuseInsideAgent(env: NodeJS.ProcessEnv): void {
  if (env['COTAL_ID'] === undefined) return;
  throw new Fault('operator-only', 'This is for the owner of the mesh, not for an agent.', {
    why: 'The command runs inside an agent session.',
    remedy: 'Ask the owner to run it.',
  });
}
