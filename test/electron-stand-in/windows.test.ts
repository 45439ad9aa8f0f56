import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainNoElectron } from './host.ts';
import { soon, startSample, type RunningSample, type SamplePage, type SampleSeen } from './sample.ts';

// In the page, and in the main process.
declare const sample: SamplePage;
declare const sampleSeen: SampleSeen;
declare const sampleOpenWindow: () => Promise<Electron.BrowserWindow>;

const missing = explainNoElectron();

/** What Electron's documentation says, on whatever runs the shell. On a real Electron a failure is a defect of the stand-in. */
describe.skipIf(missing !== undefined)(`Electron's windows as documented ${missing ?? ''}`, () => {
  let running: RunningSample;
  const events = () => running.app.evaluate(() => sampleSeen.events);

  beforeAll(async () => {
    running = await startSample();
  });
  afterAll(() => running?.close());

  describe('a page', () => {
    test('is held by the policy of its handler', async () => {
      const ran = await running.page.evaluate(async () => {
        const script = document.createElement('script');
        script.textContent = 'window.addedRan = true';
        document.head.append(script);
        const fetched = await fetch('https://away.invalid/').then(
          () => 'fetched',
          () => 'refused',
        );
        // Not at once: what a test itself evaluates is not held by the policy.
        const evaluated = await new Promise((resolve) => {
          setTimeout(() => {
            try {
              // oxlint-disable-next-line typescript/no-implied-eval -- it is the policy that is tested
              resolve(new Function('return 1')());
            } catch {
              resolve('refused');
            }
          });
        });
        return [Reflect.get(window, 'inlineRan'), Reflect.get(window, 'addedRan'), fetched, evaluated];
      });
      expect(ran).toEqual([undefined, undefined, 'refused', 'refused']);
      const status = await running.page.evaluate(async () => (await fetch('nothing.html')).status);
      expect(status).toBe(404);
    });

    test('stays where the app keeps it', async () => {
      await running.page.click('#away');
      await soon(events).toContain('will-navigate https://away.invalid/');
      const told = await events();
      expect(told.indexOf('will-frame-navigate https://away.invalid/')).toBeGreaterThanOrEqual(0);
      await soon(() => running.page.title()).toBe('Sample');
      await running.page.click('#mail');
      await soon(events).toContain('will-navigate mailto:a@example.invalid');
      await soon(() => running.page.title()).toBe('Sample');
    });

    test('goes where it may, and the preload comes along', async () => {
      await running.page.click('#inside');
      await soon(() => running.page.title()).toBe('Second');
      expect(await running.page.evaluate(() => sample.double(2))).toBe(4);
      expect(await events()).toContain('will-navigate app://bundle/second.html');
      const before = (await events()).length;
      await running.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.loadURL('app://bundle/index.html'),
      );
      await soon(() => running.page.title()).toBe('Sample');
      // The app's own navigations are not asked about.
      expect((await events()).slice(before)).toEqual([]);
    });

    test('opens no window that the app does not want', async () => {
      const opened = await running.app.evaluateHandle(({ shell }) => {
        const urls: string[] = [];
        shell.openExternal = (url) => {
          urls.push(url);
          return Promise.resolve();
        };
        return urls;
      });
      await running.page.click('#popup');
      await soon(() => opened.jsonValue()).toEqual(['https://popup.invalid/']);
      await running.page.evaluate(() => void window.open('https://scripted.invalid/'));
      await soon(() => opened.jsonValue()).toContain('https://scripted.invalid/');
      await soon(() => running.app.windows().length).toBe(1);
      expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    });

    test('tells what a person does in it', async () => {
      const seen = await running.app.evaluateHandle(({ BrowserWindow }) => {
        const types: string[] = [];
        const [window] = BrowserWindow.getAllWindows();
        window?.webContents.on('input-event', (_event, { type }) => types.push(type));
        return types;
      });
      await running.page.click('h1');
      await running.page.keyboard.press('a');
      await soon(() => seen.jsonValue()).toEqual(
        expect.arrayContaining(['mouseDown', 'mouseUp', 'rawKeyDown']),
      );
    });

    test('saves only what the app lets it', async () => {
      const told = await running.app.evaluateHandle(({ session }) => {
        const urls: string[] = [];
        session.defaultSession.on('will-download', (event, item) => {
          urls.push(`${item.getFilename()} ${item.getURL().replace(/[^/]*$/, '')}`);
          event.preventDefault();
        });
        return urls;
      });
      await running.page.evaluate(() => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['x']));
        link.download = 'saved.txt';
        link.click();
      });
      await soon(() => told.jsonValue()).toEqual(['saved.txt blob:app://bundle/']);
    });

    test('has the permissions that the app gives', async () => {
      const states = await running.page.evaluate(async () => [
        (await navigator.permissions.query({ name: 'geolocation' })).state,
        (await navigator.permissions.query({ name: 'camera' })).state,
        window.Notification.permission,
      ]);
      expect(states).toEqual(['denied', 'denied', 'denied']);
    });

    test('follows the theme that the app chooses', async () => {
      const isDark = () => running.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
      const choose = (source: 'dark' | 'light') =>
        running.app.evaluate(({ nativeTheme }, chosen) => {
          nativeTheme.themeSource = chosen;
          return nativeTheme.shouldUseDarkColors;
        }, source);
      expect(await choose('dark')).toBe(true);
      await soon(isDark).toBe(true);
      expect(await choose('light')).toBe(false);
      await soon(isDark).toBe(false);
    });

    test('can be looked at', async () => {
      const picture = await running.app.evaluate(async ({ BrowserWindow }) => {
        const image = await BrowserWindow.getAllWindows()[0]!.capturePage();
        return {
          ...image.getSize(),
          isEmpty: image.isEmpty(),
          start: image.toPNG().toString('latin1', 1, 4),
        };
      });
      expect(picture).toMatchObject({ isEmpty: false, start: 'PNG' });
      expect(picture.width).toBeGreaterThan(400);
    });

    test('says why it could not load', async () => {
      const error = await running.app.evaluate(async ({ BrowserWindow }) => {
        const window = new BrowserWindow({ show: false });
        try {
          await window.loadURL('https://away.invalid/');
          return undefined;
        } catch (problem) {
          return { ...(problem as { code: string; errno: number }), message: String(problem) };
        } finally {
          window.destroy();
        }
      });
      expect(error).toMatchObject({ code: 'ERR_BLOCKED_BY_CLIENT', errno: -20 });
      expect(error?.message).toContain("ERR_BLOCKED_BY_CLIENT (-20) loading 'https://away.invalid/'");
    });

    test('may crash, and be loaded again', async () => {
      const reason = await running.app.evaluate(async ({ app }) => {
        const window = await sampleOpenWindow();
        const told = new Promise<string>((resolve) => {
          app.once('render-process-gone', (_event, _contents, details) => resolve(details.reason));
        });
        window.webContents.forcefullyCrashRenderer();
        const seen = await told;
        const loaded = new Promise<void>((resolve) => {
          window.webContents.once('did-finish-load', () => resolve());
        });
        window.webContents.reload();
        await loaded;
        const title = String(await window.webContents.executeJavaScript('document.title'));
        window.destroy();
        return [seen, title];
      });
      expect(reason[0]).toMatch(/^(crashed|killed)$/);
      expect(reason[1]).toBe('Sample');
    });
  });

  describe('a window', () => {
    test('closes only when the app lets it, and is then destroyed', async () => {
      const seen = await running.app.evaluate(async ({ BrowserWindow }) => {
        const window = await sampleOpenWindow();
        const { id } = window;
        window.once('close', (event) => event.preventDefault());
        window.close();
        await new Promise((resolve) => setTimeout(resolve, 200));
        const stayed = !window.isDestroyed();
        const closed = new Promise<void>((resolve) => void window.once('closed', resolve));
        window.close();
        await closed;
        let message = '';
        try {
          window.getTitle();
        } catch (error) {
          message = String(error);
        }
        return { stayed, isDestroyed: window.isDestroyed(), message, found: BrowserWindow.fromId(id) };
      });
      expect(seen).toEqual({
        stayed: true,
        isDestroyed: true,
        message: 'TypeError: Object has been destroyed',
        found: null,
      });
    });

    test('may be the last, and the app runs on', async () => {
      await running.app.evaluate(async ({ BrowserWindow }) => {
        sampleSeen.keepRunning = true;
        const [window] = BrowserWindow.getAllWindows();
        const closed = new Promise<void>((resolve) => void window?.once('closed', resolve));
        window?.close();
        await closed;
      });
      expect(await events()).toContain('window-all-closed');
      const [page] = await Promise.all([
        running.app.waitForEvent('window'),
        running.app.evaluate(async () => void (await sampleOpenWindow())),
      ]);
      await page.waitForFunction(() => 'sample' in window);
      expect(await page.evaluate(() => sample.double(3))).toBe(6);
    });

    test('may be destroyed at any moment, and then tells nothing more', async () => {
      const left = await running.app.evaluate(async ({ BrowserWindow }) => {
        for (const delayMs of [0, 1, 20, 50, 100, 150]) {
          const window = new BrowserWindow({ show: false });
          window.once('ready-to-show', () => window.show());
          window.loadURL('app://bundle/second.html').catch(() => undefined);
          if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
          window.destroy();
        }
        await new Promise((resolve) => setTimeout(resolve, 300));
        return BrowserWindow.getAllWindows().length;
      });
      expect(left).toBe(1);
      await soon(() => running.app.windows().length).toBe(1);
    });
  });
});
