import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoStates, settle } from '../../build/demo-page.mjs';
import { missingBrowser } from './browser.ts';
import { startDemo, type Demo, type DemoPage } from './demo.ts';

/** Everything is checked once; in another look only colours are others. */
const LOOKS = [
  { name: 'light', media: { colorScheme: 'light', contrast: 'no-preference' }, rules: 'all' },
  { name: 'dark', media: { colorScheme: 'dark', contrast: 'no-preference' }, rules: 'colours' },
  { name: 'more contrast', media: { colorScheme: 'light', contrast: 'more' }, rules: 'colours' },
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

  test('finds what is wrong', async () => {
    await page.open('monitor');
    await page.view.evaluate(() => document.querySelector('h1')?.replaceWith(new Image()));
    expect((await page.view.evaluate(findViolations, 'all' as const)).join()).toContain('image-alt');
    await page.view.addStyleTag({
      content: 'main * { color: #888 !important; background: #999 !important; }',
    });
    expect((await page.view.evaluate(findViolations, 'colours' as const)).join()).toContain('color-contrast');
  });

  test.each(demoStates())('%s is clean in every look', async (state) => {
    await page.view.emulateMedia({ ...LOOKS[0].media, reducedMotion: 'reduce' });
    await page.open(state);
    for (const { name, media, rules } of LOOKS) {
      await page.view.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await settle(page.view);
      expect(await page.view.evaluate(findViolations, rules), name).toEqual([]);
    }
  });
});

/** Runs in the page: what axe finds, each as one line. */
async function findViolations(rules: 'all' | 'colours'): Promise<string[]> {
  const { axe } = globalThis as unknown as {
    axe: { run(context: object, options: object): Promise<{ violations: readonly Finding[] }> };
  };
  // What the terminal draws are a program's own colours and cells; its text is read by xterm's own live region.
  const context = { exclude: [['.xterm-screen']] };
  const some = rules === 'all' ? {} : { runOnly: ['color-contrast'] };
  const { violations } = await axe.run(context, { ...some, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) =>
      `${id}: ${target.join(' ')} ${failureSummary.replaceAll(/\s+/g, ' ')}`.slice(0, 400),
    ),
  );
}
