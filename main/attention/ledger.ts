import { z } from 'zod';

/** What became of an item: until something new happens (a later `since`), it does not come back. */
const closedSchema = z.object({
  id: z.string(),
  since: z.number(),
  at: z.number(),
  how: z.enum(['answered', 'dismissed']),
});
export type Closed = z.infer<typeof closedSchema>;

const snoozedSchema = z.object({ id: z.string(), since: z.number(), until: z.number() });

/** What of the queue is kept over a restart. */
export const ledgerSchema = z.object({ closed: z.array(closedSchema), snoozed: z.array(snoozedSchema) });
export type LedgerState = z.infer<typeof ledgerSchema>;

/** Remembers what was closed and what was put off; the oldest are forgotten. */
export interface Ledger {
  closed(id: string): Closed | undefined;
  close(record: Closed): void;
  /** `until`: when it comes back; `null`: now. */
  snooze(id: string, since: number, until: number | null): void;
  /** Until when an item is put off; `null` when it waits now. */
  snoozedUntil(id: string, since: number, now: number): number | null;
  state(): LedgerState;
}

const MOST_RECORDS = 1000;

export function createLedger(stored: LedgerState = { closed: [], snoozed: [] }): Ledger {
  const closed = new Map(stored.closed.map((c) => [c.id, c]));
  const snoozed = new Map(stored.snoozed.map((s) => [s.id, s]));
  const put = <V>(map: Map<string, V>, id: string, value: V): void => {
    map.delete(id);
    map.set(id, value);
    for (const key of map.keys()) {
      if (map.size <= MOST_RECORDS) return;
      map.delete(key);
    }
  };
  return {
    closed: (id) => closed.get(id),
    close(record) {
      put(closed, record.id, record);
      snoozed.delete(record.id);
    },
    snooze(id, since, until) {
      if (until === null) snoozed.delete(id);
      else put(snoozed, id, { id, since, until });
    },
    snoozedUntil(id, since, now) {
      const record = snoozed.get(id);
      return record !== undefined && record.since >= since && record.until > now ? record.until : null;
    },
    state: () => ({ closed: [...closed.values()], snoozed: [...snoozed.values()] }),
  };
}
