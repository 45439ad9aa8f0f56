import { randomBytes } from 'node:crypto';
import { constants, promises as fs } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { parseJsonBytes } from '../../../shared/base/bounded-json.ts';
import { Fault, firstIssue, messageOf } from '../../../shared/base/refusal.ts';

const SECRET_MODE = 0o600;
const MAX_TEXT_BYTES = 32 * 1024 ** 2;
const BOUNDS = { maxBytes: 4 * 1024 * 1024, maxDepth: 32 };

/** Makes a folder that only its owner can enter, with its parents; one that is already there stays as it is. */
export async function ensurePrivateDir(dir: string): Promise<void> {
  try {
    await fs.mkdir(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw folderFault(dir, error);
  }
}

/**
 * Replaces a file so that after a crash or a power cut it holds the old or the new content, never a mixture:
 * temporary file, fsync, rename, fsync of the folder. The file is made with its mode, not changed to it later.
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  mode = SECRET_MODE,
): Promise<void> {
  const dir = path.dirname(file);
  const temp = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  await ensurePrivateDir(dir);
  try {
    const handle = await fs.open(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(temp, file);
    await syncDir(dir);
  } catch (error) {
    await fs.rm(temp, { force: true });
    throw new Fault('cannot-write', `${file} could not be written.`, {
      why: explainErrno(error),
      remedy: `Make sure that ${dir} can be written and has free space, then try again.`,
      cause: error,
    });
  }
}

export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Reads a JSON file by its schema. Absent is `undefined`; unreadable or misshapen is a Fault that names the file and
 * leaves it where it is, so that nothing is overwritten by mistake.
 */
export async function readJson<T>(
  file: string,
  schema: z.ZodType<T>,
  remedy: string,
): Promise<T | undefined> {
  const bytes = await readBytes(file);
  if (bytes === undefined) return undefined;
  const json = parseJsonBytes(bytes, BOUNDS);
  if (!json.ok) {
    const large = json.error === 'too-large' || json.error === 'too-deep';
    throw corrupt(file, large ? 'it is larger or deeper than it can be' : 'it is not valid JSON', remedy);
  }
  const parsed = schema.safeParse(json.value);
  if (!parsed.success) throw corrupt(file, firstIssue(parsed.error), remedy);
  return parsed.data;
}

/** The text of a file, `undefined` when there is none. */
export async function readText(file: string): Promise<string | undefined> {
  return (await readBytes(file))?.toString('utf8');
}

async function readBytes(file: string): Promise<Buffer | undefined> {
  try {
    const stat = await fs.stat(file);
    // A device or a pipe would never end; nothing of ours is larger than this.
    if (!stat.isFile()) throw new Error('It is not a file.');
    if (stat.size > MAX_TEXT_BYTES) throw new Error(`It is larger than ${MAX_TEXT_BYTES / 1024 ** 2} MiB.`);
    return await fs.readFile(file);
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return undefined;
    throw new Fault('cannot-read', `${file} could not be read.`, {
      why: explainErrno(error),
      remedy: 'Check that it is a file, who owns it, and its permissions.',
      cause: error,
    });
  }
}

export async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}

export function hasErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** A system error in words. */
export function explainErrno(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'Permission is denied.';
    case 'EROFS':
      return 'The file system is read-only.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full.';
    case 'ENOTDIR':
      return 'A file stands where a folder is needed.';
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open.';
    default:
      return messageOf(error);
  }
}

async function syncDir(dir: string): Promise<void> {
  // Folders cannot be opened for fsync on Windows; a rename is durable there by the journal.
  if (process.platform === 'win32') return;
  const handle = await fs.open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function corrupt(file: string, why: string, remedy: string): Fault {
  return new Fault('corrupt-file', `${file} is damaged.`, { why: `Reading it failed: ${why}.`, remedy });
}

function folderFault(dir: string, error: unknown): Fault {
  return new Fault('cannot-make-folder', `The folder ${dir} could not be made.`, {
    why: hasErrno(error, 'EEXIST') ? 'A file stands where a folder is needed.' : explainErrno(error),
    remedy: 'Choose another place (COTAL_HOME, or another project folder), or fix its permissions.',
    cause: error,
  });
}

/**
 * Refuses a folder that somebody else owns or may write to: whoever made it first in a shared place could put their own
 * socket there. Windows has no such modes; its pipes carry the maker's access list.
 */
export async function assertOwnDir(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const stat = await fs.stat(dir);
  if (stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0) return;
  throw new Fault('foreign-folder', `${dir} is not private to you.`, {
    why: 'Somebody else owns it, or others may write to it.',
    remedy: `Remove it, or set XDG_RUNTIME_DIR to a folder of your own.`,
  });
}
