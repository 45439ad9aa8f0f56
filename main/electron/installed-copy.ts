import { promises as fs } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Fault } from '../../shared/base/refusal.ts';
import { ensurePrivateDir, explainErrno, readJson } from '../cotal/workspace/files.ts';

const buildSchema = z.object({ build: z.string().regex(/^[0-9a-f]{8,64}$/) });

/**
 * Copies the programs of a packaged app to `<home>/versions/<build>` and returns that folder: a host that runs keeps its
 * files whatever an update does to the app (decision 24). The copy is complete or not there.
 */
export async function installedCopy(home: string, from: string): Promise<string> {
  try {
    const build = await buildOf(from);
    if (build === undefined) throw new Error('Its build.json is missing or damaged.');
    const target = path.join(home, 'versions', build);
    if ((await buildOf(target)) === build) return target;
    const versions = path.dirname(target);
    await ensurePrivateDir(versions);
    const fresh = await fs.mkdtemp(path.join(versions, `.${build}.`));
    await fs.cp(from, fresh, { recursive: true });
    await putInPlace(fresh, target);
    await fs.rm(fresh, { recursive: true, force: true });
    return target;
  } catch (error) {
    throw new Fault('no-copy', 'The programs of this app could not be put in place.', {
      why: explainErrno(error),
      remedy: `Make sure that ${home} can be written and has free space, then start again.`,
      cause: error,
    });
  }
}

/** Renames a complete copy to its name, unless another start was quicker: what that one put there is the same. */
async function putInPlace(fresh: string, target: string): Promise<void> {
  try {
    await fs.rename(fresh, target);
  } catch {
    if ((await buildOf(target)) !== undefined) return;
    await fs.rm(target, { recursive: true, force: true });
    await fs.rename(fresh, target);
  }
}

async function buildOf(dir: string): Promise<string | undefined> {
  return (await readJson(path.join(dir, 'build.json'), buildSchema, ''))?.build;
}
