import { promises as fs } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Fault } from '../../../shared/base/refusal.ts';
import { homePaths } from './home.ts';
import { hasErrno, readJson, readText, writeFileAtomic, writeJson } from './files.ts';

/** One running mesh of this machine, in the layout that other Cotal tools read too. */
const recordSchema = z.looseObject({
  space: z.string(),
  server: z.string(),
  root: z.string(),
  mode: z.enum(['auth', 'open']),
  ts: z.string(),
});
export type RegistryRecord = z.infer<typeof recordSchema>;

export interface Registry {
  readonly records: readonly RegistryRecord[];
  /** Files that could not be read, in words; they are left where they are. */
  readonly problems: readonly string[];
  readonly current: string | undefined;
}

const fileOf = (home: string, space: string): string =>
  path.join(homePaths(home).meshes, `${encodeURIComponent(space)}.json`);

/** Reads the registry. A damaged record is reported and passed over: it must not hide the others. */
export async function readRegistry(home: string): Promise<Registry> {
  const paths = homePaths(home);
  const records: RegistryRecord[] = [];
  const problems: string[] = [];
  for (const file of await listRecords(paths.meshes)) {
    try {
      const record = await readJson(file, recordSchema, `Remove ${file} and bring the mesh up again.`);
      if (record !== undefined) records.push(record);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problems.push(`${error.message} ${error.remedy}`);
    }
  }
  const current = (await readText(paths.currentMesh))?.trim();
  return { records, problems, current: current === '' ? undefined : current };
}

/** Records a mesh. Another folder's running mesh of the same space is never replaced. */
export async function recordMesh(home: string, record: RegistryRecord): Promise<void> {
  const { records } = await readRegistry(home);
  const other = records.find((r) => r.space === record.space && r.root !== record.root);
  if (other !== undefined) {
    throw new Fault('space-taken', `A mesh called "${record.space}" is already up.`, {
      why: `It belongs to ${other.root}.`,
      remedy: `Choose another name: cotal up --space <name>. Or end the other one: cotal down in ${other.root}.`,
    });
  }
  await writeJson(fileOf(home, record.space), record);
}

/** Removes the record of exactly this mesh. */
export async function forgetMesh(home: string, space: string, root: string): Promise<void> {
  const { records, current } = await readRegistry(home);
  if (!records.some((r) => r.space === space && r.root === root)) return;
  await fs.rm(fileOf(home, space), { force: true });
  if (current === space) await fs.rm(homePaths(home).currentMesh, { force: true });
}

export async function setCurrentMesh(home: string, space: string): Promise<void> {
  await writeFileAtomic(homePaths(home).currentMesh, `${space}\n`, 0o644);
}

async function listRecords(dir: string): Promise<string[]> {
  try {
    const names = await fs.readdir(dir);
    return names.filter((n) => n.endsWith('.json')).map((n) => path.join(dir, n));
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
