import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { haveApp } from '../../build/assemble.mjs';
import { openState, prepareDemoPage, serveDemo, steady } from '../../build/demo-page.mjs';
import { app } from '../../build/paths.mjs';
import { buildPage, launchBrowser } from './browser.ts';

/** The demo of the built page, served as the browser shell does, and one browser to look at it with. */
export interface Demo {
  readonly browser: Browser;
  readonly origin: string;
  /** A page of its own in which nothing was opened yet. */
  page(options?: Parameters<Browser['newContext']>[0]): Promise<DemoPage>;
  close(): Promise<void>;
}

/** A page of the demo. */
export interface DemoPage {
  readonly view: Page;
  readonly context: BrowserContext;
  /** Grows with every error, warning, violation of the policy and socket. */
  readonly problems: string[];
  /** Opens a picture of the demo and waits until it stands. */
  open(state: string): Promise<void>;
}

/** Starts a browser on the demo; what was built last is used when it is of these sources. */
export async function startDemo(): Promise<Demo> {
  const page = haveApp()
    ? { dir: path.join(app, 'renderer'), remove: () => Promise.resolve() }
    : await buildPage();
  const [browser, server] = await Promise.all([launchBrowser(), serveDemo(page.dir)]);
  return {
    browser,
    origin: server.origin,
    async page(options = {}) {
      const context = await browser.newContext({
        ...steady,
        viewport: { width: 1280, height: 800 },
        ...options,
      });
      const view = await context.newPage();
      const problems = await prepareDemoPage(view);
      return { view, context, problems, open: (state) => openState(view, server.origin, state) };
    },
    async close() {
      await browser.close();
      await server.close();
      await page.remove();
    },
  };
}
