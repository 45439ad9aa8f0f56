import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { RunReport } from './build/run-report.mjs';

/** One project for each way of testing. `order` runs them one after another, the quick ones first. */
function project(
  name: string,
  order: number,
  include: string,
  seconds: number,
  options: { sequential?: true } = {},
) {
  return {
    test: {
      name,
      include: [include],
      environment: 'node',
      testTimeout: seconds * 1000,
      hookTimeout: seconds * 1000,
      sequence: { groupOrder: order },
      ...(options.sequential ? { fileParallelism: false } : {}),
    },
  };
}

const report = process.env['COTAL_TEST_REPORT'];
const reporters: (string | Reporter)[] =
  report === undefined ? ['default'] : ['default', new RunReport(report)];

export default defineConfig({
  test: {
    reporters,
    maxWorkers: 2,
    projects: [
      project('unit', 1, '{main,shared,renderer,preload,build}/**/*.test.{ts,tsx,mjs}', 10),
      project('conformance', 2, 'test/conformance/**/*.test.{ts,tsx}', 30),
      project('integration', 3, 'test/integration/**/*.test.{ts,tsx}', 60),
      project('security', 4, 'test/security/**/*.test.{ts,tsx}', 60),
      project('faults', 5, 'test/faults/**/*.test.{ts,tsx}', 180, { sequential: true }),
      project('e2e', 6, 'test/{e2e,electron-stand-in}/**/*.test.{ts,tsx}', 180, { sequential: true }),
    ],
  },
});
