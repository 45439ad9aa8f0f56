import { expect, test, vi } from 'vitest';
import type { AgentRow, EventName, EventPayload, MeshStatus, NeedItem } from '../../shared/api/contract.ts';
import type { HostClient } from './host-client.ts';
import type { HostLink } from './host-link.ts';
import { watchMeshes } from './mesh-watch.ts';
import { createWatches } from './watches.ts';

const MESH = '0123456789abcdef';
const OTHER = 'fedcba9876543210';

const status = (id: string, state: MeshStatus['state'] = 'ready') => ({ id, state }) as MeshStatus;
const agent = (process: AgentRow['process']) => ({ process }) as AgentRow;
const need = (snoozedUntil: number | null = null) => ({ snoozedUntil }) as NeedItem;

/** A host connection that answers `mesh.watch` from a table; what is not in it cannot be watched. */
function fakeClient(meshes: Record<string, { agents: AgentRow[]; needs: NeedItem[] }>) {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const asked: string[] = [];
  const client = {
    async call(method: string, { mesh = '' }: { mesh?: string }) {
      asked.push(method);
      if (method === 'host.info') return { meshes: Object.keys(meshes).map((id) => status(id)) };
      const answer = meshes[mesh];
      if (answer === undefined) throw new Error('not up');
      return answer;
    },
    on(event: EventName, listener: (payload: never) => void) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => set.delete(listener);
    },
  } as unknown as HostClient;
  const emit = <E extends EventName>(event: E, payload: EventPayload<E>): void => {
    for (const listener of listeners.get(event) ?? []) listener(payload as never);
  };
  return { client, emit, asked };
}

function fakeLink(first: HostClient | undefined) {
  let client = first;
  const listeners = new Set<() => void>();
  const link = {
    current: () => client,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as HostLink;
  const set = (next: HostClient | undefined) => {
    client = next;
    for (const listener of listeners) listener();
  };
  return { link, set };
}

test('every mesh that is up is counted, and what changes in it', async () => {
  const host = fakeClient({
    [MESH]: { agents: [agent('running'), agent('exited')], needs: [need()] },
    [OTHER]: { agents: [agent('running')], needs: [] },
  });
  const watch = watchMeshes(fakeLink(host.client).link, createWatches(), () => 0);
  const changed = vi.fn();
  watch.onChange(changed);
  await vi.waitFor(() => expect(watch.totals()).toEqual({ meshes: [MESH, OTHER], agents: 2, needs: 1 }));
  host.emit('mesh.agents', { mesh: OTHER, agents: [] });
  host.emit('mesh.needs', { mesh: MESH, items: [need(), need()] });
  host.emit('mesh.needs', { mesh: 'unknown', items: [need()] });
  expect(watch.totals()).toMatchObject({ agents: 1, needs: 2 });
  changed.mockClear();
  host.emit('mesh.gone', { mesh: MESH });
  expect(watch.totals()).toEqual({ meshes: [OTHER], agents: 0, needs: 0 });
  expect(changed).toHaveBeenCalled();
});

test('a mesh that comes up later is watched then; one that cannot be yet, when it says so again', async () => {
  const meshes: Parameters<typeof fakeClient>[0] = {};
  const host = fakeClient(meshes);
  const watch = watchMeshes(fakeLink(host.client).link, createWatches(), () => 0);
  host.emit('mesh.status', status(MESH, 'starting'));
  await vi.waitFor(() => expect(host.asked.filter((method) => method === 'mesh.watch')).toHaveLength(1));
  await vi.waitFor(() => expect(watch.totals().meshes).toEqual([]));
  meshes[MESH] = { agents: [agent('running')], needs: [] };
  host.emit('mesh.status', status(MESH));
  await vi.waitFor(() => expect(watch.totals()).toMatchObject({ meshes: [MESH], agents: 1 }));
  host.emit('mesh.status', status(MESH, 'stopped'));
  expect(watch.totals().meshes).toEqual([]);
});

test('what was put off counts again when its time has come', async () => {
  vi.useFakeTimers();
  try {
    let time = 1000;
    const host = fakeClient({ [MESH]: { agents: [], needs: [need(5000), need(null)] } });
    const watch = watchMeshes(fakeLink(host.client).link, createWatches(), () => time);
    await vi.waitFor(() => expect(watch.totals().needs).toBe(1));
    const changed = vi.fn();
    watch.onChange(changed);
    time = 5001;
    await vi.advanceTimersByTimeAsync(4001);
    expect(changed).toHaveBeenCalled();
    expect(watch.totals().needs).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('without a host nothing is counted; with the next one all is counted anew', async () => {
  const first = fakeClient({ [MESH]: { agents: [agent('running')], needs: [] } });
  const second = fakeClient({ [OTHER]: { agents: [agent('running'), agent('running')], needs: [] } });
  const { link, set } = fakeLink(first.client);
  const watch = watchMeshes(link, createWatches(), () => 0);
  await vi.waitFor(() => expect(watch.totals().agents).toBe(1));
  set(undefined);
  expect(watch.totals()).toEqual({ meshes: [], agents: 0, needs: 0 });
  set(second.client);
  await vi.waitFor(() => expect(watch.totals()).toMatchObject({ meshes: [OTHER], agents: 2 }));
  first.emit('mesh.status', status(MESH));
  expect(watch.totals().meshes).toEqual([OTHER]);
});
