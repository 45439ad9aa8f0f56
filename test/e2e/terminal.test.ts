import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBrowserPort } from '../../main/browser/browser-port.ts';
import { startBrowserShell, type BrowserShell } from '../../main/browser/server.ts';
import { connectHost, type HostClient } from '../../main/shell/host-client.ts';
import { keepHost } from '../../main/shell/host-link.ts';
import { createWindowStates } from '../../main/shell/window-state.ts';
import { createWindowService } from '../../main/shell/window-session.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { launchBrowser, missingBrowser } from './browser.ts';

/** As a user's and as root's shell say it. */
const PROMPT = /[$#] /;
const PATIENT = { timeout: 10_000 };
const repository = path.join(import.meta.dirname, '../..');
const shots = path.join(import.meta.dirname, 'shots');

/** The host as a window has it, with shells as its agents: what is typed really runs. */
describe.skipIf(missingBrowser !== undefined)(`terminals ${missingBrowser ?? ''}`, () => {
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

  interface Opened {
    readonly view: Page;
    readonly problems: string[];
    /** What the page has sent. */
    readonly socket: string[];
  }

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

  test('two panes, split by keyboard, each echo what is typed into them', async () => {
    const { view, problems } = await openPage();
    await openTab(view, 'otto');
    await type(view, 'echo one-$((40+2))');
    await shows(view, 'otto', 'one-42');
    await view.keyboard.press('Control+Shift+D');
    await choose(view, 'dex');
    await type(view, 'echo two-$((40+2))');
    await shows(view, 'dex', 'two-42');
    await shows(view, 'otto', 'one-42');
    expect(await textOf(view, 'otto')).not.toContain('two-42');

    await view.keyboard.press('Control+Shift+BracketLeft');
    await hasFocus(view, 'otto');
    await type(view, 'echo back-$((40+2))');
    await shows(view, 'otto', 'back-42');
    const border = view.getByRole('separator', { name: 'Between otto and dex' });
    await border.focus();
    await view.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => border.getAttribute('aria-valuenow')).toBe('60');
    const cols = async (name: string): Promise<number> =>
      Number.parseInt(
        await pane(view, name)
          .getByText(/^\d+ × \d+$/)
          .innerText(),
        10,
      );
    await expect.poll(async () => (await cols('otto')) > (await cols('dex')) + 10, PATIENT).toBe(true);
    await view.screenshot({ path: path.join(shots, 'terminal-split.png') });
    expect(problems).toEqual([]);
  });

  test('a split attaches nothing anew; a tab that is shown again repaints and keeps the place', async () => {
    const { view, socket, problems } = await openPage();
    await openTab(view, 'otto');
    await type(view, 'clear; seq 1 500; echo end-$((40+2))');
    await shows(view, 'otto', 'end-42');
    const before = attaches(socket, 'otto');
    await view.keyboard.press('Control+Shift+D');
    await choose(view, 'dex');
    expect(attaches(socket, 'otto')).toBe(before);

    await pane(view, 'otto').locator('.xterm-screen').hover();
    await view.mouse.wheel(0, -3000);
    await expect.poll(() => textOf(view, 'otto'), PATIENT).not.toContain('end-42');
    const top = (await textOf(view, 'otto')).split('\n')[0]!.trim();
    expect(Number(top)).toBeGreaterThan(1);
    await openTab(view, 'juno');
    expect(await pane(view, 'otto').count()).toBe(0);
    await type(view, 'echo elsewhere-$((40+2))');
    await shows(view, 'juno', 'elsewhere-42');

    await view.getByRole('tab', { name: /dex/ }).click();
    await expect.poll(async () => (await textOf(view, 'otto')).split('\n')[0]!.trim(), PATIENT).toBe(top);
    expect(attaches(socket, 'otto')).toBe(before + 1);
    expect(problems).toEqual([]);
  });

  test('what is printed below is told, and does not move what is read', async () => {
    const { view } = await openPage();
    await openTab(view, 'otto');
    await type(view, 'clear; seq 1 300; sleep 1.5; echo late-$((40+2))');
    await shows(view, 'otto', '300');
    await pane(view, 'otto').locator('.xterm-screen').hover();
    await view.mouse.wheel(0, -1500);
    await expect.poll(() => textOf(view, 'otto'), PATIENT).not.toMatch(/\b300\b/);
    const read = await textOf(view, 'otto');
    const below = pane(view, 'otto').getByRole('button', { name: 'New output below' });
    await below.waitFor();
    expect(await textOf(view, 'otto')).toBe(read);
    await below.click();
    await shows(view, 'otto', 'late-42');
    await below.waitFor({ state: 'detached' });
  });

  test('search finds, counts, goes round and closes', async () => {
    const { view, problems } = await openPage();
    await openTab(view, 'otto');
    await type(view, 'clear; for i in 1 2 3; do echo Needle $i; seq 1 60; done; echo needle end');
    await shows(view, 'otto', 'needle end');
    await view.keyboard.press('Control+Shift+F');
    const bar = view.getByRole('search', { name: 'Find in this terminal' });
    await bar.waitFor();
    await view.keyboard.type('needle');
    const count = bar.getByRole('status');
    await expect.poll(() => count.innerText(), PATIENT).toMatch(/^\d of 4$/);
    const place = async () => Number.parseInt(await count.innerText(), 10);
    const first = await place();
    await view.keyboard.press('Enter');
    await expect.poll(place).toBe((first % 4) + 1);
    await view.keyboard.press('Shift+Enter');
    await expect.poll(place).toBe(first);
    await bar.getByRole('button', { name: 'Match case' }).click();
    await expect.poll(() => count.innerText(), PATIENT).toBe('1 of 1');
    await view.screenshot({ path: path.join(shots, 'terminal-find.png') });
    await bar.getByRole('textbox').fill('nothing like it');
    await expect.poll(() => count.innerText(), PATIENT).toBe('None');
    await view.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await hasFocus(view, 'otto');
    expect(problems).toEqual([]);
  });

  test('redraw repaints what the host has', async () => {
    const { view, socket } = await openPage();
    await openTab(view, 'otto');
    await type(view, 'clear; printf "\\033[1;31mred\\033[0m plain-$((40+2))\\n"');
    await shows(view, 'otto', 'plain-42');
    const before = attaches(socket, 'otto');
    const was = await textOf(view, 'otto');
    await pane(view, 'otto').getByRole('button', { name: 'Redraw' }).click();
    await expect.poll(() => attaches(socket, 'otto')).toBe(before + 1);
    await expect.poll(() => textOf(view, 'otto'), PATIENT).toBe(was);
    await pane(view, 'otto').locator('.xterm-fg-1, .xterm-fg-9').getByText('red').first().waitFor();
  });

  test('prompts that the shell marks can be gone to', async () => {
    const { view } = await openPage();
    await openTab(view, 'otto');
    const mark = '\\033]133;A\\007';
    await type(
      view,
      `clear; for i in 1 2 3; do printf "${mark}prompt $i\\n"; seq 1 80; printf "\\033]133;D;$((i-1))\\007"; done`,
    );
    await shows(view, 'otto', /80\n\s*[$#]/);
    const first = async () => (await textOf(view, 'otto')).split('\n')[0]!.trim();
    await view.keyboard.press('Control+Shift+ArrowUp');
    await expect.poll(first, PATIENT).toBe('prompt 3');
    await view.keyboard.press('Control+Shift+ArrowUp');
    await expect.poll(first, PATIENT).toBe('prompt 2');
    await expect.poll(() => pane(view, 'otto').locator('[data-state=failed]').count(), PATIENT).toBe(2);
    await view.screenshot({ path: path.join(shots, 'terminal-marks.png') });
    await view.keyboard.press('Control+Shift+ArrowDown');
    await expect.poll(first, PATIENT).toBe('prompt 3');
  });

  test('a program asks once before it writes to the clipboard, and never reads it', async () => {
    const { view } = await openPage();
    await openTab(view, 'juno');
    await view.evaluate(() => navigator.clipboard.writeText('mine'));
    const write = (text: string) => `printf '\\033]52;c;${Buffer.from(text).toString('base64')}\\007'`;
    await type(view, `clear; ${write('from a program')}; printf '\\033]52;c;?\\007'; echo asked-$((40+2))`);
    await shows(view, 'juno', 'asked-42');
    const question = view.getByRole('group', { name: 'May juno write to the clipboard?' });
    await question.getByText('from a program').waitFor();
    expect(await clipboard(view)).toBe('mine');
    expect(await textOf(view, 'juno')).not.toContain('bWluZQ');
    await question.getByRole('button', { name: 'Allow' }).click();
    await expect.poll(() => clipboard(view), PATIENT).toBe('from a program');
    await pane(view, 'juno').locator('.xterm-helper-textarea').focus();
    await type(view, write('again'));
    await expect.poll(() => clipboard(view), PATIENT).toBe('again');
    expect(await question.count()).toBe(0);
  });

  test('a paste cannot type on by itself', async () => {
    const { view, socket } = await openPage();
    await openTab(view, 'otto');
    await type(view, `clear; printf '\\033[?2004h'; echo ready-$((40+2)); cat`);
    await shows(view, 'otto', 'ready-42');
    await view.evaluate(() => navigator.clipboard.writeText('first\u001b[201~second\nthird'));
    await view.keyboard.press('Control+Shift+V');
    await expect.poll(() => textOf(view, 'otto'), PATIENT).toContain('third');
    const pasted = socket.filter((text) => text.includes('terminal.input') && text.includes('third'));
    expect(pasted).toHaveLength(1);
    expect(pasted[0]).toContain(JSON.stringify('\u001b[200~first[201~second\rthird\u001b[201~'));
    await view.keyboard.press('Control+C');
    await type(view, `printf '\\033[?2004l'`);
  });

  test('links say where they lead, and lead nowhere else', async () => {
    const { view } = await openPage();
    await openTab(view, 'otto');
    const osc8 = (url: string, text: string) => `\\033]8;;${url}\\007${text}\\033]8;;\\007`;
    const lines = [
      osc8('https://evil.example/x', 'https://bank.example'),
      osc8('javascript:alert(1)', 'script-here'),
      'at fares/rounding.ts:88:14 today',
    ];
    await type(view, `clear; printf '${lines.join('\\n')}\\n'`);
    await shows(view, 'otto', /rounding\.ts:88:14 today/);
    const opened: string[] = [];
    await view.exposeFunction('noteOpened', (url: string) => void opened.push(url));
    await view.evaluate(() => {
      window.open = (url) => {
        (window as unknown as { noteOpened(url: string): void }).noteOpened(String(url));
        return null;
      };
    });
    const terminal = pane(view, 'otto').locator('.xterm');
    const row = async (text: string): Promise<{ x: number; y: number }> => {
      const box = (await pane(view, 'otto')
        .locator('.xterm-rows > div')
        .filter({ hasText: text })
        .last()
        .boundingBox())!;
      return { x: box.x + 60, y: box.y + box.height / 2 };
    };
    const click = async (text: string): Promise<void> => {
      const { x, y } = await row(text);
      await view.mouse.move(x - 5, y);
      await view.mouse.move(x, y);
      await view.waitForTimeout(100);
      await view.keyboard.down('Control');
      await view.mouse.click(x, y);
      await view.keyboard.up('Control');
    };
    const { x, y } = await row('bank.example');
    await view.mouse.move(x, y);
    await expect.poll(() => terminal.getAttribute('title'), PATIENT).toContain('https://evil.example/x');
    await click('bank.example');
    await expect.poll(() => opened, PATIENT).toEqual(['https://evil.example/x']);
    await click('script-here');
    await click('rounding.ts');
    await expect.poll(() => clipboard(view), PATIENT).toBe('fares/rounding.ts:88');
    expect(opened).toEqual(['https://evil.example/x']);
  });

  test('tabs are gone through, moved and closed by keyboard, and come back with the window', async () => {
    const { view } = await openPage();
    // Another window starts as the last one was left.
    while ((await view.getByRole('tab').count()) > 0) {
      await view.getByRole('tab').first().focus();
      await view.keyboard.press('Delete');
    }
    for (const name of ['otto', 'dex', 'juno']) await openTab(view, name);
    const names = () => view.getByRole('tab').allInnerTexts();
    await expect.poll(names).toEqual(['otto', 'dex', 'juno']);
    await view.getByRole('tab', { name: 'juno' }).focus();
    await view.keyboard.press('ArrowLeft');
    await pane(view, 'dex').waitFor();
    await view.keyboard.press('Shift+ArrowLeft');
    await expect.poll(names).toEqual(['dex', 'otto', 'juno']);
    await view.keyboard.press('Delete');
    await expect.poll(names).toEqual(['otto', 'juno']);
    await pane(view, 'otto').waitFor();
    await expect.poll(() => view.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab');
    await view.waitForTimeout(1500);
    await view.reload();
    await expect.poll(names, PATIENT).toEqual(['otto', 'juno']);
    await view.getByRole('tab', { name: 'otto' }).focus();
    await view.keyboard.press('Delete');
    await view.keyboard.press('Delete');
    await view.getByText('Choose an agent above').waitFor();
  });

  test('another window gives the size; this one says so and can take it back', async () => {
    const [{ view }, other] = [await openPage(), await openPage()];
    await other.view.setViewportSize({ width: 900, height: 600 });
    await openTab(view, 'dex');
    await openTab(other.view, 'dex');
    const said = pane(view, 'dex').getByText('was resized by another window');
    await said.waitFor();
    await type(other.view, 'echo wide-$((40+2))');
    await shows(view, 'dex', 'wide-42');
    await pane(view, 'dex').getByRole('button', { name: 'Fit here' }).click();
    await said.waitFor({ state: 'detached' });
    await pane(other.view, 'dex').getByText('was resized by another window').waitFor();
  });

  test('a terminal has a window of its own, without tabs', async () => {
    const { view } = await openPage();
    await openTab(view, 'dex');
    const coming = view.context().waitForEvent('page');
    await view.getByRole('button', { name: 'Open dex in a window of its own' }).click();
    const own = await coming;
    await pane(own, 'dex').waitFor();
    await hasFocus(own, 'dex');
    expect(await own.getByRole('tab').count()).toBe(0);
    await type(own, 'clear; echo alone-$((40+2))');
    await shows(own, 'dex', 'alone-42');
    await own.keyboard.press('Control+Shift+F');
    await own.getByRole('search', { name: 'Find in this terminal' }).waitFor();
  });

  test('an agent that ended keeps its last screen and starts again', async () => {
    const { view } = await openPage();
    await openTab(view, 'juno');
    await type(view, 'echo last-$((40+2)); exit 3');
    await pane(view, 'juno')
      .getByText(/It ended with exit code 3/)
      .waitFor();
    await shows(view, 'juno', 'last-42');
    await pane(view, 'juno').getByRole('button', { name: 'Restart' }).click();
    await view.getByRole('button', { name: 'Restart juno' }).click();
    await pane(view, 'juno')
      .getByText(/It ended/)
      .waitFor({ state: 'detached' });
    await pane(view, 'juno').locator('.xterm-helper-textarea').focus();
    await shows(view, 'juno', 'joined');
    await type(view, 'echo anew-$((40+2))');
    await shows(view, 'juno', 'anew-42');
  });

  test('a bell is a mark on the tab until somebody looks', async () => {
    const { view } = await openPage();
    await openTab(view, 'otto');
    await type(view, `sleep 0.6; printf '\\a'`);
    await view.getByRole('tab', { name: /otto/ }).focus();
    const mark = view.getByRole('tab').getByRole('img', { name: 'rang' });
    await mark.waitFor();
    await pane(view, 'otto').locator('.xterm-helper-textarea').focus();
    await mark.waitFor({ state: 'detached' });
  });

  test('draws with the graphics card where there is one, and goes on without it', async () => {
    const { view } = await openPage((context) =>
      context.addInitScript(() => {
        // The software that stands in for a card here is good enough to see that it is used.
        const { getParameter } = WebGL2RenderingContext.prototype;
        WebGL2RenderingContext.prototype.getParameter = function (name) {
          const value: unknown = getParameter.call(this, name);
          return typeof value === 'string' ? 'Some Card' : value;
        };
      }),
    );
    await openPane(view, 'otto');
    const canvas = pane(view, 'otto').locator('.xterm-screen canvas:not(.xterm-link-layer)');
    await canvas.waitFor();
    await expect.poll(() => pane(view, 'otto').locator('.xterm-rows').count()).toBe(0);
    await view.keyboard.type('echo drawn-$((40+2))');
    await view.keyboard.press('Enter');
    await view.waitForTimeout(500);
    await view.screenshot({ path: path.join(shots, 'terminal-card.png') });
    await canvas.evaluate((node: HTMLCanvasElement) =>
      node.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
    );
    await shows(view, 'otto', 'drawn-42');
    await type(view, 'echo after-$((40+2))');
    await shows(view, 'otto', 'after-42');
  });

  test('is described to screen readers when that is chosen', async () => {
    const { view } = await openPage();
    await openTab(view, 'otto');
    const tree = pane(view, 'otto').locator('.xterm-accessibility');
    expect(await tree.count()).toBe(0);
    await pane(view, 'otto').getByRole('button', { name: 'More for otto' }).click();
    await view.getByRole('menuitem', { name: 'Describe to screen readers' }).click();
    await tree.waitFor({ state: 'attached' });
    await pane(view, 'otto').locator('.xterm-helper-textarea').focus();
    await type(view, 'echo said-$((40+2))');
    await expect.poll(() => tree.innerText(), PATIENT).toContain('said-42');
  });

  test('is usable without seeing it', async () => {
    const { view } = await openPage();
    await openTab(view, 'otto');
    await view.keyboard.press('Control+Shift+D');
    await choose(view, 'dex');
    await view.keyboard.press('Control+Shift+F');
    await view.getByRole('search').waitFor();
    const area = view.getByRole('region', { name: 'Terminals' });
    await area.waitFor();
    // The colours of what programs print are theirs, as far as the terminal lets them.
    // The page allows no script but its own; the engine's world of its own is not bound by that.
    const session = await view.context().newCDPSession(view);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    const { result } = await session.send('Runtime.evaluate', {
      expression: `${axe.source}; axe.run({ include: 'section[aria-label="Terminals"]', exclude: '.xterm-rows' }).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])))`,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    expect(JSON.parse(String(result.value))).toEqual([]);
  });
});
