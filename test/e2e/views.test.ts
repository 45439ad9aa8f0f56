import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoStates, settle } from '../../build/demo-page.mjs';
import { missingBrowser } from './browser.ts';
import { startDemo, type Demo, type DemoPage } from './demo.ts';

const LARGE = { width: 1280, height: 800 };
/** A laptop at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };

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
    await view.setViewportSize(LARGE);
    await page.open(state);
    for (const size of [LARGE, ZOOMED]) {
      await view.setViewportSize(size);
      await settle(view);
      const found = await view.evaluate(readPage, SMALLEST_PX);
      expect(found, `${size.width}`).toEqual({ h1: 1, lost: [], small: [], isMarkedDemo: true });
      expect(page.problems, `${size.width}`).toEqual([]);
    }
  });
});

/** Runs in the page: what breaks a rule that holds for every view. */
function readPage(smallest: number) {
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const name = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}`;
  const hasScroller = (element: Element): boolean => {
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
        return true;
    }
    return false;
  };
  const { scrollWidth, clientWidth } = document.documentElement;
  // What can be used has to be reachable: inside the window, or inside something that scrolls to it.
  const isLost = (element: Element): boolean => {
    const { right, left, width } = element.getBoundingClientRect();
    const isOutside = width > 1 && (right > clientWidth + 1 || left < -1);
    return isOutside && isShown(element) && !hasScroller(element);
  };
  const usable = document.querySelectorAll('button, a, input, textarea, select, h1, h2, [role=option]');
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
    lost: [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} > ${clientWidth}`] : []),
      ...[...usable].filter(isLost).map(name),
    ],
    small,
    isMarkedDemo: [...document.querySelectorAll('p')].some(
      (element) =>
        isShown(element) && element.textContent === 'Demo: a recorded scene. Nothing here is running.',
    ),
  };
}
