/**
 * A defect that is planted to see whether the specs notice.
 * @typedef {object} Defect
 * @property {string} id
 * @property {string} what the defect in a sentence
 * @property {string} file the file that it is planted in, from the top folder
 * @property {string} find what stands there; exactly once
 * @property {string} replace what is put in its place
 * @property {readonly string[]} specs the test files that are to notice
 * @property {string} expect words of the name of the test that turns red
 */

/** @typedef {{title: string, fullName: string, status: string, failureMessages: string[]}} TestOutcome */
/** @typedef {{testResults: {name: string, message: string, assertionResults: TestOutcome[]}[]}} SpecReport as Vitest's JSON reporter writes it */
/** @typedef {{defect: Defect, caughtBy: string | undefined, why: string}} Verdict why: what the test said, or why nothing was caught */

/**
 * The source with the defect in it. Throws when the place is not there, or not the only one: the list is out of date then.
 * @param {string} source
 * @param {Pick<Defect, 'id' | 'file' | 'find' | 'replace'>} defect
 */
export function plant(source, { id, file, find, replace }) {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `The defect "${id}" cannot be planted: what it replaces occurs ${parts.length - 1} times in ${file}, not once. Bring test/defects/defects.mjs up to date.`,
    );
  }
  return parts.join(replace);
}

/**
 * The chosen defects, all when none is named. Throws on a name that is none.
 * @param {readonly Defect[]} defects @param {readonly string[]} ids
 */
export function choose(defects, ids) {
  const unknown = ids.filter((id) => !defects.some((defect) => defect.id === id));
  if (unknown.length > 0) {
    const known = defects.map(({ id }) => id).join(', ');
    throw new Error(`There is no defect ${unknown.join(', ')}. There are: ${known}.`);
  }
  return ids.length === 0 ? defects : defects.filter(({ id }) => ids.includes(id));
}

/** What Vitest is given to run only the tests that are to notice. @param {readonly Defect[]} defects */
export function namePattern(defects) {
  const names = new Set(defects.map(({ expect }) => expect.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')));
  return [...names].join('|');
}

/**
 * What keeps the specs from being a measure: a test that is red without any defect, or that is not there or skipped.
 * @param {readonly Defect[]} defects
 * @param {SpecReport | undefined} report nothing: the run did not come to an end
 * @returns {string[]}
 */
export function explainBaseline(defects, report) {
  if (report === undefined) return ['the run did not come to an end'];
  return defects.flatMap(({ id, expect, specs }) => {
    const tests = testsFor({ expect, specs }, report);
    const red = tests.find(({ status }) => status === 'failed');
    if (red !== undefined) return [`${id}: "${red.fullName}" is red without it: ${reasonOf(red)}`];
    const isGreen = tests.some(({ status }) => status === 'passed');
    const broken = report.testResults.find(({ message }) => message !== '')?.message.split('\n')[0];
    return isGreen ? [] : [`${id}: no test "${expect}" was run in ${specs.join(', ')}. ${broken ?? ''}`];
  });
}

/**
 * Whether the specs noticed. A file that could not be run at all has noticed nothing.
 * @param {Defect} defect @param {SpecReport | undefined} report nothing: the run did not come to an end
 * @returns {Verdict}
 */
export function judge(defect, report) {
  if (report === undefined) return { defect, caughtBy: undefined, why: 'the run did not come to an end' };
  const red = testsFor(defect, report).find(({ status }) => status === 'failed');
  if (red !== undefined) return { defect, caughtBy: red.fullName, why: reasonOf(red) };
  const broken = report.testResults.find(({ message }) => message !== '')?.message.split('\n')[0];
  return { defect, caughtBy: undefined, why: broken ?? 'the tests stayed green' };
}

/**
 * One line for each defect.
 * @param {readonly Verdict[]} verdicts
 */
export function formatVerdicts(verdicts) {
  const width = Math.max(...verdicts.map(({ defect }) => defect.id.length));
  return verdicts
    .map(({ defect, caughtBy, why }) => {
      const outcome = caughtBy === undefined ? `NOT CAUGHT (${why})` : `caught by ${caughtBy}`;
      return `${defect.id.padEnd(width)}  ${outcome}`;
    })
    .join('\n');
}

/** @param {Pick<Defect, 'expect' | 'specs'>} defect @param {SpecReport} report */
function testsFor({ expect, specs }, { testResults }) {
  return testResults
    .filter(({ name }) => specs.some((spec) => name.endsWith(`/${spec}`)))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => fullName.includes(expect));
}

/** @param {TestOutcome} test */
function reasonOf({ failureMessages }) {
  const reason = (failureMessages[0] ?? '').split('\n')[0]?.slice(0, 160) ?? '';
  // What Vitest writes there of a test that took longer than it may.
  return reason.includes('STACK_TRACE_ERROR') ? 'it did not come to an end in time' : reason;
}
