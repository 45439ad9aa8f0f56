import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootstrap, runProgram } from './bootstrap.mjs';
import { check } from './check.mjs';
import { out, root } from './paths.mjs';
import { processesWith } from './processes.platform.mjs';
import { plainEnv } from './run.mjs';
import { installMissing, missingPackages, systemName } from './system-packages.mjs';
import { aggregate, formatResult, isGood, parseArgs } from './test-result.mjs';

const known = ['unit', 'conformance', 'integration', 'security', 'faults', 'e2e'];
/** These use a browser or the keychain. */
const needSystem = ['e2e', 'security', 'integration'];
/** How long the processes of the last tests may take to end. */
const endMs = 5_000;

runProgram(async () => {
  const { projects, filters } = parseArgs(process.argv.slice(2), known);
  const full = projects.length === 0 && filters.length === 0;
  await bootstrap();
  const install = full || projects.some((name) => needSystem.includes(name));
  const missing = install ? await installMissing() : missingPackages();

  const run = `cotal-${randomBytes(4).toString('hex')}`;
  const seed = process.env['COTAL_TEST_SEED'] || String(randomInt(2 ** 31));
  console.log(
    `Run ${run}, Node ${process.version}, ${systemName()}, seed ${seed} (COTAL_TEST_SEED=${seed} repeats it)`,
  );

  const checked = full ? { checked: await check() } : {};
  const reportFile = path.join(out, `test-report.${run}.json`);
  const temporary = path.join(tmpdir(), run);
  mkdirSync(path.join(temporary, 'home'), { recursive: true });
  const code = await runVitest(projects, filters, {
    ...plainEnv(),
    COTAL_TEST_RUN: run,
    COTAL_TEST_SEED: seed,
    COTAL_TEST_MISSING: missing.join(','),
    COTAL_TEST_REPORT: reportFile,
    // Every file and process of the run is found by this folder's name, and the person's own home is left alone.
    TMPDIR: temporary,
    TEMP: temporary,
    COTAL_HOME: path.join(temporary, 'home'),
  });
  const leaks = await endLeftProcesses(run);
  const report = readReport(reportFile);
  rmSync(reportFile, { force: true });
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });

  const filtered = filters.length > 0;
  const result = aggregate({ report, code, ...checked, leaks, filtered });
  if (!isGood(result)) process.exitCode = 1;
  console.log(`\n${formatResult(result)}`);
});

/**
 * @param {readonly string[]} projects @param {readonly string[]} filters @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code
 */
function runVitest(projects, filters, env) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const chosen = projects.map((name) => `--project=${name}`);
  const child = spawn(process.execPath, [vitest, 'run', ...chosen, ...filters], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  // The run's end still has to be counted and cleaned up, so an interrupt ends Vitest only.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Waits for what the tests started to end, then ends what is left.
 * @param {string} run @returns {Promise<string[]>} what had to be ended
 */
async function endLeftProcesses(run) {
  const deadline = performance.now() + endMs;
  let left = processesWith(run) ?? [];
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(100);
    left = processesWith(run) ?? [];
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in between.
    }
  }
  return left.map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`);
}

/** @param {string} file @returns {import('./run-report.mjs').Report | undefined} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
