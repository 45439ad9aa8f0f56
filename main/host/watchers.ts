import { weightOf } from '../../shared/mesh-view/bounds.ts';
import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
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
            for (const part of inFrames(entries)) peer.send('mesh.feed', { mesh: id, entries: part });
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

/** What is told at once is no larger than this, of a frame's sixteen MB. */
const PART_WEIGHT = 4 * 1024 * 1024;

function inFrames(entries: readonly FeedEntry[]): FeedEntry[][] {
  const parts: FeedEntry[][] = [];
  let weight = Infinity;
  for (const entry of entries) {
    const next = weightOf(entry);
    if (weight + next > PART_WEIGHT) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)?.push(entry);
    weight += next;
  }
  return parts;
}
