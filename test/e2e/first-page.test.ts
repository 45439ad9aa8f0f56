import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildPage, launchBrowser, missingBrowser, startTestShell, type TestShell } from './browser.ts';
import { createFakeHost, type FakeHost, type Scene } from './fake-host.ts';
import { busyScene, emptyScene, MESH } from './scene.ts';

const PATIENT = { timeout: 5000 };
const shots = path.join(import.meta.dirname, 'shots');

describe.skipIf(missingBrowser !== undefined)(`first page ${missingBrowser ?? ''}`, () => {
  let browser: Browser;
  let page: Awaited<ReturnType<typeof buildPage>>;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    await mkdir(shots, { recursive: true });
    [browser, page] = await Promise.all([launchBrowser(), buildPage()]);
  });
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });
  afterAll(async () => {
    await browser?.close();
    await page?.remove();
  });

  interface Opened {
    readonly host: FakeHost;
    readonly view: Page;
    readonly shell: TestShell;
    readonly problems: string[];
  }

  async function openPage(
    scene: Scene,
    options: Parameters<Browser['newContext']>[0] = {},
    before: (host: FakeHost) => void = () => undefined,
  ): Promise<Opened> {
    const host = createFakeHost(scene);
    before(host);
    const shell = await startTestShell(host, page.dir, { mesh: MESH });
    open.push(shell);
    const context: BrowserContext = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    open.push(context);
    const view = await context.newPage();
    const problems: string[] = [];
    view.on('pageerror', (error) => problems.push(error.message));
    view.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await view.goto(shell.shell.issueLink(60_000));
    return { host, view, shell, problems };
  }

  const shot = (view: Page, name: string) => view.screenshot({ path: path.join(shots, `${name}.png`) });
  const terminalText = (view: Page) => view.locator('.xterm-rows').innerText();

  test('shows who is there and what was said, and keeps no token in the address', async () => {
    const { view, problems } = await openPage(busyScene(Date.now()));
    const side = view.getByRole('navigation', { name: 'Mesh' });
    await side.getByRole('button', { name: /otto/ }).waitFor();
    expect(await side.getByRole('img', { name: 'working' }).count()).toBe(4);
    expect(await side.getByRole('img', { name: 'waiting' }).count()).toBe(2);
    expect(await side.getByRole('img', { name: 'offline' }).count()).toBe(1);
    const feed = view.getByRole('log', { name: 'Messages' });
    await feed.getByText('Rounding approved. Next: the refund path.').waitFor();
    expect(await feed.getByText('12 messages').count()).toBe(1);
    // Somebody else's text is never markup, and its invisible characters show.
    expect(await feed.getByText(String.raw`\u{202e}txt.exe\u{202c}`).count()).toBe(1);
    expect(await feed.locator('img').count()).toBe(0);
    expect(new URL(view.url()).hash).toBe('');
    await view.waitForTimeout(300);
    expect(problems).toEqual([]);
  });

  test('shows the screen of an agent and takes what is typed into it', async () => {
    const { view, host } = await openPage(busyScene(Date.now()));
    await expect.poll(() => terminalText(view), PATIENT).toContain('fares/rounding.test.ts');
    await view.getByRole('button', { name: /dex/ }).first().click();
    await expect.poll(() => terminalText(view), PATIENT).toContain('Do you want to run this?');
    await view.locator('.xterm-helper-textarea').focus();
    await view.keyboard.type('echo hello');
    await view.keyboard.press('Enter');
    await expect.poll(() => terminalText(view), PATIENT).toContain('echo hello');
    const acknowledged = () => host.calls.some(({ method }) => method === 'terminal.ack');
    await expect.poll(acknowledged).toBe(true);
    expect(host.calls.filter(({ method }) => method === 'terminal.attach').length).toBeGreaterThanOrEqual(2);
    await view.keyboard.press('F6');
    expect(await view.evaluate(() => document.activeElement?.matches('.xterm-helper-textarea'))).toBe(false);
  });

  test('sends to a channel and to a peer', async () => {
    const { view, host } = await openPage(busyScene(Date.now()));
    await view.getByRole('button', { name: 'review', exact: true }).click();
    const box = view.getByRole('textbox', { name: 'Message to #review' });
    await box.fill('Thank you, both.');
    await box.press('Enter');
    await view.getByRole('log').getByText('Thank you, both.').waitFor();
    await view.getByRole('button', { name: /juno/ }).first().click();
    await view.getByRole('textbox', { name: 'Message to juno' }).fill('Behind a flag, please.');
    await view.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => host.calls.filter(({ method }) => method === 'mesh.send').length).toBe(2);
    expect(host.calls.find(({ input }) => JSON.stringify(input).includes('flag'))?.input).toMatchObject({
      to: { kind: 'peer', peer: 'id-juno' },
    });
  });

  test('spawns an agent from an empty mesh, by keyboard alone', async () => {
    const { view, host, problems } = await openPage(emptyScene(Date.now()));
    await view.getByRole('heading', { name: 'The mesh is up, and you are alone on it' }).waitFor();
    await shot(view, 'empty-light');
    await view.keyboard.press('n');
    const dialog = view.getByRole('dialog', { name: 'Spawn an agent' });
    await dialog.getByText('Asks before it uses a tool').waitFor();
    await dialog.getByRole('radio', { name: /reviewer/ }).focus();
    await view.keyboard.press('Space');
    await dialog.getByLabel('Name').fill('wren');
    await shot(view, 'spawn-light');
    await view.keyboard.press('Enter');
    await view.getByRole('heading', { name: 'wren' }).waitFor();
    await view.getByRole('status').getByText('wren was started.').waitFor({ state: 'attached' });
    expect(host.calls.find(({ method }) => method === 'agents.spawn')?.input).toMatchObject({
      persona: 'reviewer',
      name: 'wren',
    });
    await view.getByRole('button', { name: 'Spawn an agent' }).click();
    await dialog.getByLabel('Name').fill('wren');
    await dialog.getByRole('button', { name: 'Spawn' }).click();
    await dialog.getByRole('alert').getByText('runs already').waitFor();
    expect(problems).toEqual([]);
  });

  test('says that nothing is current while the host is gone, and recovers', async () => {
    const { view, host } = await openPage(busyScene(Date.now()));
    await expect.poll(() => terminalText(view), PATIENT).toContain('npm test -- fares');
    host.vanish();
    await view.getByText(/This is from .* Nothing here says what an agent is doing now/).waitFor();
    const side = view.getByRole('navigation', { name: 'Mesh' });
    expect(await side.getByText('was working').count()).toBe(4);
    expect(await side.getByRole('img', { name: /^working$/ }).count()).toBe(0);
    await view.getByText(/Host gone for/).waitFor();
    await shot(view, 'stale-light');
    host.comeBack();
    await view.getByText('Connected').waitFor();
    expect(await side.getByText('was working').count()).toBe(0);
    await view.locator('.xterm-helper-textarea').focus();
    await view.keyboard.type('still here');
    await expect.poll(() => terminalText(view), PATIENT).toContain('still here');
  });

  test('says what is wrong with the mesh, and that it is open', async () => {
    const scene = busyScene(Date.now());
    const { view, host } = await openPage({
      ...scene,
      status: {
        ...scene.status,
        mode: 'open',
        warnings: ['This mesh is open: everybody on this machine can read and write.'],
      },
    });
    await view.getByRole('note').getByText('This mesh is open').waitFor();
    const reason = 'the broker was restarted and is read again';
    host.emit('mesh.status', { ...scene.status, state: 'degraded', reason });
    await view.getByText(`The mesh is degraded since`).waitFor();
    await shot(view, 'degraded-light');
    host.emit('mesh.snapshot', {
      mesh: MESH,
      snapshot: { ...scene.snapshot, roster: 'stale', connected: false, connectedReason: 'the broker ended' },
    });
    await view.getByText(/This is from .*, before the broker ended/).waitFor();
    host.emit('mesh.gone', { mesh: MESH });
    await view.getByText(/before this mesh was brought down/).waitFor();
  });

  test('stays signed in over a reload; a used link says what to do', async () => {
    const { view, shell } = await openPage(busyScene(Date.now()));
    await view.getByRole('button', { name: /otto/ }).first().waitFor();
    await view.reload();
    await view.getByRole('button', { name: /otto/ }).first().waitFor();
    const link = shell.shell.issueLink(60_000);
    const other = await browser.newContext();
    open.push(other);
    const first = await other.newPage();
    await first.goto(link);
    await first.getByRole('button', { name: /otto/ }).first().waitFor();
    const second = await other.newPage();
    await second.goto(link);
    await second.getByText('This window needs a fresh link').waitFor();
    await shot(second, 'signed-off-light');
  });

  test('looks as designed, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { view } = await openPage(busyScene(Date.now()), { colorScheme });
      await expect.poll(() => terminalText(view), PATIENT).toContain('❯');
      await view.waitForTimeout(400);
      await shot(view, `first-${colorScheme}`);
      await view.getByRole('button', { name: /^Mesh ready/ }).click();
      await view.waitForTimeout(100);
      await shot(view, `mesh-${colorScheme}`);
      await view.setViewportSize({ width: 720, height: 450 });
      await view.keyboard.press('Escape');
      await view.waitForTimeout(300);
      await shot(view, `narrow-${colorScheme}`);
    }
  });
});
