import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { root } from './paths.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** The moment at which the recorded scene is looked at: ages and times are the same in every picture. */
const SCENE_TIME = new Date('2026-03-05T14:32:33Z');
/** A page at rest has changed nothing for this long; React holds back for 300 ms what follows a fallback. */
const STILL_MS = 150;
const OPENED_MS = 400;
const PATIENCE_MS = 15_000;

/** What each page is loading just now. @type {WeakMap<Page, Set<object>>} */
const loading = new WeakMap();

/** A window of the browser in which pictures do not depend on the machine's clock, zone and motion. */
export const steady = /** @type {const} */ ({ timezoneId: 'UTC', locale: 'en-GB', reducedMotion: 'reduce' });

/** The names of the pictures that the demo can be opened in. @returns {string[]} */
export function demoStates() {
  return JSON.parse(readFileSync(path.join(root, 'renderer/demo/states.json'), 'utf8'));
}

/**
 * Serves a built page as the browser shell does, headers and all, and nothing else.
 * @param {string} dir the folder with its index.html
 * @returns {Promise<{origin: string, close: () => Promise<void>}>}
 */
export async function serveDemo(dir) {
  const { runnerImport } = await import('vite');
  const options = /** @type {const} */ ({ configFile: false, root, logLevel: 'error' });
  const [policy, pages] = await Promise.all([
    runnerImport(path.join(root, 'main/shell/page-policy.ts'), options),
    runnerImport(path.join(root, 'main/shell/page-files.ts'), options),
  ]);
  const { pageHeaders } = /** @type {{pageHeaders: (connect: string) => Record<string, string>}} */ (
    policy.module
  );
  const { readPageFiles } =
    /** @type {{readPageFiles: (dir: string) => Promise<Map<string, {type: string, body: Buffer}>>}} */ (
      pages.module
    );
  const files = await readPageFiles(dir);
  let port = 0;
  const server = createServer((request, response) => {
    const file = files.get((request.url ?? '').split(/[?#]/, 1)[0] ?? '');
    const headers = pageHeaders(`'self' ws://127.0.0.1:${port}`);
    response.writeHead(file ? 200 : 404, { ...headers, 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? 'There is no such page.\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Prepares a page for the demo: its clock stands, and what goes wrong in it is collected.
 * @param {Page} page
 * @returns {Promise<string[]>} grows with every error, warning, violation of the policy and request to elsewhere
 */
export async function prepareDemoPage(page) {
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  const requests = new Set();
  loading.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  page.on('websocket', (socket) => problems.push(`the demo opened a socket to ${socket.url()}`));
  await page.clock.setFixedTime(SCENE_TIME);
  await page.addInitScript(() => {
    const still = { at: 0 };
    Object.assign(globalThis, { cotalStill: still });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`policy: ${violatedDirective} forbids ${blockedURI} ${sample}`),
    );
    new MutationObserver(() => (still.at = performance.now())).observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
    });
  });
  return problems;
}

/**
 * Opens a picture of the demo and waits until it stands.
 * @param {Page} page @param {string} origin @param {string} state
 */
export async function openState(page, origin, state) {
  await page.goto(`${origin}/?demo=${state}`);
  await page.waitForFunction(
    () => document.querySelector('[data-demo=ready] :is(h1, [role=dialog])') !== null,
    undefined,
    {
      timeout: PATIENCE_MS,
    },
  );
  await settle(page, OPENED_MS);
}

/**
 * Waits until the page has come to rest: nothing loads, and nothing changes.
 * @param {Page} page @param {number} [stillMs]
 */
export async function settle(page, stillMs = STILL_MS) {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await page.waitForFunction(
      (still) => {
        const { cotalStill } = /** @type {{cotalStill?: {at: number}}} */ (globalThis);
        return performance.now() - (cotalStill?.at ?? 0) > still;
      },
      stillMs,
      { timeout: PATIENCE_MS, polling: 50 },
    );
    if ((loading.get(page)?.size ?? 0) === 0) return;
    if (performance.now() > deadline)
      throw new Error('The page does not come to rest: something still loads.');
  }
}
