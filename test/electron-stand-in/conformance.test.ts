import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { electronHost, explainNoElectron } from './host.ts';
import type { Recorder } from './src/recorder.ts';
import { sampleArguments, soon, startSample, type RunningSample } from './sample.ts';

const missing = explainNoElectron();
const isShim = missing === undefined && electronHost().kind === 'shim';

interface Sample {
  readonly argv: string[];
  readonly nested: { readonly list: number[] };
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  on(channel: string, listener: (...args: never[]) => void): () => void;
  double(number: number): number;
  callBack(callback: (number: number) => number): number;
  fail(): void;
  reject(): Promise<void>;
}

// In the page, and in the main process.
declare const sample: Sample;
declare const sampleSeen: {
  readonly events: string[];
  readonly seconds: { readonly argv: string[]; readonly data: unknown }[];
  readonly headersReceivedFor: string[];
  keepRunning: boolean;
};
declare const sampleOpenWindow: () => Promise<Electron.BrowserWindow>;
declare const __standIn: Recorder;

/** What Electron's documentation says, on whatever runs the shell. On a real Electron a failure is a defect of the stand-in. */
describe.skipIf(missing !== undefined)(`Electron as documented ${missing ?? ''}`, () => {
  let running: RunningSample;
  const events = () => running.app.evaluate(() => sampleSeen.events);

  beforeAll(async () => {
    running = await startSample();
  });
  afterAll(() => running?.close());

  describe('the main process', () => {
    test('runs the app with its own name, version and arguments', async () => {
      const about = await running.app.evaluate(({ app }) => ({
        name: app.getName(),
        version: app.getVersion(),
        isPackaged: app.isPackaged,
        userData: app.getPath('userData'),
        argv: process.argv,
        pid: process.pid,
        type: process.type,
        dock: typeof app.dock,
      }));
      expect(about).toMatchObject({ name: 'Stand-in Sample', version: '1.2.3', isPackaged: false });
      expect(about).toMatchObject({ type: 'browser', dock: 'undefined', userData: running.userData });
      expect(about.argv[0]).toBe(electronHost().executablePath);
      expect(about.argv.at(-1)).toBe('extra-argument');
      expect(about.pid).toBe(running.app.process().pid);
    });

    test('shows a window when its page is ready to be shown', async () => {
      const window = await running.app.browserWindow(running.page);
      await soon(() => window.evaluate((one) => one.isVisible())).toBe(true);
      await soon(() => window.evaluate((one) => one.getTitle())).toBe('Sample');
      expect(await window.evaluate((one) => one.webContents.getURL())).toBe('app://bundle/index.html');
    });

    test('hands over what a second instance was started with', async () => {
      const args = sampleArguments(running.userData, 'sample://open/7');
      const second = spawnSync(electronHost().executablePath, args, { timeout: 30_000 });
      expect(second.status).toBe(7);
      await soon(() => running.app.evaluate(() => sampleSeen.seconds.length)).toBe(1);
      const [seen] = await running.app.evaluate(() => sampleSeen.seconds);
      expect(seen?.argv).toContain('sample://open/7');
      expect(seen?.data).toEqual({ from: 'sample' });
    });

    test('talks with a utility process', async () => {
      const answer = await running.app.evaluate(({ app, utilityProcess }) => {
        const child = utilityProcess.fork(`${app.getAppPath()}/utility.cjs`);
        child.postMessage(21);
        return new Promise((resolve) => {
          child.on('message', (message: unknown) => {
            child.on('exit', () => resolve(message));
            child.kill();
          });
        });
      });
      expect(answer).toBe(42);
    });

    test('encrypts with the keychain and back', async () => {
      const [plain, back] = await running.app.evaluate(async ({ safeStorage }) => {
        const encrypted = await safeStorage.encryptStringAsync('hunter2');
        return [encrypted.includes('hunter2'), (await safeStorage.decryptStringAsync(encrypted)).result];
      });
      expect([plain, back]).toEqual([false, 'hunter2']);
    });

    test('runs the items of its menu', async () => {
      const heard = await running.page.evaluateHandle(() => {
        const said: unknown[] = [];
        sample.on('menu', (what: unknown) => void said.push(what));
        return said;
      });
      await running.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('new')?.click());
      await soon(() => heard.jsonValue()).toEqual(['new']);
    });

    test('lets a test answer its dialogs', async () => {
      const answer = await running.app.evaluate(async ({ dialog }) => {
        dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
        return (await dialog.showMessageBox({ message: 'Sure?', buttons: ['No', 'Yes'] })).response;
      });
      expect(answer).toBe(1);
    });
  });

  describe('the preload', () => {
    test('runs before the scripts of the page, which see only what it exposes', async () => {
      const seen = await running.page.evaluate(() => ({
        atStart: Reflect.get(window, 'sampleAtStart') as unknown,
        foreign: ['require', 'process', 'module', 'ipcRenderer', 'Buffer'].filter((name) => name in window),
        sent: Object.keys(window).filter((name) => /standin/i.test(name)),
      }));
      expect(seen).toEqual({ atStart: 'object', foreign: [], sent: [] });
      expect(await running.page.evaluate(() => sample.argv)).toContain('--sample=1');
    });

    test('exposes functions, callbacks and frozen values', async () => {
      expect(await running.page.evaluate(() => sample.double(21))).toBe(42);
      expect(await running.page.evaluate(() => sample.callBack((number) => number * 2))).toBe(41);
      expect(await running.page.evaluate(() => Object.isFrozen(sample.nested.list))).toBe(true);
      const replaced = await running.page.evaluate(() => Reflect.set(window, 'sample', 1));
      expect(replaced).toBe(false);
    });

    test('passes on what it throws and what it rejects with', async () => {
      const messages = await running.page.evaluate(async () => {
        const message = (error: unknown) => (error instanceof Error ? error.message : 'no error');
        const rejected = await sample.reject().catch(message);
        try {
          sample.fail();
          return [];
        } catch (error) {
          return [message(error), rejected];
        }
      });
      expect(messages).toEqual(['thrown in the preload', 'rejected in the preload']);
    });

    test.each([
      ['is not there', 'missing.cjs', /missing\.cjs/],
      ['asks for more than a sandboxed one may', 'needs-fs.cjs', /module not found: (node:)?fs/],
      ['does not parse', 'broken-preload.txt', /./],
    ])('that %s is reported, and the page loads on', async (_, file, expected) => {
      const [title, error] = await running.app.evaluate(async ({ app, BrowserWindow }, name) => {
        const preload = `${app.getAppPath()}/${name}`;
        const window = new BrowserWindow({ show: false, webPreferences: { preload } });
        const failed = new Promise<string>((resolve) => {
          window.webContents.on('preload-error', (_event, at, problem) =>
            resolve(`${at} ${problem.message}`),
          );
        });
        await window.loadURL('app://bundle/second.html');
        const seen = [await window.webContents.executeJavaScript('document.title'), await failed] as string[];
        window.destroy();
        return seen;
      }, file);
      expect(title).toBe('Second');
      expect(error).toContain(file);
      expect(error).toMatch(expected);
    });
  });

  describe('ipc', () => {
    test('carries what structured clone can', async () => {
      const back = await running.page.evaluate(async () => {
        const sent = {
          map: new Map([[1, new Uint8Array([1, 2])]]),
          at: new Date(5),
          big: 7n,
          none: undefined,
        };
        const value = (await sample.invoke('echo', sent)) as typeof sent;
        return [value.map.get(1)?.[1], value.at.getTime(), String(value.big), 'none' in value];
      });
      expect(back).toEqual([2, 5, '7', true]);
    });

    test('refuses what it cannot', async () => {
      const message = await running.page.evaluate(() =>
        sample.invoke('echo', () => 1).catch((error: Error) => error.message),
      );
      expect(message).toContain('could not be cloned');
    });

    test.each([
      ['boom', "Error invoking remote method 'boom': RangeError: nope"],
      ['missing', "Error invoking remote method 'missing': Error: No handler registered for 'missing'"],
    ])('says how a call of %s failed', async (channel, expected) => {
      const message = await running.page.evaluate(
        (name) => sample.invoke(name).catch((error: Error) => error.message),
        channel,
      );
      expect(message).toBe(expected);
    });

    test('keeps the order, and stops when told', async () => {
      const heard = await running.page.evaluate(async () => {
        const numbers: number[] = [];
        const off = sample.on('number', (number: number) => void numbers.push(number));
        sample.send('count', 100);
        while (numbers.length < 100) await new Promise((resolve) => setTimeout(resolve, 5));
        off();
        sample.send('count', 100);
        await sample.invoke('echo');
        return numbers;
      });
      expect(heard).toEqual(Array.from({ length: 100 }, (_, number) => number));
    });

    test('says who asks', async () => {
      expect(await running.page.evaluate(() => sample.invoke('who'))).toEqual({
        url: 'app://bundle/index.html',
        origin: 'app://bundle',
        isTop: true,
      });
    });

    test('connects ports, and closes them with the page', async () => {
      const heard = await running.page.evaluate(async () => {
        const port = await new Promise<MessagePort>((resolve) => {
          window.addEventListener('message', (event) => {
            if (event.data === 'port' && event.ports[0]) resolve(event.ports[0]);
          });
          sample.send('want-port');
        });
        const messages: unknown[] = [];
        port.addEventListener('message', (event) => messages.push(event.data));
        port.start();
        port.postMessage(9);
        while (messages.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        return messages;
      });
      expect(heard).toEqual(['waited', { answer: 9 }]);
      await running.page.reload();
      await soon(events).toContain('port closed');
    });
  });

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

  describe.runIf(isShim)('the stand-in alone', () => {
    test.each([
      ['contextIsolation', false],
      ['sandbox', false],
      ['nodeIntegration', true],
      ['webSecurity', false],
      ['webviewTag', true],
      ['experimentalFeatures', true],
      ['preload', 'relative.cjs'],
      ['inventedPreference', true],
    ])('refuses the preference %s = %s', async (name, value) => {
      const message = await running.app.evaluate(
        ({ BrowserWindow }, [key, set]) => {
          try {
            void new BrowserWindow({ webPreferences: { [String(key)]: set } });
            return 'opened';
          } catch (error) {
            return String(error);
          }
        },
        [name, value],
      );
      expect(message).toContain(`webPreferences.${name}`);
    });

    test('refuses unknown options and members', async () => {
      const messages = await running.app.evaluate((electron) => {
        const [window] = electron.BrowserWindow.getAllWindows();
        const attempts = [
          () => new electron.BrowserWindow(JSON.parse('{"inventedOption":1}') as object),
          () => Reflect.get(window!, 'inventedMethod') as unknown,
          () => Reflect.get(window!.webContents, 'inventedMethod') as unknown,
          () => Reflect.get(electron.app, 'inventedMethod') as unknown,
          () => Reflect.get(electron.dialog, 'inventedMethod') as unknown,
          () => Reflect.get(electron.BrowserWindow, 'inventedMethod') as unknown,
          () => electron.safeStorage.encryptString('x'),
        ];
        return attempts.map((attempt) => {
          try {
            attempt();
            return 'accepted';
          } catch (error) {
            return String(error);
          }
        });
      });
      expect(messages.filter((message) => message === 'accepted')).toEqual([]);
    });

    test('calls onHeadersReceived for no scheme of the app', async () => {
      expect(await running.app.evaluate(() => sampleSeen.headersReceivedFor)).toEqual([]);
    });

    test('records what leaves the app', async () => {
      const seen = await running.app.evaluate((electron) => {
        const { Notification, Tray, Menu, nativeImage, shell, app } = electron;
        const notification = new Notification({ title: 'Hello', body: 'World' });
        notification.show();
        const tray = new Tray(nativeImage.createEmpty());
        tray.setToolTip('Two agents wait');
        tray.setContextMenu(Menu.buildFromTemplate([{ id: 'show', label: 'Show' }]));
        shell.showItemInFolder('/somewhere');
        app.setBadgeCount(2);
        const face = [...__standIn.trays][0];
        return {
          notifications: [...__standIn.notifications].map(({ title, body }) => `${title} ${body}`),
          toolTip: face?.toolTip,
          item: face?.menu?.getMenuItemById('show')?.label,
          shown: __standIn.of('shell.showItemInFolder'),
          badge: __standIn.badge,
        };
      });
      expect(seen).toEqual({
        notifications: ['Hello World'],
        toolTip: 'Two agents wait',
        item: 'Show',
        shown: ['/somewhere'],
        badge: 2,
      });
    });
  });
});
