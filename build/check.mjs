import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies, isProgram, runProgram } from './bootstrap.mjs';
import { checkLayers } from './layers.mjs';
import { checkLicences } from './licences.mjs';
import { root } from './paths.mjs';
import { plainEnv, run } from './run.mjs';
import { listFiles } from './stamp.mjs';

const maxLines = 400;
const atOnce = 2;

/** @typedef {{name: string, find: () => string[] | Promise<string[]>}} Part finds problems, each a text of its own */

/** @type {readonly Part[]} The long ones first. */
const parts = [
  { name: 'types', find: () => tool('typescript/bin/tsc', ['--noEmit']) },
  { name: 'lint', find: () => tool('oxlint/bin/oxlint', ['--deny-warnings']) },
  { name: 'unused code', find: () => tool('knip/bin/knip.js', ['--no-progress']) },
  { name: 'formatting', find: () => tool('oxfmt/bin/oxfmt', ['--check', '.']) },
  { name: 'layers', find: () => checkLayers(ourFiles()) },
  { name: 'file length', find: () => findLongFiles(ourFiles()) },
  { name: 'licences', find: checkLicences },
];

/**
 * Runs the static checks and prints one line for each, with what it found.
 * @returns {Promise<boolean>} whether all are well
 */
export async function check() {
  const waiting = [...parts];
  let good = true;
  const worker = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const start = performance.now();
      const problems = await part.find();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      if (problems.length > 0) good = false;
      const verdict = problems.length > 0 ? 'FAILED' : 'ok';
      console.log([`${part.name.padEnd(12)} ${verdict.padEnd(6)} ${seconds} s`, ...problems].join('\n'));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return good;
}

/** @param {string} script in node_modules @param {string[]} args */
async function tool(script, args) {
  const { code, output } = await run(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    env: plainEnv(),
  });
  return code === 0 ? [] : [output.trimEnd() || `exit code ${code}`];
}

/** Files that git tracks or would add; all of them outside a git checkout. */
function ourFiles() {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const git = spawnSync('git', listing, { cwd: root, encoding: 'utf8' });
  const places = git.status === 0 ? git.stdout.split('\0').filter(Boolean) : ['.'];
  return listFiles(root, places, (file) => !/(^|\/)(node_modules|out|\.git)\//.test(file));
}

/** @param {readonly string[]} files */
function findLongFiles(files) {
  return files
    .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file))
    .map((file) => ({
      file,
      lines: readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length,
    }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, lines }) => `${file} has ${lines} lines; ${maxLines} is the most. Split it by concept.`);
}

if (isProgram(import.meta.url)) {
  runProgram(async () => {
    await ensureDependencies();
    if (!(await check())) process.exitCode = 1;
  });
}
