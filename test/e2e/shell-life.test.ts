import { promises as fs } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { electronHost, explainNoElectron } from '../electron-stand-in/host.ts';
import { isAlive, waitFor } from '../support/sandbox.ts';
import {
  answerDialogs,
  askedDialogs,
  clickMenu,
  logged,
  pageReady,
  startShell,
  takeChannel,
  type ShellApp,
  type ShellStart,
} from './shell-app.ts';

const missing = explainNoElectron();
/** What only the stand-in shows of itself. */
const NOT_REAL = 'Electron does not tell what it shows there';
/** What a test has started, the first one last: it owns the machine home. */
let shells: ShellApp[] = [];
afterEach(async () => {
  for (const shell of shells) await shell.dispose();
  shells = [];
});

async function start(options: ShellStart = {}): Promise<ShellApp> {
  const shell = await startShell(options);
  shells.unshift(shell);
  return shell;
}

/** The shell with its mesh up, which a question before quitting is about. */
async function startWithMesh(options: ShellStart = {}): Promise<ShellApp> {
  const shell = await start(options);
  const taken = await takeChannel(shell.page);
  await waitFor(async () => {
    const { output } = await taken.call('host.info', {});
    return (output as { meshes: { state: string }[] }).meshes.some(({ state }) => state === 'ready');
  }, 30_000);
  return shell;
}

const statusSchema = z.object({ live: z.object({}).nullable() });

/** Whether the mesh of the project is up, as the command line sees it. */
async function meshIsUp({ sandbox, project }: ShellApp): Promise<boolean> {
  return (await sandbox.facts(statusSchema, project, ['status'])).live !== null;
}

beforeEach((ctx) => {
  if (missing !== undefined) ctx.skip(missing);
});

describe('quitting asks once', () => {
  test('whether to close or to stop the mesh; cancelled, everything stays', async () => {
    const shell = await startWithMesh();
    await answerDialogs(shell.app, 2);
    await waitFor(async () => {
      await clickMenu(shell.app, 'quit');
      return (await askedDialogs(shell.app)).length > 0;
    }, 10_000);
    expect(await askedDialogs(shell.app)).toMatchObject([
      {
        message: 'Close Cotal, or stop the mesh as well?',
        detail: expect.stringContaining('No agents are running.'),
        buttons: ['Close; agents go on', 'Stop the mesh', 'Cancel'],
      },
    ]);
    const taken = await takeChannel(shell.page);
    expect(await taken.call('host.info', {})).toMatchObject({ ok: true });

    // The system's own way to quit is the same question.
    await shell.app.evaluate(({ app }) => app.quit());
    await waitFor(async () => (await askedDialogs(shell.app)).length === 2, 5000);
    expect(shell.app.windows()).toHaveLength(1);
  });

  test('closed, the mesh goes on; always, when the person says so', async () => {
    const first = await startWithMesh();
    await answerDialogs(first.app, 0, true);
    await clickMenu(first.app, 'quit').catch(() => undefined);
    expect(await first.exited).toBe(0);
    expect(await meshIsUp(first)).toBe(true);

    const second = await startWithMesh({ within: first });
    await answerDialogs(second.app, 2);
    await clickMenu(second.app, 'quit').catch(() => undefined);
    // Asked again it would have been cancelled.
    expect(await second.exited).toBe(0);
    expect(await meshIsUp(first)).toBe(true);
  });

  test('stopped, the mesh is down before the window is gone', async () => {
    const shell = await startWithMesh();
    await answerDialogs(shell.app, 1);
    await clickMenu(shell.app, 'quit').catch(() => undefined);
    expect(await shell.exited).toBe(0);
    expect(await meshIsUp(shell)).toBe(false);
  });

  test('a page that has asked ends it without another question', async () => {
    const shell = await startWithMesh();
    await answerDialogs(shell.app, 2);
    await shell.page.evaluate(() =>
      window.cotalShell?.post('{"id":99,"method":"shell.quit","input":{"stopMesh":null}}'),
    );
    expect(await shell.exited).toBe(0);
    expect(await meshIsUp(shell)).toBe(true);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s is no question, and ends no mesh',
    async (signal) => {
      const shell = await startWithMesh();
      await answerDialogs(shell.app, 2);
      shell.app.process().kill(signal);
      expect(await shell.exited).toBe(0);
      expect(await meshIsUp(shell)).toBe(true);
    },
  );

  test('SIGUSR1 opens no debugger', async () => {
    const shell = await start();
    const before = shell.output();
    shell.app.process().kill('SIGUSR1');
    const taken = await takeChannel(shell.page);
    expect(await taken.call('shell.loadState', {})).toMatchObject({ ok: true });
    expect(shell.output().slice(before.length)).not.toContain('Debugger');
  });
});

describe('the last window', () => {
  test('without a tray ends the app; agents go on', async () => {
    const shell = await startWithMesh();
    await shell.page.close();
    expect(await shell.exited).toBe(0);
    expect(await meshIsUp(shell)).toBe(true);
  });

  test('with a tray leaves it there, to be opened again', async (ctx) => {
    if (electronHost().kind === 'real') ctx.skip(NOT_REAL);
    const shell = await startWithMesh({ env: { COTAL_TRAY: 'yes' } });
    const tray = () =>
      shell.app.evaluate(() => {
        type Face = {
          toolTip: string;
          menu: { items: { id: string; label: string; enabled: boolean }[] } | null;
        };
        const { __standIn } = globalThis as unknown as { __standIn: { trays: Set<Face> } };
        const [face] = [...__standIn.trays];
        const items = face?.menu?.items.map(({ id, label, enabled }) => ({ id, label, enabled })) ?? [];
        return { tip: face?.toolTip, items };
      });
    const click = (id: string) =>
      shell.app.evaluate((_electron, item) => {
        type Face = { menu: { getMenuItemById(id: string): { click(): void } | null } | null };
        const { __standIn } = globalThis as unknown as { __standIn: { trays: Set<Face> } };
        [...__standIn.trays][0]?.menu?.getMenuItemById(item)?.click();
      }, id);
    await waitFor(async () => (await tray()).tip === 'Cotal: 0 agents running', 10_000);
    const taken = await takeChannel(shell.page);
    await taken.call('shell.setNeeds', { count: 2 });
    expect(await tray()).toMatchObject({
      tip: 'Cotal: 2 need you, 0 agents running',
      items: [
        { id: 'tray.open', label: 'Open Cotal' },
        { id: 'tray.needs', label: 'Needs you (2)', enabled: true },
        { id: 'tray.agents', label: '0 agents running' },
        {},
        { id: 'tray.quit' },
      ],
    });
    await shell.page.close();
    await waitFor(
      () => shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length === 0),
      5000,
    );
    // What only the closed window knew of is counted no more.
    await waitFor(async () => (await tray()).tip === 'Cotal: 0 agents running', 5000);
    const [again] = await Promise.all([shell.app.waitForEvent('window'), click('tray.open')]);
    await pageReady(again);
    const reopened = await takeChannel(again);
    expect(await reopened.events('shell.welcome')).toMatchObject([
      { window: 'main', features: { tray: true } },
    ]);
    await shell.sandbox.cotal(shell.project, ['down']);
    await waitFor(async () => (await tray()).tip === 'Cotal: no mesh is up', 10_000);
  });
});

