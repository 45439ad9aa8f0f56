/** @typedef {import('./run-report.mjs').Report} Report */
/** @typedef {{passed: number, failed: number, skipped: string[], problems: string[]}} Result problems: failures that are no test's own */

/**
 * Counts a run. Every failure outside the tests counts as one, so that none can hide behind green tests.
 * @param {{report: Report | undefined, code: number, checked?: boolean, leaks?: readonly string[], filtered?: boolean}} run
 *   report: what Vitest's reporter wrote; code: Vitest's exit code; checked: whether the static checks passed, absent
 *   when they did not run; leaks: processes left behind; filtered: tests were chosen by name, the others read as skipped
 * @returns {Result}
 */
export function aggregate({ report, code, checked, leaks = [], filtered = false }) {
  const tests = report?.tests ?? [];
  const problems = [...(report?.errors ?? []), ...leaks.map((leak) => `left running: ${leak}`)];
  const failedTests = tests.filter(({ state }) => state === 'failed').length;
  if (checked === false) problems.push('npm run check failed');
  const explained = failedTests > 0 || (report?.errors.length ?? 0) > 0;
  if (code !== 0 && !explained) problems.push(`Vitest ended with exit code ${code}`);
  const skipped = tests
    .filter(({ state, reason }) => state === 'skipped' && !(filtered && reason === ''))
    .map(({ project, name, reason }) => `${project}: ${name} (${reason || 'no reason given'})`);
  const passed = tests.filter(({ state }) => state === 'passed').length + (checked === true ? 1 : 0);
  return { passed, failed: failedTests + problems.length, skipped, problems };
}

/** Whether a run may count as good: nothing failed, and something ran. @param {Result} result */
export function isGood({ passed, failed }) {
  return failed === 0 && passed > 0;
}

/**
 * The end of the output: skipped tests, problems, and the counted line alone on the last.
 * @param {Result} result
 */
export function formatResult({ passed, failed, skipped, problems }) {
  const line = `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
  return [
    ...skipped.map((one) => `skipped  ${one}`),
    ...problems.map((one) => `FAILED   ${one}`),
    ...(passed + failed === 0 ? ['No test ran.'] : []),
    line,
  ].join('\n');
}

/**
 * Sorts what was typed after `npm test`: leading project names, then what Vitest gets as it is.
 * @param {readonly string[]} args @param {readonly string[]} known
 */
export function parseArgs(args, known) {
  const firstOther = args.findIndex((arg) => !known.includes(arg));
  const end = firstOther === -1 ? args.length : firstOther;
  const rest = args.slice(end);
  return { projects: args.slice(0, end), filters: rest[0] === '--' ? rest.slice(1) : rest };
}
