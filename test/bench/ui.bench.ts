import { createServer } from 'node:http';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, startTestShell } from '../e2e/browser.ts';
import { createFakeHost, type FakeHost } from '../e2e/fake-host.ts';
import { median, quantile, row, type Row } from './floor.ts';
import { busyShare, clickTimes, frameTimes, heapMiB, paletteTimes } from './ui/in-page.ts';
import { entry, loadScene, MESH, nextSnapshot } from './ui/load-scene.ts';
import { scriptSizes } from './ui/sizes.ts';
import { measureEcho } from './ui/terminals.ts';

const FEED = 100_000;
const AGENTS = 1000;
const PAINTS = 7;
const SWITCHES = 40;
const SCROLL_MS = 8000;
const BUSY_MS = 10_000;
/** How long memory is watched; ten minutes are asked for with COTAL_BENCH_MINUTES=10. */
const MEMORY_MS = Number(process.env['COTAL_BENCH_MINUTES'] ?? 1) * 60_000;

const RENDERER = path.resolve('out', 'app', 'renderer');

interface Opened {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly host: FakeHost;
  close(): Promise<void>;
}

/** The page of the app over a scripted host, in the state of somebody who has been through the first steps. */
async function open(agents: number, entries: number): Promise<Opened> {
  const host = createFakeHost(loadScene(agents, entries, Date.now()));
  const test = await startTestShell(host, RENDERER, { mesh: MESH });
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(test.shell.issueLink(60_000));
  const later = page.getByRole('button', { name: 'Stop and go on later' });
  const monitor = page.getByRole('heading', { level: 1, name: 'Monitor' });
  await later.or(monitor).first().waitFor();
  if (await later.isVisible()) await later.click();
  await monitor.waitFor();
  return {
    page,
    cdp: await context.newCDPSession(page),
    host,
    async close() {
      await browser.close();
      await test.close();
    },
  };
}

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);

/** First contentful paint of a page that was shown before, and of a page with one word. */
async function paint(): Promise<Row[]> {
  const { page, close } = await open(20, 500);
  const ours: number[] = [];
  for (let i = 0; i < PAINTS; i++) {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    ours.push(await firstPaint(page));
  }
  const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<p>word'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const floor: number[] = [];
  for (let i = 0; i < PAINTS; i++) {
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    floor.push(await firstPaint(page));
  }
  server.close();
  await close();
  return [row('first contentful paint, warm', 'ms', median(ours), median(floor), PAINTS)];
}

const RAIL = ['Agents', 'Personas', 'Settings', 'Monitor'].map(
  (name) =>
    `nav[aria-label="Views"] button:nth-of-type(${{ Monitor: 2, Agents: 3, Personas: 4, Settings: 5 }[name]})`,
);

/** From the click to the painted view; the floor is a click that changes one word. */
async function switches(): Promise<Row[]> {
  const { page, close } = await open(200, 5000);
  await clickTimes(page, RAIL, RAIL.length * 2);
  const views = await clickTimes(page, RAIL, SWITCHES);
  const palette = await paletteTimes(page, 20);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.id = 'floor';
    button.addEventListener('click', () => (button.textContent = String(performance.now())));
    document.body.append(button);
  });
  const floor = await clickTimes(page, ['#floor'], SWITCHES);
  await close();
  return [
    row('view switch, p95 (200 agents)', 'ms', quantile(views, 0.95), quantile(floor, 0.95), SWITCHES),
    row('palette opens, p95', 'ms', quantile(palette, 0.95), quantile(floor, 0.95), 20),
  ];
}

/** Frames while a feed of 100,000 is scrolled and grows; the floor is a tall empty element. */
async function feed(): Promise<Row[]> {
  const { page, host, close } = await open(20, 500);
  let next = 500;
  // As a long day brings them, in parts: one message has a bound.
  while (next < FEED) {
    const entries = Array.from({ length: 5000 }, (_, i) =>
      entry(next + i, Date.now() - (FEED - next - i) * 50),
    );
    host.emit('mesh.feed', { mesh: MESH, entries });
    next += entries.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await page.getByRole('button', { name: /^All 1\d\d,/ }).waitFor();
  const timer = setInterval(() => {
    host.emit('mesh.feed', { mesh: MESH, entries: [entry(next++, Date.now()), entry(next++, Date.now())] });
  }, 100);
  const ours = await frameTimes(page, 'main [role=listbox]', SCROLL_MS);
  clearInterval(timer);
  await page.evaluate(() => {
    const tall = document.createElement('div');
    tall.id = 'tall';
    tall.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:99';
    const inside = document.createElement('div');
    inside.style.height = '3200000px';
    tall.append(inside);
    document.body.replaceChildren(tall);
  });
  const floor = await frameTimes(page, '#tall', SCROLL_MS);
  await close();
  const long = (frames: readonly number[]): number => frames.filter((ms) => ms > 32).length / frames.length;
  return [
    row(
      `scrolling ${FEED.toLocaleString('en')} rows, frame p99`,
      'ms',
      quantile(ours, 0.99),
      quantile(floor, 0.99),
      ours.length,
    ),
    row('frames over 32 ms', 'share', long(ours), Math.max(long(floor), 0.001), ours.length),
  ];
}

/** How busy 1,000 agents at 10 Hz keep the page; the floor is a page that only parses the same texts. */
async function agents(): Promise<Row[]> {
  const { page, cdp, host, close } = await open(AGENTS, 500);
  let step = 0;
  const emit = (): void => {
    const now = Date.now();
    host.emit('mesh.snapshot', { mesh: MESH, snapshot: nextSnapshot(AGENTS, now, step++) });
  };
  const timer = setInterval(emit, 100);
  const ours = await busyShare(cdp, BUSY_MS);
  const before = await heapMiB(cdp);
  await new Promise((resolve) => setTimeout(resolve, MEMORY_MS));
  const after = await heapMiB(cdp);
  clearInterval(timer);
  const text = JSON.stringify({ event: 'mesh.snapshot', payload: { snapshot: nextSnapshot(AGENTS, 0, 0) } });
  await page.goto('about:blank');
  await page.evaluate((json) => setInterval(() => JSON.parse(json), 100), text);
  const floor = await busyShare(cdp, BUSY_MS);
  await close();
  return [
    row('1,000 agents at 10 Hz: main thread', 'share', ours, floor, BUSY_MS / 100),
    row(`heap after ${MEMORY_MS / 60_000} min of it`, 'MiB', after, before, 1),
  ];
}

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const sizes = scriptSizes(RENDERER);
  const rows: Row[] = [];
  for (const part of [paint, switches, feed, agents]) {
    const measured = await part();
    // It takes minutes: what is known is said.
    for (const { what, ours, floor, unit } of measured)
      process.stderr.write(`  ${what}: ${ours} ${unit} (${floor})\n`);
    rows.push(...measured);
  }
  const echo = await measureEcho();
  return {
    name: 'ui',
    rows: [
      ...rows,
      row('key to echo in the page, p50', 'ms', median(echo.ours), median(echo.floor), echo.ours.length),
      row(
        'key to echo in the page, p99',
        'ms',
        quantile(echo.ours, 0.99),
        quantile(echo.floor, 0.99),
        echo.ours.length,
      ),
      row('scripts, gzip (goal 700)', 'kB', sizes.all, 700, 1),
      row('scripts until first paint, gzip (goal 250)', 'kB', sizes.first, 250, 1),
    ],
  };
}