describe('after a killed shell', () => {
  test('windows are as they were saved, and where they were', async () => {
    const first = await startWithMesh();
    const taken = await takeChannel(first.page);
    const [second] = await Promise.all([
      first.app.waitForEvent('window'),
      taken.call('shell.openWindow', { mesh: null, terminal: 'otto' }),
    ]);
    await pageReady(second);
    const bounds = { x: 111, y: 99, width: 700, height: 555 };
    await first.app.evaluate(
      ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
      bounds,
    );
    const place = path.join(first.sandbox.home, 'shell', 'places', 'main.json');
    await waitFor(async () => (await fs.readFile(place, 'utf8').catch(() => '')).includes('111'), 5000);
    const host = await first.sandbox.hostPid();
    // Answered is kept: nothing has to be flushed later.
    await taken.call('shell.saveState', { state: { draft: 'half a sen' } });
    first.app.process().kill('SIGKILL');
    await first.exited;
    expect(isAlive(host)).toBe(true);
    const kept = await fs.readFile(path.join(first.sandbox.home, 'shell', 'windows', 'main.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({ draft: 'half a sen' });

    const again = await start({ within: first });
    await waitFor(() => again.app.windows().length === 2, 10_000);
    for (const page of again.app.windows()) await pageReady(page);
    const channels = await Promise.all(again.app.windows().map(takeChannel));
    const welcomes = await Promise.all(channels.map((one) => one.events('shell.welcome')));
    const windows = welcomes.flat() as { window: string; terminal: string | null }[];
    expect(new Map(windows.map(({ window, terminal }) => [window, terminal]))).toEqual(
      new Map([
        ['main', null],
        ['w2', 'otto'],
      ]),
    );
    const shown = await again.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getBounds()),
    );
    expect(shown).toContainEqual(bounds);
    expect(await first.sandbox.hostPid()).toBe(host);
  });
});

describe('a page that reads nothing', () => {
  test('does not grow the shell: it is cut off, and served anew when it opens again', async () => {
    const shell = await start();
    const taken = await takeChannel(shell.page);
    await taken.call('shell.saveState', { state: 'x'.repeat(1024 * 1024 - 2) });
    const asked = 40;
    await shell.page.evaluate((count) => {
      for (let id = 2_000_000; id < 2_000_000 + count; id++)
        window.cotalShell?.post(JSON.stringify({ id, method: 'shell.loadState', input: {} }));
    }, asked);
    const counts = () =>
      shell.page.evaluate(() => {
        const { taken: log } = window as unknown as { taken: { id?: number; reset?: true }[] };
        const answers = log.filter(({ id }) => (id ?? 0) >= 2_000_000).length;
        return { answers, resets: log.filter(({ reset }) => reset === true).length };
      });
    await waitFor(async () => (await counts()).resets > 0, 60_000);
    const { answers, resets } = await counts();
    expect(resets).toBe(1);
    expect(answers).toBeGreaterThanOrEqual(31);
    expect(answers).toBeLessThanOrEqual(34);
    const anew = await takeChannel(shell.page);
    expect(await anew.events('shell.welcome')).toHaveLength(1);
    expect(await anew.call('host.info', {})).toMatchObject({ ok: true });
  });
});

describe('a page that crashes', () => {
  test('is loaded again, once without a question', async () => {
    const shell = await start();
    const crash = () =>
      shell.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );
    await shell.app.evaluate(({ dialog }) => {
      const asked: unknown[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = ((...args: unknown[]) => {
        asked.push(args.at(-1));
        return new Promise(() => undefined);
      }) as never;
    });
    const loaded = () =>
      shell.app.evaluate(
        ({ BrowserWindow }) =>
          new Promise<void>((resolve) =>
            BrowserWindow.getAllWindows()[0]?.webContents.once('did-finish-load', () => resolve()),
          ),
      );
    const reloaded = loaded();
    await crash();
    await reloaded;
    expect(await shell.app.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked)).toEqual([]);
    expect(await logged(shell.sandbox)).toContain('page-gone');
    await crash();
    const asked = () =>
      shell.app.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked.length);
    await waitFor(async () => (await asked()) === 1, 5000);
  });
});
