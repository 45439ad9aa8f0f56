import { execFile } from 'node:child_process';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../../../shared/base/refusal.ts';
import { sanitizeToken } from '../../../shared/cotal/subjects.ts';
import { ensurePrivateDir, exists, explainErrno, writeFileAtomic } from './files.ts';

/** A project's own folder for personas, credentials and log views. */
export interface ProjectPaths {
  readonly root: string;
  readonly dotCotal: string;
  readonly agents: string;
  readonly channelSeed: string;
  readonly natsLog: string;
  readonly managerLog: string;
  readonly deliveryLog: string;
}

export function projectPaths(root: string): ProjectPaths {
  const dotCotal = path.join(root, '.cotal');
  return {
    root,
    dotCotal,
    agents: path.join(dotCotal, 'agents'),
    channelSeed: path.join(dotCotal, 'channels.json'),
    natsLog: path.join(dotCotal, 'nats.log'),
    managerLog: path.join(dotCotal, 'manager.log'),
    deliveryLog: path.join(dotCotal, 'delivery.log'),
  };
}

/** The mesh root a folder belongs to: the nearest one upwards with a `.cotal` folder. The machine home is none. */
export async function findRoot(from: string, home: string): Promise<string | undefined> {
  let dir = path.resolve(from);
  for (;;) {
    const candidate = path.join(dir, '.cotal');
    if (candidate !== path.resolve(home) && (await isDirectory(candidate))) return fs.realpath(dir);
    const parent = path.dirname(dir);
    if (parent === dir) return undefined;
    dir = parent;
  }
}

/** The space a folder's mesh has when none is named: the folder's name. */
export function defaultSpace(root: string): string {
  const token = sanitizeToken(path.basename(root)).slice(0, 64);
  return token === '_' ? 'main' : token;
}

/** Makes a project's `.cotal`, ignored by git as a whole. Fails with a reason when the folder cannot be written. */
export async function prepareProject(root: string): Promise<ProjectPaths> {
  const paths = projectPaths(root);
  if (!(await isDirectory(root))) {
    throw new Fault('no-such-folder', `${root} is not a folder.`, {
      why: 'A mesh belongs to a folder.',
      remedy: 'Make the folder first, or go to another one.',
    });
  }
  try {
    await fs.access(root, fs.constants.W_OK);
  } catch (error) {
    throw new Fault('folder-read-only', `The mesh cannot be kept in ${root}.`, {
      why: explainErrno(error),
      remedy: 'Go to a folder that you can write to.',
      cause: error,
    });
  }
  await ensurePrivateDir(paths.agents);
  const ignore = path.join(paths.dotCotal, '.gitignore');
  if (!(await exists(ignore))) await writeFileAtomic(ignore, '*\n', 0o644);
  return paths;
}

const run = promisify(execFile);

/** The files below `.cotal` that git tracks in spite of its ignore rule; empty without git. */
export async function trackedByGit(paths: ProjectPaths): Promise<string[]> {
  try {
    const { stdout } = await run('git', ['-C', paths.root, 'ls-files', '-z', '--', '.cotal'], {
      timeout: 5000,
    });
    return stdout.split('\0').filter((f) => f !== '');
  } catch {
    return [];
  }
}

async function isDirectory(dir: string): Promise<boolean> {
  return fs.stat(dir).then(
    (s) => s.isDirectory(),
    () => false,
  );
}
