import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ensureDependencies, runProgram } from './bootstrap.mjs';
import { brokerFolder, root } from './paths.mjs';
import { choose, explainBaseline, formatVerdicts, judge, namePattern, plant } from './planted.mjs';
import { processesWith } from './processes.platform.mjs';
import { lastLines, plainEnv, run, say } from './run.mjs';

/** @typedef {import('./planted.mjs').Defect} Defect */
/** @typedef {import('./planted.mjs').SpecReport} SpecReport */
/** @typedef {{top: string, checkout: string, temporary: string}} Copy top: all of it, and in the name of each of its processes */

/** No build and no run of specs takes longer than this. */
const limitMs = 180_000;
/** A test that hangs because of the defect has noticed it; within this, and well before `limitMs`. */
const testMs = 60_000;
/** These may run the built app; unit tests run the sources. */
const needBuild = /^test\//;

let isInterrupted = false;

/** Plants each defect in a copy of the checkout, and tells which test notices. */
runProgram(async () => {
  await ensureDependencies();
  /** @type {{defects: readonly Defect[]}} */
  const { defects } = await import(pathToFileURL(path.join(root, 'test/defects/defects.mjs')).href);
  const chosen = choose(defects, process.argv.slice(2));
  const copy = openCopy();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      isInterrupted = true;
      void endProcesses(copy);
    });
  }
  try {
    copyCheckout(copy);
    // Before anything takes long: each of them has its place.
    for (const defect of chosen) plant(sourceOf(copy, defect), defect);
    await requireGreen(copy, chosen);
    const verdicts = [];
    for (const defect of chosen) {
      const verdict = await tryDefect(copy, defect);
      say(`  ${verdict.caughtBy === undefined ? 'NOT CAUGHT' : 'caught'}: ${verdict.why}`);
      verdicts.push(verdict);
    }
    console.log(formatVerdicts(verdicts));
    const missed = verdicts.filter(({ caughtBy }) => caughtBy === undefined).length;
    console.log(`\n${verdicts.length - missed} of ${verdicts.length} planted defects were caught.`);
    if (missed > 0) process.exitCode = 1;
  } finally {
    await endProcesses(copy);
    rmSync(copy.top, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** @returns {Copy} */
function openCopy() {
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'cotal-defects-')));
  return { top, checkout: path.join(top, 'checkout'), temporary: path.join(top, 't') };
}

/** Copies what git tracks or would add, as it is now. @param {Copy} copy */
function copyCheckout({ checkout, temporary }) {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const git = spawnSync('git', listing, { cwd: root, encoding: 'utf8' });
  if (git.status !== 0)
    throw new Error('What to copy is not known: this folder is no git checkout, or git is missing.');
  for (const file of git.stdout.split('\0').filter(Boolean)) {
    const from = path.join(root, file);
    if (existsSync(from)) cpSync(from, path.join(checkout, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'), 'junction');
  // Without it the first build in the copy installs one.
  if (existsSync(brokerFolder)) {
    cpSync(brokerFolder, path.join(checkout, path.relative(root, brokerFolder)), { recursive: true });
  }
  mkdirSync(path.join(temporary, 'home'), { recursive: true });
}

/** Without any defect the tests that are to notice have to be green. @param {Copy} copy @param {readonly Defect[]} defects */
async function requireGreen(copy, defects) {
  const specs = new Set(defects.flatMap((defect) => defect.specs));
  say(`Without a defect: ${specs.size} spec files …`);
  await rebuild(copy, 'no defect');
  // File by file, so that none of these runs is longer than it may be.
  for (const spec of specs) {
    const own = defects.filter((defect) => defect.specs.includes(spec));
    const alone = own.map((defect) => ({ ...defect, specs: [spec] }));
    let problems = explainBaseline(alone, await runSpecs(copy, alone));
    if (problems.length > 0) {
      say(`  ${spec} is tried once more:\n  ${problems.join('\n  ')}`);
      problems = explainBaseline(alone, await runSpecs(copy, alone));
    }
    if (problems.length > 0) throw new Error(`The specs are no measure as they are.\n${problems.join('\n')}`);
  }
}

/** @param {Copy} copy @param {Defect} defect */
async function tryDefect(copy, defect) {
  say(`${defect.id}: ${defect.what}`);
  const sound = sourceOf(copy, defect);
  const file = path.join(copy.checkout, defect.file);
  writeFileSync(file, plant(sound, defect));
  try {
    if (defect.specs.some((spec) => needBuild.test(spec))) await rebuild(copy, defect.id);
    return judge(defect, await runSpecs(copy, [defect]));
  } finally {
    writeFileSync(file, sound);
  }
}

/** @param {Copy} copy @param {Pick<Defect, 'file'>} defect */
function sourceOf({ checkout }, { file }) {
  return readFileSync(path.join(checkout, file), 'utf8');
}

/** A defect that does not even build would prove nothing. @param {Copy} copy @param {string} what */
async function rebuild(copy, what) {
  const { code, output } = await inCopy(copy, ['build/bootstrap.mjs', '--force']);
  if (code !== 0) throw new Error(`With ${what} the app cannot be built.\n${lastLines(output)}`);
}

/**
 * Runs the tests that are to notice these defects.
 * @param {Copy} copy @param {readonly Defect[]} defects
 * @returns {Promise<SpecReport | undefined>} nothing: the run did not come to an end
 */
async function runSpecs(copy, defects) {
  const reportFile = path.join(copy.top, 'report.json');
  rmSync(reportFile, { force: true });
  const specs = new Set(defects.flatMap((defect) => defect.specs));
  const limits = [`--testTimeout=${testMs}`, `--hookTimeout=${testMs}`];
  const reporting = ['--reporter=json', `--outputFile=${reportFile}`];
  const vitest = path.join('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', ...specs, '-t', namePattern(defects), ...limits, ...reporting];
  const { output } = await inCopy(copy, args);
  if (existsSync(reportFile)) return JSON.parse(readFileSync(reportFile, 'utf8'));
  say(lastLines(output));
  return undefined;
}

/**
 * Runs Node in the copy, and ends whatever that leaves behind.
 * @param {Copy} copy @param {readonly string[]} args
 */
async function inCopy(copy, args) {
  if (isInterrupted) throw new Error('Interrupted.');
  const { checkout, temporary } = copy;
  const timer = setTimeout(() => void endProcesses(copy), limitMs);
  const result = await run(process.execPath, args, {
    cwd: checkout,
    timeoutMs: limitMs,
    env: {
      ...plainEnv(),
      // By this folder's name every process is found, and the person's own home is left alone.
      TMPDIR: temporary,
      TEMP: temporary,
      COTAL_HOME: path.join(temporary, 'home'),
    },
  });
  clearTimeout(timer);
  await endProcesses(copy);
  if (isInterrupted) throw new Error('Interrupted.');
  return result;
}

/** Ends everything that works in the copy or for it. @param {Copy} copy */
async function endProcesses({ top }) {
  // What is being ended may just be starting another one.
  for (let round = 0; round < 20; round++) {
    const left = (processesWith(path.basename(top)) ?? []).filter(({ pid }) => pid !== process.pid);
    if (left.length === 0) return;
    for (const { pid } of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself in between.
      }
    }
    await sleep(50);
  }
}
