import type { Dirent } from 'node:fs';
import { promises as fs } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ShellOutput } from '../../shared/api/shell.ts';
import { Fault } from '../../shared/base/refusal.ts';
import { explainErrno, hasErrno } from '../cotal/workspace/files.ts';

/** More folders than this are not listed; a person types the rest of the way. */
const MAX_FOLDERS = 500;
/** More entries than this are not even looked at. */
const MAX_ENTRIES = 20_000;

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * The names of the folders inside a folder, hidden ones last. Links are followed: `path` is the real place, and a link
 * to a folder is a folder.
 */
export async function listFolders(asked: string | null): Promise<ShellOutput<'shell.listFolders'>> {
  const wanted = asked ?? homedir();
  if (!path.isAbsolute(wanted)) throw notAbsolute();
  try {
    const real = await fs.realpath(wanted);
    const names: string[] = [];
    let looked = 0;
    for await (const entry of await fs.opendir(real)) {
      if (++looked > MAX_ENTRIES) break;
      if (await isFolder(real, entry)) names.push(entry.name);
    }
    const parent = path.dirname(real);
    return { path: real, parent: parent === real ? null : parent, folders: inOrder(names) };
  } catch (error) {
    throw unreadable(error);
  }
}

async function isFolder(dir: string, entry: Dirent): Promise<boolean> {
  if (entry.isDirectory()) return true;
  if (!entry.isSymbolicLink()) return false;
  // A link to nowhere, or to where the person may not look, is no folder to them.
  const stat = await fs.stat(path.join(dir, entry.name)).catch(() => undefined);
  return stat?.isDirectory() === true;
}

function inOrder(names: readonly string[]): string[] {
  const isHidden = (name: string): number => (name.startsWith('.') ? 1 : 0);
  const sorted = names.toSorted((a, b) => isHidden(a) - isHidden(b) || byName.compare(a, b));
  return sorted.slice(0, MAX_FOLDERS);
}

function notAbsolute(): Fault {
  return new Fault('bad-path', 'That is no folder of this machine.', {
    why: 'Its path does not begin at the root.',
    remedy: 'Give the whole path.',
  });
}

function unreadable(error: unknown): Fault {
  if (hasErrno(error, 'ENOENT')) {
    return new Fault('no-folder', 'There is no such folder.', {
      why: 'It was removed, or the path is mistyped.',
      remedy: 'Choose another one.',
    });
  }
  const why = hasErrno(error, 'ENOTDIR') ? 'It is a file.' : explainErrno(error);
  return new Fault('cannot-list', 'That folder cannot be shown.', { why, remedy: 'Choose another one.' });
}
