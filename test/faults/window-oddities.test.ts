import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectHost } from '../../main/shell/host-client.ts';
import { missingBrowser } from '../e2e/browser.ts';
import { expectView, PATIENT } from '../e2e/day.ts';
import { openTerminal, openWindow, type TestWindow } from './window.ts';

const rows = z.array(z.looseObject({ name: z.string() }));
const messages = z.array(z.looseObject({ parts: z.array(z.looseObject({ text: z.string().optional() })) }));

/** What hands do that nobody planned for. */
describe.skipIf(missingBrowser !== undefined)('the window under clumsy hands', () => {
  let w: TestWindow;
  let page: Page;
  beforeAll(async () => {
    w = await openWindow();
    page = w.page;
  });
  afterAll(() => w?.close());

  const views = () => page.getByRole('navigation', { name: 'Views' });
  const sidebar = () => page.getByRole('navigation', { name: /^Space/ });
  const agents = async () => (await w.box.facts(rows, w.folder, ['ps'])).map(({ name }) => name).toSorted();
  const spawn = () => page.getByRole('dialog').getByRole('button', { name: 'Spawn', exact: true });
  async function openSpawn(): Promise<void> {
    await views().getByRole('button', { name: 'Agents' }).click(PATIENT);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Spawn/ })
      .first()
      .click(PATIENT);
    await spawn().waitFor(PATIENT);
  }

  test('a double click on Spawn makes one agent', async () => {
    await openSpawn();
    await spawn().dblclick();
    await page.getByRole('dialog').getByRole('button', { name: 'Open terminal' }).waitFor(PATIENT);
    await page.keyboard.press('Escape');
    expect(await agents()).toHaveLength(1);
  });

  test('a dialog closed in the middle of its call: the agent is there, and only one', async () => {
    await openSpawn();
    await spawn().click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached', ...PATIENT });
    await expect.poll(agents, PATIENT).toHaveLength(2);
  });

  test('Enter three times sends once', async () => {
    await sidebar()
      .getByRole('button', { name: /general/ })
      .click(PATIENT);
    const box = page.getByRole('main').getByRole('textbox', { name: 'Message to #general' });
    await box.fill('only once');
    await Promise.all([box.press('Enter'), box.press('Enter'), box.press('Enter')]);
    await page
      .getByRole('list', { name: /Messages/ })
      .getByText('only once')
      .waitFor(PATIENT);
    const stored = await w.box.facts(messages, w.folder, ['history', 'general']);
    expect(stored.filter(({ parts }) => parts[0]?.text === 'only once')).toHaveLength(1);
  });

  test('a channel deleted while it is shown and written in', async () => {
    await page.getByRole('button', { name: 'New channel' }).first().click(PATIENT);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('brief');
    await page.getByRole('button', { name: 'Create channel' }).click(PATIENT);
    await expectView(page, '#brief');
    await page.getByRole('main').getByRole('textbox', { name: 'Message to #brief' }).fill('half');
    const host = await connectHost(w.box.home);
    const [mesh] = (await host?.call('host.info', {}))?.meshes ?? [];
    await host?.call('channels.remove', { mesh: mesh?.id ?? '', name: 'brief' });
    host?.close();
    await sidebar()
      .getByRole('button', { name: 'brief' })
      .waitFor({ state: 'detached', ...PATIENT });
    expect(
      await page.getByRole('main').getByRole('textbox', { name: 'Message to #brief' }).inputValue(),
    ).toBe('half');
  });

  test('an agent ends while its terminal and its details are open', async () => {
    await w.spawn('otto');
    await openTerminal(page, 'otto');
    await sidebar().getByRole('button', { name: 'otto' }).click();
    await page.getByRole('button', { name: 'More for otto' }).first().click(PATIENT);
    await page.getByRole('menuitem', { name: /Details/ }).click(PATIENT);
    await page.getByRole('complementary', { name: 'Details of otto' }).waitFor(PATIENT);
    expect(await w.box.cotal(w.folder, ['stop', 'otto'])).toMatchObject({ code: 0 });
    await page.getByText('otto is not there: it was stopped').waitFor(PATIENT);
    await page
      .getByRole('complementary', { name: 'Details of otto' })
      .getByText(/^offline/)
      .waitFor(PATIENT);
    await views().getByRole('button', { name: 'Monitor' }).click(PATIENT);
    await expectView(page, 'Monitor');
  });

  test('another mesh is shown in the middle of a call: nothing of one gets into the other', async () => {
    const other = await w.box.folder('second');
    expect(await w.box.cotal(other, ['up', '--detach'])).toMatchObject({ code: 0 });
    await sidebar()
      .getByRole('button', { name: /general/ })
      .click(PATIENT);
    const box = page.getByRole('main').getByRole('textbox', { name: 'Message to #general' });
    await box.fill('for the first mesh');
    await box.press('Enter');
    await sidebar().getByRole('button', { name: 'Other spaces' }).click(PATIENT);
    await page.getByRole('menuitem', { name: /second/ }).click(PATIENT);
    await page.getByRole('navigation', { name: /second/ }).waitFor(PATIENT);
    const first = await w.box.facts(messages, w.folder, ['history', 'general']);
    expect(first.at(-1)?.parts[0]?.text).toBe('for the first mesh');
    expect(await w.box.facts(messages, other, ['history', 'general'])).toEqual([]);
    expect(await w.box.cotal(other, ['down'])).toMatchObject({ code: 0 });
    // From the one that is down there is a way back.
    await page.getByText(/before this mesh was brought down/).waitFor(PATIENT);
    await sidebar().getByRole('button', { name: 'Other spaces' }).click(PATIENT);
    await page.getByRole('menuitem', { name: /work/ }).click(PATIENT);
    await page.getByRole('navigation', { name: 'Space work' }).waitFor(PATIENT);
    await page
      .getByRole('list', { name: /Messages/ })
      .getByText('for the first mesh')
      .waitFor(PATIENT);
  });

  test.each([
    ['Spawn an agent', 'spawn an agent'],
    ['New channel', 'new channel'],
    ['New direct message', 'write to'],
    ['All keys', 'all keys'],
    ['Search or run', undefined],
  ])('at twice the size "%s" is whole, and Tab goes round in it', async (title, words) => {
    await page.setViewportSize({ width: 720, height: 450 });
    await views().getByRole('button', { name: 'Monitor' }).click(PATIENT);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor(PATIENT);
    if (words !== undefined) {
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
    }
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor(PATIENT);
    const box = await dialog.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(450);
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press(i % 7 === 6 ? 'Shift+Tab' : 'Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', ...PATIENT });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('none of it was an error of the page', () => expect(w.errors).toEqual([]));
});
