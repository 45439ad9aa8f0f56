import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { electronHost, explainNoElectron } from './host.ts';
import {
  sampleArguments,
  soon,
  startSample,
  type RunningSample,
  type SamplePage,
  type SampleSeen,
} from './sample.ts';

// In the page, and in the main process.
declare const sample: SamplePage;
declare const sampleSeen: SampleSeen;

const missing = explainNoElectron();

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
});
