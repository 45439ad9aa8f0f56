import { promises as fs } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { electronHost, explainNoElectron } from '../electron-stand-in/host.ts';
import { waitFor } from '../support/sandbox.ts';
import {
  answerDialogs,
  APP_DIR,
  askedDialogs,
  logged,
  startShell,
  takeChannel,
  type ShellApp,
} from './shell-app.ts';

const missing = explainNoElectron();
/** What only the stand-in shows of itself. */
const NOT_REAL = 'Electron does not tell what it shows there';
let shell: ShellApp;
beforeAll(async () => {
  if (missing === undefined) shell = await startShell();
});
afterAll(() => shell?.dispose());

const windows = () => shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Does something in the page as the page's own code would, and tells which directive of its policy was violated. */
async function violation(script: string): Promise<string | undefined> {
  await shell.page.evaluate(() => {
    const violated = new Promise<string | undefined>((resolve) => {
      setTimeout(() => resolve(undefined), 3000);
      const tell = ({ effectiveDirective }: SecurityPolicyViolationEvent) => resolve(effectiveDirective);
      document.addEventListener('securitypolicyviolation', tell, { once: true });
    });
    Object.assign(window, { violated: () => violated });
  });
  // The test's own text is held to no policy; what it starts is.
  await shell.page.evaluate(`void (() => { ${script} })()`);
  return shell.page.evaluate(() =>
    (window as unknown as { violated(): Promise<string | undefined> }).violated(),
  );
}

beforeEach((ctx) => {
  if (missing !== undefined) ctx.skip(missing);
});

describe("the page's policy", () => {
  test.each([
    ['img-src', "new Image().src = 'https://example.org/x.png'"],
    ['connect-src', "fetch('https://example.org/').catch(() => {})"],
    ['connect-src', "new WebSocket('ws://127.0.0.1:9/')"],
    [
      'frame-src',
      "document.body.append(Object.assign(document.createElement('iframe'), { src: '/index.html' }))",
    ],
    [
      'require-trusted-types-for',
      "const s = document.createElement('script'); s.append('window.ran = 1'); document.body.append(s)",
    ],
    ['media-src', "new Audio('https://example.org/x.mp3')"],
    [
      'style-src-elem',
      "document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'https://example.org/x.css' }))",
    ],
    [
      'form-action',
      "document.body.append(Object.assign(document.createElement('form'), { action: '/', id: 'f' })); f.submit()",
    ],
    [
      'base-uri',
      "document.head.append(Object.assign(document.createElement('base'), { href: 'https://example.org/' }))",
    ],
    [
      'require-trusted-types-for',
      "try { document.body.insertAdjacentHTML('beforeend', '<b>x</b>') } catch {}",
    ],
  ])('%s stops what is not of the page: %s', async (directive, script) => {
    expect(await violation(script)).toBe(directive);
  });

  test('comes with every file, and names what the page may not have', async () => {
    const headers = await shell.page.evaluate(async () => {
      const files = ['/', '/index.html', '/no-such-file'];
      const answers = await Promise.all(files.map((file) => fetch(file)));
      return answers.map(({ status, headers: h }) => [
        status,
        h.get('content-security-policy'),
        h.get('x-content-type-options'),
      ]);
    });
    expect(headers.map(([status]) => status)).toEqual([200, 200, 404]);
    for (const [, policy, sniff] of headers) {
      expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(sniff).toBe('nosniff');
    }
  });

  test('files are served from the built page only, and only read', async () => {
    const status = (url: string, method = 'GET') =>
      shell.page.evaluate(([u = '', m = '']) => fetch(u, { method: m }).then((r) => r.status), [url, method]);
    expect(await status('/index.html', 'POST')).toBe(405);
    for (const url of ['/../package.json', '/%2e%2e/build.json', '/..%2fbuild.json', '/assets/'])
      expect(await status(url)).toBe(404);
  });
});

