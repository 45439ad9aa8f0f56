import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoStates, settle } from '../../build/demo-page.mjs';
import { missingBrowser } from './browser.ts';
import { startDemo, type Demo, type DemoPage } from './demo.ts';

const SIZES = [
  { width: 1280, height: 800 },
  // A laptop at 200 % zoom.
  { width: 720, height: 450 },
];

/** Nothing is set smaller than this but the rail's count. */
const SMALLEST_PX = 11;

describe.skipIf(missingBrowser !== undefined)(`views ${missingBrowser ?? ''}`, () => {
  let demo: Demo;
  let page: DemoPage;

  beforeAll(async () => {
    demo = await startDemo();
    page = await demo.page();
  });
  afterEach(() => page.problems.splice(0));
  afterAll(() => demo?.close());

  test.each(demoStates())('%s stands at both sizes, without an error', async (state) => {
    const { view } = page;
    for (const size of SIZES) {
      await view.setViewportSize(size);
      await page.open(state);
      await settle(view);
      expect(page.problems, `${size.width}`).toEqual([]);
      expect(await view.evaluate(readPage, SMALLEST_PX), `${size.width}`).toEqual({
        h1: 1,
        overflow: [],
        small: [],
        demo: true,
      });
    }
  });
});

/** Runs in the page: what breaks a rule that holds for every view. */
function readPage(smallest: number) {
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const name = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}`;
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => isShown(element) && element.getBoundingClientRect().right > clientWidth + 1,
  );
  const small: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || node.textContent?.trim() === '' || !isShown(element)) continue;
    // The rail's count is set smaller on purpose; what only a screen reader reads has no size.
    if (element.closest('.visually-hidden, [data-count]') !== null) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < smallest) small.push(`${name(element)} ${size}px "${node.textContent?.trim().slice(0, 30)}"`);
  }
  return {
    h1: [...document.querySelectorAll('h1')].filter(isShown).length,
    overflow:
      scrollWidth > clientWidth ? [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 5).map(name)] : [],
    small,
    demo: [...document.querySelectorAll('p')].some(
      (element) =>
        isShown(element) && element.textContent === 'Demo: a recorded scene. Nothing here is running.',
    ),
  };
}
