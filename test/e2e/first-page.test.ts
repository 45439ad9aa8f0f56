import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { busyScene, emptyScene, MESH, snapshotOf, type Scene } from '../../renderer/demo/scene.ts';
import { makeEntry } from '../../renderer/demo/talk.ts';
import { buildPage, launchBrowser, missingBrowser, startTestShell, type TestShell } from './browser.ts';
import { createFakeHost, type FakeHost } from './fake-host.ts';

const PATIENT = { timeout: 5000 };

/** The page in the real browser shell, over a host that acts out the demo's scene. */
describe.skipIf(missingBrowser !== undefined)(`first page ${missingBrowser ?? ''}`, () => {
  let browser: Browser;
  let page: Awaited<ReturnType<typeof buildPage>>;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
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

  async function openPage(scene: Scene): Promise<Opened> {
    const host = createFakeHost(scene);
    const shell = await startTestShell(host, page.dir, { mesh: MESH });
    open.push(shell);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    open.push(context);
    const view = await context.newPage();
    const problems = watch(view);
    await view.goto(shell.shell.issueLink(60_000));
    return { host, view, shell, problems };
  }

  const sidebar = (view: Page) => view.getByRole('navigation', { name: 'Space ferrydesk' });
  const agent = (view: Page, name: string) =>
    sidebar(view)
      .getByRole('button', { name: new RegExp(`${name}`) })
      .first();

  test('shows who is there and what was said, and keeps no token in the address', async () => {
    const { view, host, problems } = await openPage(busyScene(Date.now()));
    await agent(view, 'otto').waitFor();
    expect(await sidebar(view).getByRole('img', { name: 'waiting' }).count()).toBe(2);
    expect(await sidebar(view).getByRole('img', { name: 'offline' }).count()).toBe(1);
    const feed = view.getByRole('listbox', { name: /^Activity/ });
    await feed.getByText('Refund path: otto writes, pax reviews, wren covers tests.').waitFor();
    // Somebody else's text is never markup, and its invisible characters show.
    const text = 'Name check: \u202Etxt.exe\u202C and a bell \u0007 <img src=x onerror=alert(1)>';
    const entry = { id: 'hostile', ts: Date.now(), from: 'dex', to: '#general', text };
    host.emit('mesh.feed', {
      mesh: MESH,
      entries: [makeEntry({ ...entry, replyTo: null, mentions: [], historical: false })],
    });
    await feed.getByText(String.raw`\u{202e}txt.exe\u{202c}`).waitFor();
    expect(await feed.locator('img').count()).toBe(0);
    expect(new URL(view.url()).hash).toBe('');
    expect(problems).toEqual([]);
  });

  test('somebody who is new takes the first steps, and may leave them', async () => {
    const { view, host, problems } = await openPage(emptyScene(Date.now()));
    await view.getByRole('button', { name: 'Go on to first agent' }).waitFor();
    await view.getByRole('button', { name: 'Stop and go on later' }).click();
    await view.getByRole('heading', { name: 'The mesh is up, and you are alone on it' }).waitFor();
    await view.keyboard.press('n');
    const dialog = view.getByRole('dialog', { name: 'Spawn an agent' });
    await dialog.getByLabel('Name').fill('wren');
    await view.keyboard.press('Enter');
    await dialog.getByText('Connected to the mesh').waitFor();
    expect(host.calls.find(({ method }) => method === 'agents.spawn')?.input).toMatchObject({ name: 'wren' });
    expect(problems).toEqual([]);
  });

  test('a terminal says how much of it was read, and takes what is typed', async () => {
    const { view, host } = await openPage(busyScene(Date.now()));
    await agent(view, 'otto').click();
    await view.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    await view.getByRole('button', { name: 'Terminal of otto' }).click();
    const screen = view.getByRole('region', { name: 'Terminal of otto' });
    await screen.locator('.xterm-screen').click();
    await view.keyboard.type('still here');
    const typed = () =>
      host.calls.flatMap(({ method, input }) =>
        method === 'terminal.input' ? [(input as { data: string }).data] : [],
      );
    await expect.poll(() => typed().join(''), PATIENT).toBe('still here');
    await expect.poll(() => host.calls.some(({ method }) => method === 'terminal.ack'), PATIENT).toBe(true);
  });

  test('says that nothing is current while the host is gone, and recovers', async () => {
    const { view, host } = await openPage(busyScene(Date.now()));
    await agent(view, 'otto').waitFor();
    host.vanish();
    await view.getByText(/This is from .* Nothing here says what an agent is doing now/).waitFor();
    await sidebar(view).getByText('was working').first().waitFor();
    expect(
      await sidebar(view)
        .getByRole('img', { name: /^working$/ })
        .count(),
    ).toBe(0);
    await view.getByText(/Connection lost for/).waitFor();
    host.comeBack();
    await view.getByText('Connected').waitFor();
    await expect.poll(() => sidebar(view).getByText('was working').count(), PATIENT).toBe(0);
  });

  test('says what is wrong with the mesh, and that it is open', async () => {
    const scene = busyScene(Date.now());
    const warnings = ['This mesh is open: everybody on this machine can read and write.'];
    scene.status = { ...scene.status, mode: 'open', warnings };
    const { view, host } = await openPage(scene);
    await view.getByRole('note').getByText('This mesh is open').waitFor();
    const reason = 'the broker was restarted and is read again';
    host.emit('mesh.status', { ...scene.status, state: 'degraded', reason });
    await view.getByText('The mesh is degraded since').waitFor();
    scene.disconnected = 'the broker ended';
    host.emit('mesh.snapshot', { mesh: MESH, snapshot: snapshotOf(scene, Date.now()) });
    await view.getByText(/This is from .*, before the connection to the broker was lost/).waitFor();
    host.emit('mesh.gone', { mesh: MESH });
    await view.getByText(/before this mesh was brought down/).waitFor();
  });

  test('stays signed in over a reload; a used link says what to do', async () => {
    const { view, shell } = await openPage(busyScene(Date.now()));
    await agent(view, 'otto').waitFor();
    await view.reload();
    await agent(view, 'otto').waitFor();
    const link = shell.shell.issueLink(60_000);
    const other = await browser.newContext();
    open.push(other);
    const first = await other.newPage();
    await first.goto(link);
    await agent(first, 'otto').waitFor();
    const second = await other.newPage();
    await second.goto(link);
    await second.getByRole('heading', { name: 'This window needs a fresh link' }).waitFor();
  });

  test('shows the demo without a session, and asks nobody for it', async () => {
    const host = createFakeHost(busyScene(Date.now()));
    const shell = await startTestShell(host, page.dir, { mesh: MESH });
    open.push(shell);
    const context = await browser.newContext();
    open.push(context);
    const view = await context.newPage();
    const problems = watch(view);
    const asked: string[] = [];
    view.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    view.on('websocket', () => asked.push('a socket'));
    await view.goto(`http://127.0.0.1:${shell.shell.port}/?demo=agents`);
    await view.getByText('Demo: a recorded scene. Nothing here is running.').first().waitFor();
    await view.getByRole('region', { name: 'Terminal of otto' }).locator('.xterm-screen').click();
    await view.keyboard.type('echo');
    await view.keyboard.press('F6');
    await view.keyboard.press('Control+1');
    await view.getByRole('heading', { level: 1, name: 'Monitor' }).waitFor();
    expect(asked.filter((each) => !/^GET \/(assets\/[\w.-]+)?$/.test(each))).toEqual([]);
    expect(host.calls).toEqual([]);
    expect(problems).toEqual([]);
  });
});

/** Collects what goes wrong in a page. */
function watch(view: Page): string[] {
  const problems: string[] = [];
  view.on('pageerror', (error) => problems.push(error.message));
  view.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  return problems;
}
