import type { AgentRow, MeshStatus, NeedItem } from '../../shared/api/contract.ts';
import type { HostClient } from './host-client.ts';
import type { HostLink } from './host-link.ts';
import type { Watches } from './watches.ts';

/** What a shell itself shows of the meshes, whether or not a window is open. */
export interface MeshTotals {
  /** The meshes that are up. */
  readonly meshes: readonly string[];
  /** How many agents run in them. */
  readonly agents: number;
  /** How many things wait for the person now. */
  readonly needs: number;
}

export interface MeshWatch {
  totals(): MeshTotals;
  onChange(listener: () => void): void;
  close(): void;
}

interface Seen {
  agents: readonly AgentRow[];
  needs: readonly NeedItem[];
}

/** Watches every mesh of the host, as one more of the shell's windows. */
export function watchMeshes(host: HostLink, watches: Watches, now: () => number): MeshWatch {
  const self = {};
  const listeners = new Set<() => void>();
  const seen = new Map<string, Seen>();
  let followed: HostClient | undefined;
  let offs: readonly (() => void)[] = [];
  let snoozeEnd: NodeJS.Timeout | undefined;

  function changed(): void {
    clearTimeout(snoozeEnd);
    const ends = [...seen.values()].flatMap(({ needs }) =>
      needs.map(({ snoozedUntil }) => snoozedUntil ?? 0).filter((end) => end > now()),
    );
    // What was put off waits again without anybody saying so.
    if (ends.length > 0) {
      const inMs = Math.min(Math.min(...ends) - now() + 1, MAX_TIMER_MS);
      snoozeEnd = setTimeout(changed, inMs).unref();
    }
    for (const listener of listeners) listener();
  }

  function follow(): void {
    const client = host.current();
    if (client === followed) return;
    for (const off of offs) off();
    offs = [];
    seen.clear();
    followed = client;
    if (client !== undefined) {
      offs = [
        client.on('mesh.status', (status) => void take(client, status)),
        client.on('mesh.gone', ({ mesh }) => drop(client, mesh)),
        client.on('mesh.agents', ({ mesh, agents }) => set(mesh, { agents })),
        client.on('mesh.needs', ({ mesh, items }) => set(mesh, { needs: items })),
      ];
      void takeAll(client);
    }
    changed();
  }

  async function takeAll(client: HostClient): Promise<void> {
    const info = await client.call('host.info', {}).catch(() => undefined);
    for (const status of info?.meshes ?? []) await take(client, status);
  }

  async function take(client: HostClient, { id, state }: MeshStatus): Promise<void> {
    if (client !== followed) return;
    if (state === 'stopped') return drop(client, id);
    if (seen.has(id)) return;
    seen.set(id, { agents: [], needs: [] });
    watches.add(client, self, id);
    const answer = await client.call('mesh.watch', { mesh: id }).catch(() => undefined);
    if (client !== followed || !seen.has(id)) return;
    // One that cannot be watched yet says so again when its state changes.
    if (answer === undefined) return drop(client, id);
    set(id, { agents: answer.agents, needs: answer.needs });
  }

  function set(mesh: string, part: Partial<Seen>): void {
    const before = seen.get(mesh);
    if (before === undefined) return;
    seen.set(mesh, { ...before, ...part });
    changed();
  }

  function drop(client: HostClient, mesh: string): void {
    if (client !== followed || !seen.delete(mesh)) return;
    watches.remove(client, self, mesh);
    changed();
  }

  const offHost = host.onChange(follow);
  follow();
  return {
    totals() {
      const all = [...seen.values()];
      return {
        meshes: [...seen.keys()],
        agents: all.flatMap(({ agents }) => agents).filter(({ process }) => process === 'running').length,
        needs: all.flatMap(({ needs }) => needs).filter(({ snoozedUntil }) => (snoozedUntil ?? 0) <= now())
          .length,
      };
    },
    onChange: (listener) => void listeners.add(listener),
    close() {
      offHost();
      for (const off of offs) off();
      clearTimeout(snoozeEnd);
      listeners.clear();
    },
  };
}

/** Timers cannot be longer than this. */
const MAX_TIMER_MS = 2 ** 31 - 1;
