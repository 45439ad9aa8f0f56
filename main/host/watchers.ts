import type { Mesh } from './mesh.ts';
import type { Peer } from './rpc-server.ts';

/** Who watches which mesh: its snapshots, feed and agents go to them, and to nobody else. */
export interface Watchers {
  add(mesh: Mesh, peer: Peer): void;
  remove(mesh: Mesh, peer: Peer): void;
  /** Starts forwarding a mesh's changes; ends with the returned function. */
  follow(mesh: Mesh): () => void;
}

/** A watcher that has this much unread gets no snapshot until it has read: the next one says all anyway. */
const SLOW_BYTES = 1024 * 1024;

export function createWatchers(): Watchers {
  const watching = new Map<string, Set<Peer>>();
  const of = (mesh: Mesh): Set<Peer> => {
    const id = mesh.place.id;
    const peers = watching.get(id) ?? new Set<Peer>();
    watching.set(id, peers);
    return peers;
  };
  return {
    add(mesh, peer) {
      const peers = of(mesh);
      if (peers.has(peer)) return;
      peers.add(peer);
      peer.onClose(() => peers.delete(peer));
    },
    remove: (mesh, peer) => void of(mesh).delete(peer),
    follow(mesh) {
      const id = mesh.place.id;
      const agents = (): void => {
        for (const peer of of(mesh))
          if (peer.backlog() < SLOW_BYTES)
            peer.send('mesh.agents', { mesh: id, agents: mesh.manager.list() });
      };
      const offs = [
        mesh.observer.onChange(({ snapshot, entries }) => {
          for (const peer of of(mesh)) {
            if (entries.length > 0) peer.send('mesh.feed', { mesh: id, entries: [...entries] });
            if (peer.backlog() < SLOW_BYTES) peer.send('mesh.snapshot', { mesh: id, snapshot });
          }
          agents();
        }),
        mesh.manager.onChange(agents),
        mesh.needs.onChange((items) => {
          for (const peer of of(mesh)) peer.send('mesh.needs', { mesh: id, items });
        }),
      ];
      return () => {
        for (const off of offs) off();
        watching.delete(id);
      };
    },
  };
}
