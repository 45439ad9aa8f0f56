import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** The page's scripts in kB of gzip: all of them, and those the first paint waits for. */
export function scriptSizes(rendererDir: string): { readonly all: number; readonly first: number } {
  const assets = path.join(rendererDir, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const size = (file: string): number => gzipSync(readFileSync(path.join(assets, file))).length / 1000;
  const html = readFileSync(path.join(rendererDir, 'index.html'), 'utf8');
  const first = new Set([...html.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, file]) => file ?? ''));
  // What those import at once comes with them.
  for (const file of first) {
    const text = readFileSync(path.join(assets, file), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      if (imported !== undefined) first.add(imported);
    }
  }
  const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + size(file), 0);
  return { all: sum(scripts), first: sum(first) };
}
