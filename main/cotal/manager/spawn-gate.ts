import { Fault } from '../../../shared/base/refusal.ts';
import type { Now } from '../../../shared/base/time.ts';

/** Keeps spawning bounded: agents alive, being started, or ended within seconds of their start all count. */
export interface SpawnGate {
  /** Takes a place, or says why there is none. */
  enter(): Place;
  inUse(): number;
}

export interface Place {
  /** The agent ended, or never started. `exempt`: the operator ended it, so its place is free at once. */
  release(exempt: boolean): void;
}

const MAX_AGENTS = 50;
/** A place freed earlier than this after its start stays taken until then: a crash loop is not a fork bomb. */
const MIN_LIFE_MS = 10_000;

export function createSpawnGate(now: Now, max = MAX_AGENTS): SpawnGate {
  let taken = 0;
  let cooling: number[] = [];
  const inUse = (): number => {
    const t = now();
    cooling = cooling.filter((until) => until > t);
    return taken + cooling.length;
  };
  return {
    inUse,
    enter() {
      if (inUse() >= max) {
        throw new Fault('too-many-agents', `No more than ${max} agents run at once.`, {
          why: `${taken} are running or starting, ${cooling.length} ended a moment ago.`,
          remedy: 'Stop one first (cotal ps, cotal stop <name>).',
        });
      }
      taken++;
      const since = now();
      let open = true;
      return {
        release(exempt) {
          if (!open) return;
          open = false;
          taken--;
          const until = since + MIN_LIFE_MS;
          if (!exempt && until > now()) cooling.push(until);
        },
      };
    },
  };
}
