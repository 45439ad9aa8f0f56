import { z } from 'zod';
import { readJson, writeJson } from './files.ts';

/** How others find the host: who it is, and the word that proves this file could be read. */
export const hostStateSchema = z.object({
  pid: z.number().int(),
  startTime: z.string(),
  nonce: z.string(),
  version: z.string(),
  build: z.string(),
  socket: z.string(),
  state: z.enum(['starting', 'ready', 'stopped']),
  since: z.number(),
  /** Ids of the meshes that are up: a restarted host takes them up again. */
  meshes: z.array(z.string()),
});
export type HostState = z.infer<typeof hostStateSchema>;

export async function readHostState(file: string): Promise<HostState | undefined> {
  return readJson(file, hostStateSchema, `Remove ${file}; a running host then has to be ended by hand.`);
}

export async function writeHostState(file: string, state: HostState): Promise<void> {
  await writeJson(file, state);
}
