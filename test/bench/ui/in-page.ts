import type { CDPSession, Page } from 'playwright-core';

/** Milliseconds from a click on an element to the end of the frame that shows what it did, so many times. */
export async function clickTimes(
  page: Page,
  selectors: readonly string[],
  rounds: number,
): Promise<number[]> {
  return page.evaluate(
    async ([chosen, times]) => {
      const painted = (): Promise<void> =>
        new Promise((resolve) =>
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.addEventListener('message', () => resolve());
            channel.port1.start();
            channel.port2.postMessage(0);
          }),
        );
      const all: number[] = [];
      for (let i = 0; i < times; i++) {
        const element = document.querySelector<HTMLElement>(chosen[i % chosen.length] ?? '');
        if (element === null) throw new Error(`nothing to click: ${chosen[i % chosen.length]}`);
        await painted();
        const start = performance.now();
        element.click();
        await painted();
        all.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
      return all;
    },
    [selectors, rounds] as const,
  );
}

/** Milliseconds from ⌘K to the frame that shows the palette, so many times; it is closed again in between. */
export async function paletteTimes(page: Page, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const time = await page.evaluate(async () => {
      const start = performance.now();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
      while (document.querySelector('[role=combobox]') === null) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (performance.now() - start > 3000) throw new Error('the palette did not open');
      }
      return performance.now() - start;
    });
    times.push(time);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('[role=combobox]') === null);
  }
  return times;
}

/** Frame times while an element is scrolled by so many pixels a frame. */
export function frameTimes(page: Page, selector: string, ms: number): Promise<number[]> {
  return page.evaluate(
    ([chosen, lasting]) =>
      new Promise<number[]>((resolve, reject) => {
        const element = document.querySelector<HTMLElement>(chosen);
        if (element === null) return reject(new Error(`nothing to scroll: ${chosen}`));
        const frames: number[] = [];
        const begin = performance.now();
        let last = begin;
        let up = true;
        const tick = (now: number): void => {
          frames.push(now - last);
          last = now;
          if (element.scrollTop < 2000) up = false;
          if (element.scrollTop + element.clientHeight > element.scrollHeight - 2000) up = true;
          element.scrollTop += up ? -400 : 400;
          if (now - begin < lasting) requestAnimationFrame(tick);
          else resolve(frames.slice(5));
        };
        requestAnimationFrame(tick);
      }),
    [selector, ms] as const,
  );
}

/** The share of a time that the page's main thread was at work, 0 to 1. */
export async function busyShare(cdp: CDPSession, ms: number): Promise<number> {
  const read = async (): Promise<{ task: number; at: number }> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { task: of('TaskDuration'), at: of('Timestamp') };
  };
  await cdp.send('Performance.enable');
  const before = await read();
  await new Promise((resolve) => setTimeout(resolve, ms));
  const after = await read();
  return (after.task - before.task) / (after.at - before.at);
}

/** What the page's heap holds after a collection, in MiB. */
export async function heapMiB(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}
