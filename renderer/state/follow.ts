import { Fault } from '../../shared/base/refusal.ts';
import type { MeshStatus } from '../../shared/api/contract.ts';
import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
import type { Bridge } from '../bridge.ts';
import { rememberMesh } from '../session.ts';
import { mergeFeed } from './feed.ts';
import { useUi } from './ui.ts';
import {
  addToFeed,
  announce,
  clearMesh,
  setSnapshot,
  useWindow,
  type Problem,
  type ProgressStep,
} from './store.ts';

/** Keeps the window's state in step with the host. `preferred` is the mesh to show first, if it is up. */
export function followHost(bridge: Bridge, preferred: string | undefined): void {
  let wanted = preferred;
  /** What came in while the answer that it belongs behind was on its way. */
  let early: FeedEntry[] | undefined;
  /** Counts the asking: an answer that was overtaken by another asking counts no more. */
  let asked = 0;
  const isShown = (mesh: string): boolean => useWindow.getState().meshId === mesh;

  bridge.on('shell.welcome', (shell) => {
    useWindow.setState({ shell });
    wanted ??= shell.mesh ?? undefined;
  });
  bridge.on('shell.link', ({ url }) => useWindow.setState({ overlay: { kind: 'link', url } }));
  bridge.onLink((link) => {
    const before = useWindow.getState().link.state;
    useWindow.setState({ link });
    if (link.state !== 'connected' || before === 'connected') return;
    beginAnew();
    void loadMeshes();
  });
  bridge.on('mesh.status', (status) => {
    useWindow.setState(({ meshes }) => ({ meshes: withStatus(meshes, status) }));
    if (isShown(status.id)) takeStatus(status);
    else if (isAwaited(status)) showMesh(status.id);
  });
  bridge.on('mesh.gone', ({ mesh }) => {
    useWindow.setState(({ meshes }) => ({ meshes: meshes.filter(({ id }) => id !== mesh) }));
    if (isShown(mesh)) useWindow.setState({ phase: 'down' });
  });
  bridge.on('mesh.snapshot', ({ mesh, snapshot }) => {
    if (isShown(mesh)) setSnapshot(snapshot);
  });
  bridge.on('mesh.agents', ({ mesh, agents }) => {
    if (isShown(mesh)) useWindow.setState({ agents });
  });
  bridge.on('mesh.needs', ({ mesh, items }) => {
    if (isShown(mesh)) useWindow.setState({ needs: items });
  });
  bridge.on('mesh.progress', (next) => {
    useWindow.setState(({ progress }) => ({ progress: withStep(progress, next) }));
  });
  bridge.on('mesh.feed', ({ mesh, entries }) => {
    if (!isShown(mesh)) return;
    if (early === undefined) addToFeed(entries);
    else early.push(...entries);
  });
  useWindow.subscribe(({ meshId }, { meshId: before }) => {
    if (meshId === before) return;
    if (before !== null) bridge.call('mesh.unwatch', { mesh: before }).catch(() => undefined);
    if (meshId !== null) void watch(meshId);
  });

  /** The shown mesh that was down is up again: it is another one to whoever is attached, under the same name. */
  function takeStatus(status: MeshStatus): void {
    useWindow.setState({ status });
    if (useWindow.getState().phase !== 'down' || status.state === 'stopped') return;
    beginAnew();
    void watch(status.id);
  }

  /** A mesh that comes up is shown when there is none to look at, and at once when it is the one that was asked for. */
  function isAwaited({ id, state }: MeshStatus): boolean {
    const { meshId, phase } = useWindow.getState();
    return meshId === null && state !== 'stopped' && (phase === 'none' || id === wanted);
  }

  async function loadMeshes(): Promise<void> {
    try {
      const { meshes, version } = await bridge.call('host.info', {});
      useWindow.setState({ meshes, hostVersion: version });
      const { meshId } = useWindow.getState();
      const isUp = (id: string): boolean => meshes.some((mesh) => mesh.id === id);
      if (meshId !== null) {
        // One that went down meanwhile stays in sight as what it is; no other takes its place unasked.
        if (isUp(meshId)) await watch(meshId);
        else useWindow.setState({ phase: 'down' });
        return;
      }
      const kept = wanted ?? useUi.getState().mesh;
      const next = kept !== null && isUp(kept) ? kept : meshes[0]?.id;
      if (next === undefined) useWindow.setState({ phase: 'none' });
      else showMesh(next);
    } catch (error) {
      fail(error);
    }
  }

  async function watch(mesh: string): Promise<void> {
    const turn = ++asked;
    const followed: FeedEntry[] = (early = []);
    const isOvertaken = (): boolean => turn !== asked || !isShown(mesh);
    try {
      const { status, snapshot, feed, agents, needs, person } = await bridge.call('mesh.watch', { mesh });
      if (isOvertaken()) return;
      setSnapshot(snapshot);
      useWindow.setState({
        status,
        agents,
        needs,
        person,
        feed: mergeFeed(mergeFeed(olderThan(feed), feed), followed),
        phase: 'shown',
        problem: null,
      });
    } catch (error) {
      if (!isOvertaken()) fail(error);
    } finally {
      if (turn === asked) early = undefined;
    }
  }
}

/** Whatever is attached to the mesh, and what was read of it, is attached and read again. */
function beginAnew(): void {
  useWindow.setState(({ epoch }) => ({ epoch: epoch + 1 }));
}

/** Shows another mesh. */
export function showMesh(mesh: string): void {
  rememberMesh(mesh);
  clearMesh(mesh);
}

/** What this window has of the time before what the host sends again: a reconnection loses nothing that was shown. */
function olderThan(fresh: readonly FeedEntry[]): readonly FeedEntry[] {
  const { feed } = useWindow.getState();
  const from = fresh[0]?.ts ?? Infinity;
  return feed.filter((entry) => entry.ts < from);
}

function withStep(steps: readonly ProgressStep[], next: ProgressStep): readonly ProgressStep[] {
  const [first] = steps;
  // Another mesh, or the first step again: another start.
  if (first?.mesh !== next.mesh || (next.step === first.step && next.state === 'running')) return [next];
  const place = steps.findIndex(({ step }) => step === next.step);
  return place === -1 ? [...steps, next] : steps.with(place, next);
}

function fail(error: unknown): void {
  const problem = explainProblem(error);
  useWindow.setState(({ phase }) => ({ problem, phase: phase === 'shown' ? phase : 'failed' }));
  announce(problem.what);
}

function withStatus(meshes: readonly MeshStatus[], status: MeshStatus): readonly MeshStatus[] {
  const others = meshes.filter(({ id }) => id !== status.id);
  return [...others, status].sort((a, b) => a.space.localeCompare(b.space));
}

/** What went wrong, in words for the person. */
export function explainProblem(error: unknown): Problem {
  if (error instanceof Fault) return { what: error.message, remedy: error.remedy };
  return {
    what: 'Something went wrong in this window.',
    remedy: 'Reload it; nothing else is touched by that.',
  };
}
