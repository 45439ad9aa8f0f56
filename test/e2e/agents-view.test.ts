import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { busyScene, MESH, type Scene } from '../../renderer/demo/scene.ts';
import { buildPage, launchBrowser, missingBrowser, startTestShell } from './browser.ts';
import { createFakeHost, type FakeHost } from './fake-host.ts';

const PATIENT = { timeout: 8000 };

describe.skipIf(missingBrowser !== undefined)(`monitor, agents, spawn ${missingBrowser ?? ''}`, () => {
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

  async function openPage(): Promise<{ host: FakeHost; view: Page; scene: Scene }> {
    const scene = busyScene(Date.now());
    const host = createFakeHost(scene);
    const shell = await startTestShell(host, page.dir, { mesh: MESH });
    open.push(shell);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    open.push(context);
    const view = await context.newPage();
    await view.goto(shell.shell.issueLink(60_000));
    const skip = view.getByRole('button', { name: /^Skip/ });
    const monitor = view.getByRole('heading', { name: 'Monitor' });
    await monitor.or(skip).first().waitFor();
    if (await skip.isVisible()) await skip.click();
    await monitor.waitFor();
    return { host, view, scene };
  }

  const list = (view: Page) => view.getByRole('listbox', { name: /^Activity/ });
  const atEnd = (view: Page) =>
    list(view).evaluate((el) => el.scrollHeight - el.scrollTop - el.clientHeight < 2);
  let said = 0;
  function say(host: FakeHost, scene: Scene, text: string, count = 1): void {
    const [example] = scene.feed;
    const entries = Array.from({ length: count }, () => ({
      ...example!,
      id: `said-${++said}`,
      ts: Date.now(),
      text,
    }));
    host.emit('mesh.feed', { mesh: MESH, entries });
  }

  test('keeps someone at the end there, and moves nobody who reads', async () => {
    const { host, view, scene } = await openPage();
    await expect.poll(() => atEnd(view), PATIENT).toBe(true);
    say(host, scene, 'first news', 40);
    await list(view).getByText('first news').last().waitFor();
    await expect.poll(() => atEnd(view), PATIENT).toBe(true);

    await list(view).focus();
    for (let step = 0; step < 3; step++) await view.keyboard.press('PageUp');
    const marked = () => list(view).getAttribute('aria-activedescendant');
    const before = [await list(view).evaluate((el) => el.scrollTop), await marked()];
    say(host, scene, 'second news', 12);
    await view.getByRole('button', { name: /Jump to newest 12/ }).waitFor(PATIENT);
    expect([await list(view).evaluate((el) => el.scrollTop), await marked()]).toEqual(before);

    await view.keyboard.press('End');
    await list(view).getByText('second news').last().waitFor();
    await expect.poll(() => atEnd(view), PATIENT).toBe(true);
    expect(await view.getByRole('button', { name: /Jump to newest/ }).count()).toBe(0);
  });

  test('counts what comes while it is paused, and shows it afterwards', async () => {
    const { host, view, scene } = await openPage();
    await view.getByRole('button', { name: 'Pause' }).click();
    say(host, scene, 'missed', 3);
    await view.getByRole('button', { name: /Paused, go on with 3/ }).waitFor(PATIENT);
    expect(await list(view).getByText('missed').count()).toBe(0);
    await view.getByRole('button', { name: 'Resume' }).click();
    await list(view).getByText('missed').last().waitFor(PATIENT);
  });

  test('narrows the feed, and opens a row with all that is known of it', async () => {
    const { host, view, scene } = await openPage();
    say(host, scene, `needle \u202Etxt.exe ${'x'.repeat(3000)}`);
    await view.getByRole('searchbox', { name: 'Search activity' }).fill('NEEDLE');
    await expect.poll(() => view.getByRole('option').count(), PATIENT).toBe(1);
    await view.getByRole('option').click();
    const details = view.getByRole('region', { name: 'Details of the selected row' });
    await details.getByText(String.raw`\u{202e}txt.exe`).waitFor();
    await details.getByRole('button', { name: /Show all 3,0/ }).click();
    await details.getByText('Subject').waitFor();
  });

  test('goes over the agents with the arrow keys, asks before it stops one', async () => {
    const { host, view } = await openPage();
    await view.getByRole('button', { name: 'Agents', exact: true }).first().click();
    const card = (name: string) => view.locator(`button[data-agent="${name}"]`);
    await card('dex').click();
    await view.keyboard.press('ArrowRight');
    const focused = () =>
      view.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['agent']);
    const second = await focused();
    expect(second).not.toBe('dex');
    await view.keyboard.press('Home');
    expect(await focused()).toBe('dex');
    await view.keyboard.press('i');
    await view.getByText('What it may do on the mesh').waitFor();
    const stopped = () => host.calls.filter(({ method }) => method === 'agents.stop').length;
    await view
      .getByRole('complementary', { name: 'Details of dex' })
      .getByRole('button', { name: 'Stop' })
      .click();
    const question = view.getByRole('group', { name: 'Stop dex?' });
    await question.waitFor();
    expect(stopped()).toBe(0);
    await question.getByRole('button', { name: 'Stop dex' }).click();
    await expect.poll(stopped, PATIENT).toBe(1);
    expect(host.calls.find(({ method }) => method === 'agents.stop')?.input).toMatchObject({
      name: 'dex',
      graceful: true,
    });
  });

  test('spawns what was said, and only what differs from the persona', async () => {
    const { host, view } = await openPage();
    await view.keyboard.press('n');
    const dialog = view.getByRole('dialog', { name: 'Spawn an agent' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('otto');
    await dialog.getByText(/"otto" is on the mesh already/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Spawn' }).isDisabled()).toBe(true);
    await name.fill('reed');
    const channels = dialog.getByRole('combobox', { name: 'Channels' });
    await channels.fill('no spaces.!');
    await channels.press('Enter');
    await dialog.getByText(/cannot be a channel/).waitFor();
    await channels.fill('team.>');
    await channels.press('Enter');
    await dialog
      .getByText(/every channel under #team/)
      .first()
      .waitFor();
    await dialog.getByText(/--name reed .*--subscribe/).waitFor();
    await dialog.getByRole('button', { name: 'Spawn' }).click();
    await dialog.getByText('Process is up').waitFor(PATIENT);
    const input = host.calls.find(({ method }) => method === 'agents.spawn')?.input;
    expect(input).toMatchObject({ name: 'reed', prompt: null, model: null, allowPublish: null });
    expect(JSON.stringify(input)).toContain('team.>');
    await dialog.getByRole('button', { name: 'Open terminal' }).last().click();
    await expect.poll(() => dialog.count(), PATIENT).toBe(0);
  });
});
