import type { HostClient } from './host-client.ts';

/** Who of a shell's windows watches which mesh: they share one connection, on which the host knows no windows. */
export interface Watches {
  add(client: HostClient, window: object, mesh: string): void;
  /** Takes a window off. Returns whether it was the last one that watched this mesh over this connection. */
  remove(client: HostClient, window: object, mesh: string): boolean;
}

/** Counts the windows of one shell. A connection that ended takes its count with it. */
export function createWatches(): Watches {
  const byClient = new WeakMap<HostClient, Map<string, Set<object>>>();
  return {
    add(client, window, mesh) {
      const meshes = byClient.get(client) ?? new Map<string, Set<object>>();
      byClient.set(client, meshes.set(mesh, (meshes.get(mesh) ?? new Set()).add(window)));
    },
    remove(client, window, mesh) {
      const meshes = byClient.get(client);
      const windows = meshes?.get(mesh);
      if (windows?.delete(window) !== true || windows.size > 0) return false;
      meshes?.delete(mesh);
      return true;
    },
  };
}
