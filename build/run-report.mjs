import { writeFileSync } from 'node:fs';

/** @typedef {{project: string, file: string, name: string, state: 'passed' | 'failed' | 'skipped', reason: string}} TestEntry */
/** @typedef {{tests: TestEntry[], errors: string[]}} Report errors: what went wrong outside any test */
/** @typedef {import('vitest/node').Reporter} Reporter */

/**
 * A Vitest reporter that writes each test's outcome, and a skipped one's reason, to a file as JSON.
 * @implements {Reporter}
 */
export class RunReport {
  /** @param {string} file */
  constructor(file) {
    this.file = file;
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly {message: string}[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {Report} */
    const report = { tests: [], errors: unhandled.map((error) => firstLine(error.message)) };
    for (const module of modules) {
      const suites = [module, ...module.children.allSuites()];
      const errors = suites.flatMap((suite) => suite.errors());
      report.errors.push(...errors.map((error) => `${module.relativeModuleId}: ${firstLine(error.message)}`));
      report.tests.push(...[...module.children.allTests()].map((test) => entryOf(module, test)));
    }
    writeFileSync(this.file, JSON.stringify(report));
  }
}

/**
 * @param {import('vitest/node').TestModule} module @param {import('vitest/node').TestCase} test
 * @returns {TestEntry}
 */
function entryOf(module, test) {
  const result = test.result();
  const at = { project: module.project.name, file: module.relativeModuleId, name: test.fullName };
  if (result.state === 'skipped') return { ...at, state: 'skipped', reason: result.note ?? '' };
  // One that was still running when the run ended has not shown anything.
  return { ...at, state: result.state === 'passed' ? 'passed' : 'failed', reason: '' };
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n')[0] ?? '';
}
