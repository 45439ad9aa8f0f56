import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, missingBrowser, startTestShell, type TestShell } from '../e2e/browser.ts';
import { createFakeHost } from '../e2e/fake-host.ts';
import { busyScene, MESH } from '../../renderer/demo/scene.ts';

/** What a hostile page can get out of the shell, tried in a real browser. */
describe.skipIf(missingBrowser !== undefined)(`hostile pages ${missingBrowser ?? ''}`, () => {
  let browser: Browser;
  let evil: Server;
  let evilPort: number;
  let shell: TestShell;
  let pageDir: string;

  beforeAll(async () => {
    pageDir = await mkdtemp(path.join(tmpdir(), 'cotal-rebinding-'));
    await writeFile(path.join(pageDir, 'index.html'), '<!doctype html><title>the page of the shell</title>');
    await writeFile(path.join(pageDir, 'main.js'), 'window.stolen = "script of the shell";');
    shell = await startTestShell(createFakeHost(busyScene(Date.now())), pageDir, { mesh: MESH });
    evil = createServer((_req, res) => {
      res.setHeader('content-type', 'text/html');
      res.end('<!doctype html><title>evil</title>');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    evilPort = (evil.address() as AddressInfo).port;
    // The name an attacker's page was loaded under now leads to this machine: what DNS rebinding does.
    browser = await launchBrowser(['MAP evil.test 127.0.0.1', 'MAP localhost 127.0.0.1']);
  });
  afterAll(async () => {
    await browser?.close();
    await shell?.close();
    evil?.close();
    await rm(pageDir, { recursive: true, force: true });
  });

  async function pageAt(url: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(url);
    return page;
  }

  const socketOutcome = (page: Page, url: string) =>
    page.evaluate(
      (target) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(target);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        }),
      url,
    );

  test.each(['evil.test', 'localhost'])('the shell under the name %s is not there', async (name) => {
    const { port } = shell.shell;
    const page = await browser.newPage();
    const answer = await page.goto(`http://${name}:${port}/`);
    expect(answer?.status()).toBe(421);
    const token = new URLSearchParams(new URL(shell.shell.issueLink(60_000)).hash.slice(1)).get('t');
    // The page is same-origin with itself, so the browser stops nothing; only the server does.
    const stolen = await page.evaluate(async (t) => {
      const response = await fetch('/session', { method: 'POST', body: JSON.stringify({ token: t }) });
      return `${response.status} ${await response.text()}`;
    }, token);
    expect(stolen).toMatch(/^421 /);
    expect(await socketOutcome(page, `ws://${name}:${port}/socket`)).toBe('refused');
  });

  test('a page on another port reaches neither socket, nor script, nor frame', async () => {
    const { port } = shell.shell;
    const page = await pageAt(`http://127.0.0.1:${evilPort}/`);
    expect(await socketOutcome(page, `ws://127.0.0.1:${port}/socket`)).toBe('refused');
    const read = await page.evaluate(
      (target) =>
        fetch(target).then(
          (response) => response.text(),
          (error: unknown) => String(error),
        ),
      `http://127.0.0.1:${port}/`,
    );
    expect(read).toContain('TypeError');
    const script = await page.evaluate(
      (target) =>
        new Promise<string>((resolve) => {
          const element = document.createElement('script');
          element.src = target;
          element.onload = () => resolve('ran');
          element.onerror = () => resolve('refused');
          document.head.append(element);
        }),
      `http://127.0.0.1:${port}/main.js`,
    );
    expect(script).toBe('refused');
    await page.evaluate(
      (target) =>
        new Promise<void>((resolve) => {
          const frame = document.createElement('iframe');
          frame.src = target;
          frame.onload = () => resolve();
          document.body.append(frame);
        }),
      `http://127.0.0.1:${port}/`,
    );
    const frame = page.frames().find((each) => each !== page.mainFrame());
    expect(await frame?.title().catch(() => '')).not.toBe('the page of the shell');
  });

  test('a link from elsewhere opens the page, which holds no secret', async () => {
    const page = await pageAt(`http://127.0.0.1:${evilPort}/`);
    await page.evaluate((target) => location.assign(target), `http://127.0.0.1:${shell.shell.port}/`);
    await page.waitForURL(`http://127.0.0.1:${shell.shell.port}/`);
    expect(await page.title()).toBe('the page of the shell');
    expect(await page.evaluate(() => document.cookie + sessionStorage.length)).toBe('0');
  });
});
