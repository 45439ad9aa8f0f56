import { promises as fs } from 'node:fs';
import path from 'node:path';
import { Fault } from '../../shared/base/refusal.ts';

/** One file of the built page. */
export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_FILES = 500;

/**
 * Reads the built page into memory, by the exact path under which each file is served. What is not in this table
 * does not exist for a request, however it is spelled; links are not followed, and an update on disk changes nothing.
 */
export async function readPageFiles(dir: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  await readFolder(dir, '/', files);
  const page = files.get('/index.html');
  if (page === undefined) throw unusable(dir, 'its index.html is not there');
  files.set('/', page);
  return files;
}

/** Folder by folder: inside Electron's archive the system's own recursion is not to be relied on. */
async function readFolder(dir: string, under: string, files: Map<string, PageFile>): Promise<void> {
  const entries = await fs.readdir(dir, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) await readFolder(file, `${under}${entry.name}/`, files);
    const type = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const { size } = await fs.stat(file);
    if (size > MAX_FILE_BYTES || files.size >= MAX_FILES)
      throw unusable(dir, `${entry.name} is larger than it can be`);
    files.set(`${under}${entry.name}`, { type, body: await fs.readFile(file) });
  }
}

function unusable(dir: string, why: string): Fault {
  return new Fault('no-page', 'The window cannot be shown.', {
    why: `The built page in ${dir} is not usable: ${why}.`,
    remedy: 'Build the app again: npm run build.',
  });
}
