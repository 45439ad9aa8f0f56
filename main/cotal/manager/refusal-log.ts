import type { Logger } from '../../../shared/base/log.ts';

/** Says what was refused, to whom: the first at once, a flood of more as one line per second with its count. */
interface RefusalLog {
  say(caller: string, fields: object, sentence: string): void;
}

const QUIET_MS = 1000;
const MAX_CALLERS = 4096;

export function createRefusalLog(log: Logger, now: () => number): RefusalLog {
  const callers = new Map<string, { since: number; held: number }>();
  return {
    say(caller, fields, sentence) {
      const t = now();
      const entry = callers.get(caller);
      if (entry !== undefined && t - entry.since < QUIET_MS) {
        entry.held++;
        return;
      }
      if (callers.size >= MAX_CALLERS) callers.clear();
      const before = entry?.held ?? 0;
      callers.set(caller, { since: t, held: 0 });
      log.warn(
        { event: 'refused', caller, ...fields, ...(before === 0 ? {} : { notShown: before }) },
        sentence,
      );
    },
  };
}