describe('a page stays where it is', () => {
  test.each(['https://example.org/', 'http://127.0.0.1:9/', 'app://other/'])(
    'navigating to %s is refused',
    async (url) => {
      await shell.page.evaluate(() => Object.assign(window, { stillHere: true }));
      const before = (await logged(shell.sandbox)).length;
      await shell.page.evaluate((to) => void setTimeout(() => (location.href = to)), url);
      await waitFor(async () => (await logged(shell.sandbox)).length > before, 5000);
      expect(await shell.page.evaluate(() => 'stillHere' in window)).toBe(true);
    },
  );

  test('a file of this machine is not shown', async () => {
    await shell.page.evaluate(() => Object.assign(window, { stillHere: true }));
    await shell.page.evaluate(() => void setTimeout(() => (location.href = 'file:///etc/passwd')));
    // Chromium refuses by itself, and tells nobody: a refusal that follows shows that this one is past.
    const before = (await logged(shell.sandbox)).length;
    await shell.page.evaluate(() => void setTimeout(() => (location.href = 'https://example.org/')));
    await waitFor(async () => (await logged(shell.sandbox)).length > before, 5000);
    expect(await shell.page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  test('no page opens a window', async () => {
    await answerDialogs(shell.app, 1);
    for (const url of ['https://example.org/', 'app://bundle/', 'about:blank', 'file:///etc/passwd', ''])
      await shell.page.evaluate((to) => void window.open(to), url);
    await waitFor(async () => (await askedDialogs(shell.app)).length > 0, 5000);
    expect(await windows()).toBe(1);
  });
});

describe('an address is opened outside', () => {
  const opened = () => shell.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  beforeAll(async () => {
    await shell.app.evaluate(({ shell: system }) => {
      const urls: string[] = [];
      Object.assign(globalThis, { opened: urls });
      system.openExternal = (url) => {
        urls.push(url);
        return Promise.resolve();
      };
    });
  });

  test('not without the person: a page that asks by itself is asked about', async () => {
    const taken = await takeChannel(shell.page);
    await answerDialogs(shell.app, 1);
    const answer = await taken.call('shell.openExternal', { url: 'https://example.org/secret' });
    expect(answer).toMatchObject({ output: { opened: false } });
    expect(await askedDialogs(shell.app)).toMatchObject([{ detail: 'https://example.org/secret' }]);
    expect(await opened()).toEqual([]);
  });

  test('when the person says so', async () => {
    const taken = await takeChannel(shell.page);
    await answerDialogs(shell.app, 0);
    const answer = await taken.call('shell.openExternal', { url: 'https://example.org/a b' });
    expect(answer).toMatchObject({ output: { opened: true } });
    expect(await opened()).toEqual(['https://example.org/a%20b']);
  });

  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'cotal://x/y', 'smb://host/x'])(
    'never %s',
    async (url) => {
      const taken = await takeChannel(shell.page);
      await answerDialogs(shell.app, 0);
      const before = await opened();
      const answer = await taken.call('shell.openExternal', { url });
      expect(answer).toMatchObject({ ok: false, error: { code: 'not-for-outside' } });
      await shell.page.evaluate((to) => void window.open(to), url);
      expect(await askedDialogs(shell.app)).toEqual([]);
      expect(await opened()).toEqual(before);
    },
  );
});

describe('permissions', () => {
  test.each(['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'])(
    '%s is denied',
    async (name) => {
      const state = await shell.page.evaluate(
        (permission) =>
          navigator.permissions.query({ name: permission as PermissionName }).then((r) => r.state),
        name,
      );
      expect(state).toBe('denied');
    },
  );

  test('what a page asks for is denied as well', async (ctx) => {
    if (electronHost().kind === 'real') ctx.skip(NOT_REAL);
    const answers = await shell.app.evaluate(() => {
      type Handler = (
        contents: null,
        permission: string,
        answer: (yes: boolean) => void,
        details: object,
      ) => void;
      const { __standIn } = globalThis as unknown as { __standIn: { of(what: string): unknown[] } };
      const [handler] = __standIn.of('session.setPermissionRequestHandler') as Handler[];
      const [device] = __standIn.of('session.setDevicePermissionHandler') as ((details: object) => boolean)[];
      const given: Record<string, boolean> = { device: device?.({}) ?? true };
      const details = { requestingUrl: 'app://bundle/', isMainFrame: true };
      for (const name of [
        'media',
        'geolocation',
        'notifications',
        'clipboard-read',
        'clipboard-sanitized-write',
      ])
        handler?.(null, name, (yes) => (given[name] = yes), details);
      handler?.(null, 'clipboard-sanitized-write', (yes) => (given['elsewhere'] = yes), {
        ...details,
        requestingUrl: 'https://example.org/',
      });
      return given;
    });
    expect(answers).toEqual({
      device: false,
      media: false,
      geolocation: false,
      notifications: false,
      'clipboard-read': false,
      'clipboard-sanitized-write': true,
      elsewhere: false,
    });
  });
});

describe('the way to the main process', () => {
  test('is text in and text out, and nothing of Node or Electron', async () => {
    const seen = await shell.page.evaluate(() => ({
      given: Object.keys(window.cotalShell ?? {}).sort(),
      others: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
    }));
    expect(seen).toEqual({ given: ['onMessage', 'post'], others: [] });
  });

  test('is one channel', async () => {
    const channels = await shell.app.evaluate(({ ipcMain }) => ipcMain.eventNames().map(String));
    expect(channels).toEqual(['cotal:to-shell']);
  });

  test('is closed to a window that is not one of ours, though it shows our page', async () => {
    const [foreign] = await Promise.all([
      shell.app.waitForEvent('window'),
      shell.app.evaluate(
        ({ BrowserWindow }, preload) => {
          const webPreferences = { preload, sandbox: true, contextIsolation: true };
          void new BrowserWindow({ show: false, webPreferences }).loadURL('app://bundle/');
        },
        path.join(APP_DIR, 'preload', 'window.cjs'),
      ),
    ]);
    await waitFor(async () => (await logged(shell.sandbox)).includes('refused-sender'), 5000);
    await foreign.waitForFunction(() => 'cotalShell' in window);
    const answered = await foreign.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          window.cotalShell?.onMessage(() => resolve(true));
          window.cotalShell?.post('{"open":1}');
          setTimeout(() => resolve(false), 500);
        }),
    );
    expect(answered).toBe(false);
    await foreign.close();
  });

  test('refuses junk in words and goes on', async () => {
    const taken = await takeChannel(shell.page);
    await shell.page.evaluate(() => {
      for (const text of ['', 'no json', '[]', '{"open":-1}', '['.repeat(200), 7 as unknown as string])
        window.cotalShell?.post(text);
    });
    expect(await taken.call('creds.mint', { mesh: 'x' })).toMatchObject({
      error: { code: 'not-for-windows' },
    });
    expect(await taken.call('shell.setNeeds', { count: 'x' })).toMatchObject({
      error: { code: 'bad-input' },
    });
    const refusals = (await taken.frames()).filter((frame) => frame['ok'] === false);
    expect(refusals.length).toBeGreaterThanOrEqual(7);
  });
});

test('what the shell keeps is private', async () => {
  const taken = await takeChannel(shell.page);
  await taken.call('shell.saveState', { state: 1 });
  const dir = path.join(shell.sandbox.home, 'shell');
  const files = await fs.readdir(dir, { recursive: true, withFileTypes: true });
  const ours = files.filter((entry) => !path.join(entry.parentPath, entry.name).includes(`${dir}/electron/`));
  expect(ours.length).toBeGreaterThan(2);
  for (const entry of ours) {
    const { mode } = await fs.stat(path.join(entry.parentPath, entry.name));
    expect(mode & 0o077, entry.name).toBe(0);
  }
});
