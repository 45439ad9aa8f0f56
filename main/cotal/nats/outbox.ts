import { promises as fs } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { messageSchema, type CotalMessage } from '../../../shared/cotal/envelope.ts';
import { ensurePrivateDir, readJson, writeJson } from '../workspace/files.ts';

/**
 * Messages that were taken from their author but not yet acknowledged by the broker. The client library drops what is
 * published while disconnected, so whatever does not get its acknowledgement quickly is kept here, on disk, until it
 * does (decision 8).
 */
export interface OutboxEntry {
  readonly subject: string;
  readonly message: CotalMessage;
}

export interface Outbox {
  /** Keeps an entry durably. */
  put(entry: OutboxEntry): Promise<void>;
  /** The broker acknowledged it, or refused it for good. */
  drop(id: string): Promise<void>;
  /** Oldest first. */
  pending(): OutboxEntry[];
}

const entrySchema = z.object({ at: z.number(), subject: z.string(), message: messageSchema });

export async function openOutbox(
  dir: string,
  now: () => number,
  onProblem: (sentence: string) => void,
): Promise<Outbox> {
  await ensurePrivateDir(dir);
  const kept = new Map<string, { at: number } & OutboxEntry>();
  for (const name of await fs.readdir(dir)) {
    const file = path.join(dir, name);
    // What a crash left of a write; a damaged entry is kept for the person.
    if (name.endsWith('.tmp')) await fs.rm(file, { force: true });
    if (!name.endsWith('.json')) continue;
    try {
      const entry = await readJson(file, entrySchema, 'The message in it was not sent.');
      if (entry !== undefined) kept.set(entry.message.id, entry);
    } catch (error) {
      onProblem(`${error instanceof Error ? error.message : String(error)} It is kept as ${file}.damaged.`);
      await fs.rename(file, `${file}.damaged`);
    }
  }
  const fileOf = (id: string): string => path.join(dir, `${encodeURIComponent(id)}.json`);
  return {
    async put(entry) {
      const row = { at: now(), ...entry };
      await writeJson(fileOf(entry.message.id), row);
      kept.set(entry.message.id, row);
    },
    async drop(id) {
      if (!kept.delete(id)) return;
      await fs.rm(fileOf(id), { force: true });
    },
    pending: () => [...kept.values()].toSorted((a, b) => a.at - b.at),
  };
}
