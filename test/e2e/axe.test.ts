import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoStates, settle } from '../../build/demo-page.mjs';
import { missingBrowser } from './browser.ts';
import { startDemo, type Demo, type DemoPage } from './demo.ts';

/** As the demo's own names for what a person can choose under Appearance. */
const LOOKS = [
  { name: 'light', media: { colorScheme: 'light', contrast: 'no-preference' } },
  { name: 'dark', media: { colorScheme: 'dark', contrast: 'no-preference' } },
  { name: 'more contrast', media: { colorScheme: 'light', contrast: 'more' } },
] as const;

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

describe.skipIf(missingBrowser !== undefined)(`axe ${missingBrowser ?? ''}`, () => {
  let demo: Demo;
  let page: DemoPage;

  beforeAll(async () => {
    demo = await startDemo();
    // The checker writes functions from text, which the page's own policy forbids: only this browser is let off.
    page = await demo.page({ bypassCSP: true });
    const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    await page.view.addInitScript({ content: await readFile(source, 'utf8') });
  });
  afterAll(() => demo?.close());

  test.each(demoStates())('%s is clean in every look', async (state) => {
    await page.view.emulateMedia({ ...LOOKS[0].media, reducedMotion: 'reduce' });
    await page.open(state);
    for (const { name, media } of LOOKS) {
      await page.view.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await settle(page.view);
      expect(await page.view.evaluate(findViolations), name).toEqual([]);
    }
  });
});

/** Runs in the page: what axe finds, each as one line. */
async function findViolations(): Promise<string[]> {
  const { axe } = globalThis as unknown as {
    axe: { run(context: object, options: object): Promise<{ violations: readonly Finding[] }> };
  };
  // What the terminal draws are a program's own colours and cells; its text is read by xterm's own live region.
  const context = { exclude: [['.xterm-screen']] };
  const { violations } = await axe.run(context, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) =>
      `${id}: ${target.join(' ')} ${failureSummary.replaceAll(/\s+/g, ' ')}`.slice(0, 400),
    ),
  );
}
