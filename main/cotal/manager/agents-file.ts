import { promises as fs } from 'node:fs';
import { messageOf } from '../../../shared/base/refusal.ts';
import { z } from 'zod';
import { readJson, writeJson } from '../workspace/files.ts';

/** What is kept of a managed agent, so that a restarted host can start it again as the same instance. */
const recordSchema = z.object({
  name: z.string(),
  id: z.string(),
  role: z.string().nullable(),
  connector: z.string(),
  persona: z.string(),
  personaFile: z.string(),
  cwd: z.string(),
  description: z.string().nullable(),
  model: z.string().nullable(),
  variant: z.string().nullable(),
  prompt: z.string().nullable(),
  subscribe: z.array(z.string()),
  allowSubscribe: z.array(z.string()),
  allowPublish: z.array(z.string()),
  capabilities: z.array(z.string()),
  /** The agent that asked for it, or `null` for the person. */
  parent: z.string().nullable(),
  pid: z.number().int(),
  startTime: z.string(),
  startedAt: z.number(),
});
export type AgentRecord = z.infer<typeof recordSchema>;

const fileSchema = z.object({ agents: z.array(recordSchema) });

/** A damaged list is set aside, never written over; `problem` then says so. */
export async function readAgents(file: string): Promise<{ agents: AgentRecord[]; problem: string | null }> {
  try {
    return {
      agents: (await readJson(file, fileSchema, 'Spawn its agents again.'))?.agents ?? [],
      problem: null,
    };
  } catch (error) {
    await fs.rename(file, `${file}.damaged`);
    return {
      agents: [],
      problem: `The list of agents was damaged and is set aside as ${file}.damaged: ${messageOf(error)} Agents of before have to be spawned again.`,
    };
  }
}

export async function writeAgents(file: string, agents: readonly AgentRecord[]): Promise<void> {
  await writeJson(file, { agents });
}
