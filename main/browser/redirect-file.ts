import { promises as fs } from 'node:fs';
import path from 'node:path';
import { writeFileAtomic } from '../cotal/workspace/files.ts';
import { randomSecret } from './secrets.ts';

/** Files that lead a browser to the page. */
export interface RedirectFiles {
  /** Makes a file that only its owner can read and that leads to `link`; it goes away after `lifeMs`. */
  make(link: string, lifeMs: number): Promise<string>;
  removeAll(): Promise<void>;
  /** Removes what a program that ended without notice left behind: links that nobody answers any more. */
  sweep(): Promise<void>;
}

/**
 * A link holds a secret, and the arguments of a program can be read by every user of the machine: a browser is
 * started with the name of a private file instead, which leads on to the link.
 */
export function createRedirectFiles(dir: string): RedirectFiles {
  const made = new Map<string, NodeJS.Timeout>();
  const remove = async (file: string): Promise<void> => {
    clearTimeout(made.get(file));
    made.delete(file);
    await fs.rm(file, { force: true });
  };
  return {
    async make(link, lifeMs) {
      const file = path.join(dir, `open-${randomSecret().slice(0, 12)}.html`);
      await writeFileAtomic(file, redirectPage(link));
      made.set(file, setTimeout(() => void remove(file), lifeMs).unref());
      return file;
    },
    async sweep() {
      const names = await fs.readdir(dir).catch(() => []);
      const left = names.filter((name) => /^open-[\w-]+\.html$/.test(name));
      await Promise.all(left.map((name) => fs.rm(path.join(dir, name), { force: true })));
    },
    async removeAll() {
      await Promise.all([...made.keys()].map(remove));
    },
  };
}

/** `link` is made by us of letters, digits and `:/#=&._-+%`, so nothing in it ends the attribute. */
function redirectPage(link: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Opening Cotal</title>
<p>Opening Cotal … <a href="${link}">Go on</a> if nothing happens.</p>
</html>
`;
}
