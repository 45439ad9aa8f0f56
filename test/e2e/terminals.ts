import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { createBrowserPort } from '../../main/browser/browser-port.ts';
import { startBrowserShell, type BrowserShell } from '../../main/browser/server.ts';
import { connectHost, type HostClient } from '../../main/shell/host-client.ts';
import { keepHost } from '../../main/shell/host-link.ts';
import { createWindowStates } from '../../main/shell/window-state.ts';
import { createWindowService } from '../../main/shell/window-session.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { launchBrowser } from './browser.ts';

/** As a user's and as root's shell say it. */
const PROMPT = /[$#] /;
export const PATIENT = { timeout: 10_000 };
const repository = path.join(import.meta.dirname, '../..');
export const shots = path.join(import.meta.dirname, 'shots');

interface Opened {
  readonly view: Page;
  readonly problems: string[];
  /** What the page has sent. */
  readonly socket: string[];
}

/** The host as a window has it, with shells as its agents: what is typed really runs. Called inside a `describe`. */
export function useTerminals() {
  let browser: Browser;
  let box: Sandbox;
  let shell: BrowserShell;
  let runDir: string;
  let mesh: string;
  const contexts: BrowserContext[] = [];
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    await mkdir(shots, { recursive: true });
    [browser, box] = await Promise.all([launchBrowser(), openSandbox()]);
    const dir = await box.folder('work');
    // The host gives its agents the shell that it was started with.
    const env = { SHELL: '/bin/sh' };
    expect(await box.cotal(dir, ['up', '--detach'], env)).toMatchObject({ code: 0 });
    for (const name of ['otto', 'dex', 'juno']) {
      expect(await box.cotal(dir, ['spawn', 'shell', '--name', name, '--detach'])).toMatchObject({ code: 0 });
    }
    const connect = async (): Promise<HostClient> => {
      const client = await connectHost(box.home);
      if (client === undefined) throw new Error('the host does not run');
      // Without a caller that stays the host would end with its last mesh.
      await client.call('host.hold', {});
      return client;
    };
    const link = keepHost(await connect(), connect, Date.now);
    runDir = await mkdtemp(path.join(tmpdir(), 'cotal-run-'));
    const port = createBrowserPort({
      version: 'test',
      platform: process.platform,
      issueLink: (show) => shell.issueLink(60_000, show),
      stopMesh: async () => undefined,
      end: () => undefined,
    });
    const states = createWindowStates(path.join(runDir, 'windows'));
    const status = await box.facts(z.looseObject({ root: z.string() }), dir, ['status']);
    const meshes = (await (await connect()).call('host.info', {})).meshes;
    mesh = meshes.find(({ root }) => root === status.root)!.id;
    shell = await startBrowserShell({
      windows: createWindowService({ host: link, shell: port, states, now: Date.now }),
      mesh,
      rendererDir: path.join(repository, 'out/app/renderer'),
      runDir,
      controlSecret: 'control-secret-of-this-test',
    });
    closers.push(
      () => shell.close(),
      () => states.flush(),
      () => link.close(),
    );
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await browser?.close();
    await box?.dispose();
    if (runDir) await rm(runDir, { recursive: true, force: true });
  });

  async function openPage(before?: (context: BrowserContext) => Promise<unknown>): Promise<Opened> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    contexts.push(context);
    await before?.(context);
    const view = await context.newPage();
    const problems: string[] = [];
    view.on('pageerror', (error) => problems.push(error.message));
    view.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    const socket: string[] = [];
    view.on('websocket', (ws) => ws.on('framesent', ({ payload }) => socket.push(String(payload))));
    await view.goto(shell.issueLink(60_000));
    await view.getByRole('navigation').first().waitFor();
    await view.keyboard.press('Control+2');
    await view.getByRole('button', { name: 'Open a terminal' }).waitFor();
    return { view, problems, socket };
  }

  const pane = (view: Page, name: string): Locator =>
    view.getByRole('region', { name: `Terminal of ${name}` });
  const textOf = (view: Page, name: string) => pane(view, name).locator('.xterm-rows').innerText();
  const shows = (view: Page, name: string, text: string | RegExp) =>
    expect.poll(() => textOf(view, name), PATIENT)[typeof text === 'string' ? 'toContain' : 'toMatch'](text);

  const hasFocus = (view: Page, name: string) =>
    expect
      .poll(() => pane(view, name).evaluate((node) => node.contains(document.activeElement)), PATIENT)
      .toBe(true);
  /** What is on the clipboard, as somebody who pastes it sees it: no page of ours may read it. */
  async function clipboard(view: Page): Promise<string> {
    const field = await view.evaluateHandle(() =>
      document.body.appendChild(document.createElement('textarea')),
    );
    await field.focus();
    await view.keyboard.press('Control+V');
    const text = await field.evaluate((node) => node.value);
    await field.evaluate((node) => node.remove());
    return text;
  }
  const attaches = (socket: string[], name: string) =>
    socket.filter((text) => text.includes('terminal.attach') && text.includes(`"${name}"`)).length;

  async function openPane(view: Page, name: string): Promise<void> {
    await view.getByRole('button', { name: 'Open a terminal' }).click();
    await view.getByRole('menuitem', { name, exact: true }).click();
    await pane(view, name).waitFor();
    await hasFocus(view, name);
  }
  /** Opens the terminal of an agent in a tab. */
  async function openTab(view: Page, name: string): Promise<void> {
    await openPane(view, name);
    await shows(view, name, PROMPT);
  }
  /** Chooses, with the keyboard, what a new pane shows. */
  async function choose(view: Page, name: string): Promise<void> {
    await view.getByRole('group', { name: 'Choose a terminal' }).waitFor();
    for (let tries = 0; tries < 5; tries += 1) {
      const focused = await view.evaluate(() => document.activeElement?.textContent ?? '');
      if (focused.includes(name)) break;
      await view.keyboard.press('ArrowDown');
    }
    await view.keyboard.press('Enter');
    await pane(view, name).waitFor();
    await shows(view, name, PROMPT);
    await hasFocus(view, name);
  }
  /** Types a line into the terminal that has the focus. */
  async function type(view: Page, line: string): Promise<void> {
    await view.keyboard.type(line);
    await view.keyboard.press('Enter');
  }

  return { openPage, pane, textOf, shows, hasFocus, clipboard, attaches, openPane, openTab, choose, type };
}
