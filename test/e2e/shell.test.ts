import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { promises as fs, readlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { electronHost, explainNoElectron } from '../electron-stand-in/host.ts';
import { waitFor } from '../support/sandbox.ts';
import {
  APP_DIR,
  clickMenu,
  pageReady,
  shellEnv,
  startShell,
  takeChannel,
  type ShellApp,
  type Taken,
} from './shell-app.ts';

const missing = explainNoElectron();
/** What only the stand-in shows of itself. */
const NOT_REAL = 'Electron does not tell what it shows there';
let shell: ShellApp;
beforeAll(async () => {
  if (missing === undefined) shell = await startShell();
});
afterAll(() => shell?.dispose());

/** Runs the program once more in the same machine home, and waits until it has ended. */
async function startAgain(cwd: string, ...args: string[]): Promise<number | null> {
  const child = spawn(electronHost().executablePath, [APP_DIR, ...args], {
    env: { ...shellEnv(shell.sandbox, cwd) },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const meshes = async (taken: Taken) => {
  const { output } = await taken.call('host.info', {});
  return (output as { meshes: { id: string; root: string; state: string }[] }).meshes;
};

beforeEach((ctx) => {
  if (missing !== undefined) ctx.skip(missing);
});

/** Saves a picture of a window until it is found again: the page itself still saves now and then, too. */
const keeps = (taken: Taken, tab: string) =>
  waitFor(async () => {
    await taken.call('shell.saveState', { state: { tab } });
    const { output } = await taken.call('shell.loadState', {});
    return (output as { state: { tab?: string } }).state.tab === tab;
  }, 5000);

describe('the window', () => {
  test('is welcomed first of all, and told how the host is', async () => {
    const taken = await takeChannel(shell.page);
    const frames = await taken.frames();
    expect(frames[0]).toHaveProperty('opened');
    expect(frames[1]).toMatchObject({
      event: 'shell.welcome',
      payload: {
        kind: 'electron',
        platform: 'linux',
        window: 'main',
        terminal: null,
        features: { folderDialog: true, tray: false, menu: true },
      },
    });
    expect(frames[2]).toMatchObject({ event: 'shell.host', payload: { state: 'connected' } });
  });

  test('shows the mesh of the folder it was started in, which comes up by itself', async () => {
    const taken = await takeChannel(shell.page);
    await waitFor(async () => (await meshes(taken)).some(({ state }) => state === 'ready'), 30_000);
    const [mesh] = await meshes(taken);
    expect(mesh?.root).toBe(await fs.realpath(shell.project));
    expect(await taken.events('shell.welcome')).toMatchObject([{ mesh: mesh?.id }]);
  });

  test('runs its host with plain Node, without anything that changes how Node runs', async () => {
    const pid = await shell.sandbox.hostPid();
    expect(readlinkSync(`/proc/${pid}/exe`)).toBe(await fs.realpath(process.execPath));
    const names = (await fs.readFile(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .map((one) => one.split('=')[0]);
    expect(names.filter((name) => /^(NODE_|ELECTRON_)/i.test(name ?? ''))).toEqual([]);
  });

  test('keeps what it was, each window its own', async () => {
    const taken = await takeChannel(shell.page);
    await keeps(taken, 'first');
    const [second] = await Promise.all([
      shell.app.waitForEvent('window'),
      taken.call('shell.openWindow', { mesh: null, terminal: 'otto' }),
    ]);
    await pageReady(second);
    const other = await takeChannel(second);
    expect(await other.events('shell.welcome')).toMatchObject([{ window: 'w2', terminal: 'otto' }]);
    await keeps(other, 'second');
    expect(JSON.stringify(await taken.call('shell.loadState', {}))).not.toContain('second');
    await keeps(taken, 'third');
    expect(JSON.stringify(await other.call('shell.loadState', {}))).not.toContain('third');
    await second.close();
    const [again] = await Promise.all([shell.app.waitForEvent('window'), clickMenu(shell.app, 'window.new')]);
    await pageReady(again);
    const reopened = await takeChannel(again);
    expect(await reopened.events('shell.welcome')).toMatchObject([{ window: 'w2', terminal: null }]);
    await again.close();
  });
});

describe('a second start', () => {
  test('hands over its link and ends; the page is told, and nothing else happens', async () => {
    const taken = await takeChannel(shell.page);
    const before = await meshes(taken);
    const link = 'cotal://token@127.0.0.1:4333/other?channel=general';
    expect(await startAgain(shell.project, link)).toBe(0);
    await waitFor(async () => (await taken.events('shell.link')).length > 0, 10_000);
    expect(await taken.events('shell.link')).toEqual([{ url: link }]);
    expect(await meshes(taken)).toEqual(before);
    expect(shell.app.windows()).toHaveLength(1);
  });

  test('with a link that is none shows the window, and the page hears nothing of it', async () => {
    const taken = await takeChannel(shell.page);
    await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    expect(await startAgain(shell.project, 'cotal://host/main\nx', 'https://example.org/', 'cotal://')).toBe(
      0,
    );
    await waitFor(
      () =>
        shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized() === false),
      10_000,
    );
    expect(await taken.events('shell.link')).toEqual([]);
  });

  test('in another project brings up its mesh, in a window of its own', async () => {
    const other = await shell.sandbox.folder('other');
    await fs.mkdir(path.join(other, '.cotal'));
    const [window] = await Promise.all([shell.app.waitForEvent('window'), startAgain(other)]);
    await pageReady(window);
    const taken = await takeChannel(window);
    const [welcome] = (await taken.events('shell.welcome')) as { mesh: string }[];
    await waitFor(
      async () => (await meshes(taken)).some(({ id, state }) => id === welcome?.mesh && state === 'ready'),
      30_000,
    );
    const shown = (await meshes(taken)).find(({ id }) => id === welcome?.mesh);
    expect(shown?.root).toBe(await fs.realpath(other));
    await window.close();
  });
});

describe('the menu', () => {
  test.each([
    'palette',
    'view.monitor',
    'view.agents',
    'view.needs',
    'view.settings',
    'spawn',
    'terminal.new-tab',
    'terminal.split-right',
    'terminal.split-down',
    'find',
    'sidebar.toggle',
    'lane.toggle',
    'keys',
  ])('%s is run by the page', async (id) => {
    const taken = await takeChannel(shell.page);
    await clickMenu(shell.app, id);
    await waitFor(async () => (await taken.events('shell.command')).length > 0, 5000);
    expect(await taken.events('shell.command')).toEqual([{ command: id, argument: null }]);
  });

  test('has the usual items for editing, zooming and windows, and none to load a page again', async () => {
    const roles = await shell.app.evaluate(({ Menu }) => {
      const menus = Menu.getApplicationMenu()?.items ?? [];
      return menus.flatMap(({ submenu }) => (submenu?.items ?? []).map(({ role }) => String(role)));
    });
    for (const role of ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'zoomIn', 'zoomOut', 'minimize'])
      expect(roles.map((one) => one.toLowerCase())).toContain(role.toLowerCase());
    expect(roles).not.toContain('reload');
    expect(roles).not.toContain('forceReload');
  });
});

describe('what the shell does for a page', () => {
  test('counts what needs the person on the badge', async () => {
    const taken = await takeChannel(shell.page);
    const badge = () => shell.app.evaluate(({ app }) => app.getBadgeCount());
    await taken.call('shell.setNeeds', { count: 3 });
    expect(await badge()).toBe(3);
    await taken.call('shell.setNeeds', { count: 0 });
    expect(await badge()).toBe(0);
  });

  test('asks for a folder with the dialog of the system', async () => {
    const taken = await takeChannel(shell.page);
    await shell.app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = (() => Promise.resolve({ canceled: false, filePaths: ['/chosen'] })) as never;
    });
    expect(await taken.call('shell.pickFolder', { from: null })).toMatchObject({
      output: { path: '/chosen' },
    });
    await shell.app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = (() => Promise.resolve({ canceled: true, filePaths: [] })) as never;
    });
    expect(await taken.call('shell.pickFolder', { from: null })).toMatchObject({ output: { path: null } });
  });

  test('a clicked notification shows what it was about', async (ctx) => {
    if (electronHost().kind === 'real') ctx.skip(NOT_REAL);
    const taken = await takeChannel(shell.page);
    await taken.call('shell.notify', { title: 'otto asks', body: 'May I?', tag: 'need:7' });
    const title = await shell.app.evaluate(() => {
      const [note] = (globalThis as unknown as { __standIn: { notifications: Set<EventTarget> } }).__standIn
        .notifications as unknown as { title: string; emit(name: string): void }[];
      note?.emit('click');
      return note?.title;
    });
    expect(title).toBe('otto asks');
    await waitFor(async () => (await taken.events('shell.command')).length > 0, 5000);
    expect(await taken.events('shell.command')).toEqual([{ command: 'open', argument: 'need:7' }]);
  });
});
