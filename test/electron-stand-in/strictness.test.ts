import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { electronHost, explainNoElectron } from './host.ts';
import { startSample, type RunningSample, type SampleSeen } from './sample.ts';
import type { Recorder } from './src/recorder.ts';

// In the main process.
declare const sampleSeen: SampleSeen;
declare const __standIn: Recorder;

const missing = explainNoElectron();
const isShim = missing === undefined && electronHost().kind === 'shim';

/** What the stand-in is beyond Electron: stricter, and open to a test's questions. */
describe.runIf(isShim)(`The stand-in alone ${missing ?? ''}`, () => {
  let running: RunningSample;

  beforeAll(async () => {
    running = await startSample();
  });
  afterAll(() => running?.close());

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
