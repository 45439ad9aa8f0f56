import { useState } from 'react';
import type { MeshStatus } from '../../../shared/api/contract.ts';
import type { Bridge } from '../../bridge.ts';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem, showMesh } from '../../state/follow.ts';
import { announce, clearMesh, useWindow, type Problem } from '../../state/store.ts';

/** A folder as a person reads it: its last two parts. */
export function shortFolder(path: string): string {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '');
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join('/')}`;
}

/** Asks for a folder with the system's own dialog; `undefined` where this window has none and asks by itself. */
export async function pickWithSystem(
  bridge: Bridge,
  from: string | null,
): Promise<{ readonly path: string | null } | undefined> {
  if (useWindow.getState().shell?.features.folderDialog !== true) return undefined;
  return bridge.call('shell.pickFolder', { from });
}

/** Shows a mesh; one that was shown before it went down is watched anew. */
function showAgain(mesh: string): void {
  const { meshId, phase } = useWindow.getState();
  if (meshId === mesh && phase === 'shown') return;
  if (meshId === mesh) clearMesh(null);
  showMesh(mesh);
}

export interface OpenMesh {
  /** Brings up the mesh of a folder and shows it; one that is up already is only shown. */
  readonly open: (root: string) => Promise<boolean>;
  /** The folder that is being brought up. */
  readonly root: string | null;
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
}

/** Bringing up the mesh of a folder, with what went wrong in words. */
export function useOpenMesh(): OpenMesh {
  const bridge = useBridge();
  const [root, setRoot] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>();

  async function open(folder: string): Promise<boolean> {
    setRoot(folder);
    setBusy(true);
    setProblem(undefined);
    useWindow.setState({ progress: [] });
    try {
      const status = await bridge.call('mesh.open', { root: folder, space: null });
      showAgain(status.id);
      announce(`The mesh of ${shortFolder(status.root)} is up.`);
      return true;
    } catch (error) {
      const what = explainProblem(error);
      setProblem(what);
      announce(what.what);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { open, root, isBusy, problem };
}

/** How the mesh of this window stands between being asked for and being up. */
export interface BringUp {
  /** The mesh once all of it is up; `null` before, and when a part did not come up. */
  readonly up: MeshStatus | null;
  readonly root: string | null;
  readonly problem: Problem | undefined;
}

/** Reads off how the mesh stands, whoever asked for it: this window, another one or a terminal. */
export function useBringUp(mesh: OpenMesh): BringUp {
  const status = useWindow((s) => s.status);
  const progress = useWindow((s) => s.progress);
  const hasFailed = progress.some(({ state }) => state === 'failed');
  const problem = mesh.problem ?? (hasFailed && !mesh.isBusy ? FAILED : undefined);
  const isUp = !mesh.isBusy && problem === undefined && progress.every(({ state }) => state === 'done');
  return { up: isUp ? status : null, root: mesh.root ?? status?.root ?? null, problem };
}

/** For a start that was asked for elsewhere: why it failed was answered there. */
const FAILED: Problem = {
  what: 'A part of the mesh did not come up.',
  remedy: 'Try again; if it fails again, choose another folder, or look at the log with cotal logs.',
};
