import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TO_PAGE, TO_SHELL } from '../../shared/api/window-channels.ts';
import { explainNoElectron } from '../electron-stand-in/host.ts';
import { waitFor } from '../support/sandbox.ts';
import { APP_DIR, startShell, takeChannel, type ShellApp } from './shell-app.ts';

const missing = explainNoElectron();
const PRELOAD = path.join(APP_DIR, 'preload', 'window.cjs');
/** An address of ours where no page is, so that no script of the page runs. */
const NO_PAGE = 'app://bundle/no-such-file';

let shell: ShellApp;
/** Windows that a test has opened beside those of the app. */
let extra: Page[] = [];
beforeAll(async () => {
  if (missing === undefined) shell = await startShell();
});
afterAll(() => shell?.dispose());
afterEach(async () => {
  for (const page of extra) await page.close();
  extra = [];
});
beforeEach((ctx) => {
  if (missing !== undefined) ctx.skip(missing);
});

/** Opens a window that is not one of the app's. */
async function openWindow(url: string, preload?: string): Promise<Page> {
  const [page] = await Promise.all([
    shell.app.waitForEvent('window'),
    shell.app.evaluate(
      ({ BrowserWindow }, what) => {
        const given = what.preload === null ? {} : { preload: what.preload };
        const webPreferences = { sandbox: true, contextIsolation: true, ...given };
        // One that is refused is what some tests are about.
        new BrowserWindow({ show: false, webPreferences }).loadURL(what.url).catch(() => undefined);
      },
      { url, preload: preload ?? null },
    ),
  ]);
  extra.push(page);
  await page.waitForFunction(() => document.readyState === 'complete');
  return page;
}

describe('what a page is given', () => {
  test('a page has one thing more than a page without a preload, and that answers nothing', async () => {
    const names = (page: Page) => page.evaluate(() => Object.getOwnPropertyNames(window).sort());
    const plain = await names(await openWindow(NO_PAGE));
    const ours = await openWindow(NO_PAGE, PRELOAD);
    expect((await names(ours)).filter((name) => !plain.includes(name))).toEqual(['cotalShell']);
    const said = await ours.evaluate(() => {
      const { post, onMessage } = window.cotalShell!;
      return [typeof post('x'), typeof onMessage(() => undefined)];
    });
    expect(said).toEqual(['undefined', 'undefined']);
  });

  test('only text leaves a page, and one at a time', async () => {
    const page = await openWindow(NO_PAGE, PRELOAD);
    await shell.app.evaluate(({ ipcMain }, channel) => {
      const came: string[][] = [];
      Object.assign(globalThis, { came });
      ipcMain.on(channel, (_event, ...args: unknown[]) =>
        came.push(args.map((one) => `${typeof one}:${String(one).slice(0, 10)}`)),
      );
    }, TO_SHELL);
    await page.evaluate(() => {
      const post = window.cotalShell?.post as (...what: unknown[]) => void;
      for (const what of [7, null, undefined, true, {}, ['x'], new Uint8Array(3)]) post(what);
      post('marker', 'second');
    });
    const came = () => shell.app.evaluate(() => (globalThis as unknown as { came: string[][] }).came);
    await waitFor(async () => (await came()).some(([first]) => first === 'string:marker'), 5000);
    // The app's own window may say something meanwhile; that is text as well.
    for (const args of await came()) expect(args).toEqual([expect.stringMatching(/^string:/)]);
  });

  test('only text reaches a page', async () => {
    const page = await openWindow(NO_PAGE, PRELOAD);
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      window.cotalShell?.onMessage((...args: unknown[]) => heard.push(args.map((a) => typeof a).join()));
    });
    await shell.app.evaluate(
      ({ BrowserWindow }, { url, channel }) => {
        const found = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === url);
        for (const what of [7, null, { a: 1 }, ['x']]) found?.webContents.send(channel, what);
        found?.webContents.send(channel, 'text', 'second');
      },
      { url: NO_PAGE, channel: TO_PAGE },
    );
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    await waitFor(async () => (await heard()).includes('string'), 5000);
    expect(await heard()).toEqual(['string']);
  });
});

describe('the network', () => {
  test('is closed to every window, also to one whose page has no policy', async () => {
    const asked: string[] = [];
    const server = createServer((req, res) => {
      asked.push(req.url ?? '');
      res.end('<!doctype html><title>elsewhere</title>');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const page = await openWindow(`http://127.0.0.1:${port}/`);
      expect(await page.title()).not.toBe('elsewhere');
      expect(asked).toEqual([]);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

describe('saving a file', () => {
  test('is for what the page made; what it did not make is not saved', async () => {
    await shell.app.evaluate(({ session }) => {
      const wanted: [string, boolean][] = [];
      Object.assign(globalThis, { wanted });
      session.defaultSession.on('will-download', (event, item) => {
        wanted.push([item.getURL().slice(0, 5), event.defaultPrevented]);
        // Whatever was decided, nothing is written here.
        event.preventDefault();
      });
    });
    const wanted = () =>
      shell.app.evaluate(() => (globalThis as unknown as { wanted: [string, boolean][] }).wanted);
    const save = (script: string) =>
      shell.page.evaluate(
        `void (() => { const a = document.createElement('a'); a.download = 'x.txt'; a.href = ${script}; a.click(); })()`,
      );
    await save("'data:text/plain,x'");
    await waitFor(async () => (await wanted()).length === 1, 5000);
    await save("URL.createObjectURL(new Blob(['x']))");
    await waitFor(async () => (await wanted()).length === 2, 5000);
    expect(await wanted()).toEqual([
      ['data:', true],
      ['blob:', false],
    ]);
  });
});

describe('links', () => {
  const good = 'cotal://token@127.0.0.1:4333/other';
  const bad = [
    'https://example.org/',
    'file:///etc/passwd',
    'cotal://host/main\n--flag',
    'cotal://',
    'x'.repeat(4000),
  ];

  test('what another process hands over is parsed again', async () => {
    const taken = await takeChannel(shell.page);
    await shell.app.evaluate(
      ({ app }, links) => {
        const event = { preventDefault: () => undefined };
        app.emit('second-instance', event, [], '/', { links, cwd: null });
      },
      [...bad, good],
    );
    await waitFor(async () => (await taken.events('shell.link')).length > 0, 5000);
    // Nothing may follow what was let through.
    await taken.call('shell.loadState', {});
    expect(await taken.events('shell.link')).toEqual([{ url: good }]);
  });

  test('what the system opens it with is parsed', async () => {
    const taken = await takeChannel(shell.page);
    await shell.app.evaluate(
      ({ app }, links) => {
        for (const link of links) app.emit('open-url', { preventDefault: () => undefined }, link);
      },
      [...bad, good],
    );
    await waitFor(async () => (await taken.events('shell.link')).length > 0, 5000);
    await taken.call('shell.loadState', {});
    expect(await taken.events('shell.link')).toEqual([{ url: good }]);
  });
});
