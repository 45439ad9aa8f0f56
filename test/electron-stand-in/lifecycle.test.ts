import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { _electron } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { electronHost, explainNoElectron } from './host.ts';
import { sampleArguments, soon, startSample, type RunningSample } from './sample.ts';

const missing = explainNoElectron();
const isShim = missing === undefined && electronHost().kind === 'shim';

/** The processes that have a folder in their command line. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder);
    } catch {
      // It ended in between.
      return false;
    }
  });
}

describe.skipIf(missing !== undefined)(`How an app ends ${missing ?? ''}`, () => {
  const open: RunningSample[] = [];
  const start = async (): Promise<RunningSample> => {
    const running = await startSample();
    open.push(running);
    return running;
  };
  afterEach(async () => {
    for (const running of open.splice(0)) await running.close();
  });

  test('the last window ends it, in the order of the documentation', async () => {
    const running = await start();
    await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await running.exitCode).toBe(0);
    expect(running.output().match(/event .*/g)).toEqual([
      'event before-quit',
      'event will-quit',
      'event quit',
    ]);
  });

  test('Playwright can close it', async () => {
    const running = await start();
    await running.app.close();
    expect(await running.exitCode).toBe(0);
  });

  test('a window that stays open keeps it', async () => {
    const running = await start();
    await running.app.evaluate(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.once('close', (event) => event.preventDefault());
      app.quit();
    });
    await sleep(300);
    expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    await running.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
    expect(await running.exitCode).toBe(0);
  });

  test('what is unfinished may delay it', async () => {
    const running = await start();
    await running.app.evaluate(({ app }) => {
      app.once('will-quit', (event) => {
        event.preventDefault();
        setTimeout(() => app.exit(5), 200);
      });
      app.quit();
    });
    expect(await running.exitCode).toBe(5);
  });

  test('exit asks nobody', async () => {
    const running = await start();
    await running.app
      .evaluate(({ app, BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.on('close', (event) => event.preventDefault());
        app.exit(3);
      })
      .catch(() => undefined);
    expect(await running.exitCode).toBe(3);
    expect(running.output().match(/event .*/g)).toEqual(['event quit']);
  });

  test('a signal asks it to quit', async () => {
    const running = await start();
    running.app.process().kill('SIGTERM');
    expect(await running.exitCode).toBe(0);
    expect(running.output()).toContain('event before-quit');
  });

  describe.runIf(isShim)('the stand-in alone', () => {
    test('leaves no process and no profile behind', async () => {
      const running = await start();
      expect(processesOf(running.userData).length).toBeGreaterThan(3);
      expect(readdirSync(running.userData).join()).toContain('stand-in-chromium-');
      await running.app.close();
      await running.exitCode;
      await soon(() => processesOf(running.userData)).toEqual([]);
      expect(readdirSync(running.userData)).toEqual([]);
    });

    test('leaves no process behind when it is killed, and cleans up at the next start', async () => {
      const running = await start();
      running.app.process().kill('SIGKILL');
      await running.exitCode;
      await soon(() => processesOf(running.userData)).toEqual([]);
      const args = sampleArguments(running.userData);
      const again = spawn(electronHost().executablePath, args, { stdio: 'ignore' });
      const own = `stand-in-chromium-${again.pid}`;
      await soon(() => readdirSync(running.userData)).toEqual(['StandInLock', own]);
      again.kill('SIGTERM');
      await once(again, 'exit');
    });

    test('is found where Playwright looks for Electron', async () => {
      const { userData } = await start();
      const other = path.join(userData, 'other');
      const env = { ...(process.env as Record<string, string>) };
      const before = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
      process.env['ELECTRON_OVERRIDE_DIST_PATH'] = path.dirname(electronHost().executablePath);
      try {
        const app = await _electron.launch({ args: sampleArguments(other), env, timeout: 30_000 });
        const page = await app.firstWindow();
        await page.waitForFunction(() => 'sample' in window);
        expect(await app.evaluate((electron) => electron.app.isReady())).toBe(true);
        await app.close();
      } finally {
        if (before === undefined) delete process.env['ELECTRON_OVERRIDE_DIST_PATH'];
        else process.env['ELECTRON_OVERRIDE_DIST_PATH'] = before;
      }
    });
  });
});
