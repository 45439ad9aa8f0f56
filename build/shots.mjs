import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { bootstrap, runProgram } from './bootstrap.mjs';
import { demoStates, openState, prepareDemoPage, serveDemo, settle, steady } from './demo-page.mjs';
import { root } from './paths.mjs';

const folder = path.join(root, 'test/e2e/shots');
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const themes = /** @type {const} */ (['light', 'dark']);
const CHROMIUM = '/usr/bin/chromium';
const atOnce = 2;

runProgram(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { page: { type: 'string' }, size: { type: 'string' }, theme: { type: 'string' } },
  });
  const states = chooseStates(positionals);
  const dir = values.page ?? path.join(await bootstrap(), 'renderer');
  if (!existsSync(CHROMIUM)) throw new Error(`Pictures are taken with ${CHROMIUM}, which is not installed.`);
  mkdirSync(folder, { recursive: true });
  const server = await serveDemo(dir);
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: sandbox });
  try {
    const plan = {
      origin: server.origin,
      wanted: sizes.filter(({ width }) => values.size === undefined || `${width}` === values.size),
      schemes: themes.filter((theme) => values.theme === undefined || theme === values.theme),
    };
    const waiting = [...states];
    const bad = await Promise.all(Array.from({ length: atOnce }, () => work(browser, waiting, plan)));
    const problems = bad.reduce((sum, count) => sum + count, 0);
    console.log(
      `\n${states.length} states, ${problems} problems, pictures in ${path.relative(root, folder)}/`,
    );
    if (problems > 0) process.exitCode = 1;
  } finally {
    await browser.close();
    await server.close();
  }
});

/** @typedef {{origin: string, wanted: readonly {width: number, height: number}[], schemes: readonly ('light' | 'dark')[]}} Plan */

/**
 * Takes pictures in one page until no state waits any more.
 * @param {import('playwright-core').Browser} browser @param {string[]} waiting @param {Plan} plan
 * @returns {Promise<number>} how many problems there were
 */
async function work(browser, waiting, plan) {
  const page = await browser.newPage(steady);
  const problems = await prepareDemoPage(page);
  let bad = 0;
  for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
    const start = performance.now();
    await takePictures(page, state, plan).catch((error) => problems.push(String(error)));
    const found = problems.splice(0);
    bad += found.length;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const verdict = found.length === 0 ? 'ok' : 'FAILED';
    console.log([`${state.padEnd(20)} ${verdict.padEnd(6)} ${seconds} s`, ...found].join('\n  '));
  }
  return bad;
}

/** @param {import('playwright-core').Page} page @param {string} state @param {Plan} plan */
async function takePictures(page, state, { origin, wanted, schemes }) {
  const [first] = wanted;
  if (first) await page.setViewportSize(first);
  await openState(page, origin, state);
  for (const size of wanted) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settle(page);
      const name = `${state}-${colorScheme}-${size.width}.png`;
      await page.screenshot({ path: path.join(folder, name) });
    }
  }
}

/** @param {readonly string[]} wanted */
function chooseStates(wanted) {
  const known = demoStates();
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`The demo has no state ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  return wanted.length > 0 ? wanted : known;
}
