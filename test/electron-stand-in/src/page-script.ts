import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import type { PageConfig } from './page/messages.ts';
import { getStart } from './start.ts';

/** The scripts that run in each new document of a window, before its own. */
export interface PageScripts {
  readonly main: string;
  readonly isolated: string;
}

/** Writes the scripts of a window. The preload is read here; where that fails, the page will report it. */
export function makePageScripts(
  preload: string | undefined,
  additionalArguments: readonly string[],
): PageScripts {
  const { text, problem } = preload === undefined ? { text: '', problem: null } : readPreload(preload);
  const { electron, chrome, node } = process.versions;
  const config: PageConfig = {
    toIsolated: `to-isolated-${randomUUID()}`,
    toMain: `to-main-${randomUUID()}`,
    platform: process.platform,
    versions: { electron, chrome, node },
    argv: [process.execPath, ...additionalArguments],
    preloadProblem: problem,
  };
  const given = `const standInConfig = ${JSON.stringify(config)};`;
  const body = `const { exports } = module;\n{${text}\n}`;
  const run = `const standInPreload = function (require, process, module) {${body}};`;
  return {
    main: `{${given}\n${bundled('main-world')}\n}`,
    isolated: `{${given}\n${run}\n${bundled('isolated-world')}\n}\n//# sourceURL=electron-stand-in-preload.js`,
  };
}

function readPreload(file: string): {
  readonly text: string;
  readonly problem: PageConfig['preloadProblem'];
} {
  try {
    const text = readFileSync(file, 'utf8');
    // One that does not parse would take the whole script with it.
    void new Script(`(function () {${text}\n})`, { filename: file });
    return { text, problem: null };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { text: '', problem: { name, message } };
  }
}

const read = new Map<string, string>();

function bundled(name: string): string {
  const known = read.get(name) ?? readFileSync(path.join(getStart().folder, `${name}.js`), 'utf8');
  read.set(name, known);
  return known;
}
