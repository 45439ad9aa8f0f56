import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { missingBrowser } from './browser.ts';
import { startDemo, type Demo, type DemoPage } from './demo.ts';

describe.skipIf(missingBrowser !== undefined)(`conversations ${missingBrowser ?? ''}`, () => {
  let demo: Demo;
  let page: DemoPage;
  let view: Page;

  beforeAll(async () => {
    demo = await startDemo();
    page = await demo.page();
    view = page.view;
  });
  beforeEach(() => page.problems.splice(0));
  afterAll(() => demo?.close());

  const line = (text: string) => view.getByRole('list', { name: 'Messages of #review' }).getByText(text);
  const write = async (text: string, name = 'Message to #review'): Promise<void> => {
    await view.getByRole('textbox', { name }).fill(text);
    await view.getByRole('textbox', { name }).press('Enter');
  };

  test('a hostile message is shown and not obeyed', async () => {
    await page.open('channel');
    await write(
      'see \u202Etxt.exe\u001B[2J\u200B <img src=x onerror=alert(1)> [here](javascript:alert(1)) [bank](https://evil.example/) ![p](https://evil.example/p.png)',
    );
    await line('txt.exe').waitFor();
    const found = await view.evaluate(() => {
      const message = [...document.querySelectorAll('article')].find((each) =>
        each.textContent?.includes('txt.exe'),
      );
      return {
        text: message?.textContent ?? '',
        links: [...(message?.querySelectorAll('a') ?? [])].map(({ href }) => href),
        loaded: message?.querySelectorAll('img, script, iframe, object').length,
      };
    });
    expect(found.text).toContain('\\u{202e}txt.exe\\u{1b}[2J\\u{200b}');
    expect(found.text).toContain('<img src=x onerror=alert(1)>');
    expect(found.text).toContain('bank (evil.example)');
    expect(found.links).toEqual(['https://evil.example/']);
    expect(found.loaded).toBe(0);
    expect(page.problems).toEqual([]);
  });

  test('a line of very many characters is cut, and shown whole on demand', async () => {
    await page.open('channel');
    await write('y'.repeat(150_000));
    const whole = view.getByRole('button', { name: 'Show all 150,000 characters' });
    await whole.click();
    const box = view.getByRole('region', { name: 'All of the message' });
    await box.waitFor();
    expect((await box.textContent())?.length).toBe(150_000);
  });

  test('a thread is opened, answered and left by keyboard; its answers stay out of the line', async () => {
    await page.open('channel');
    const thread = view.getByRole('button', { name: /^5 replies/ });
    await thread.press('Enter');
    const panel = view.getByRole('complementary', { name: 'Thread' });
    await expect.poll(() => view.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await view.keyboard.type('Read both, thanks.');
    await view.keyboard.press('Enter');
    await panel.getByRole('list').getByText('Read both, thanks.').waitFor();
    await view.getByRole('button', { name: /^6 replies/ }).waitFor();
    expect(await line('Read both, thanks.').count()).toBe(0);
    await view.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await view.evaluate(() => document.activeElement?.textContent)).toMatch(/replies/);
  });

  test('messages are walked through with the arrow keys', async () => {
    await page.open('channel');
    await view.locator('ol[aria-label="Messages of #review"] li[tabindex="0"]').focus();
    const focused = () => view.evaluate(() => document.activeElement?.textContent ?? '');
    expect(await focused()).toContain('Merged as');
    await view.keyboard.press('ArrowUp');
    await expect.poll(focused).toContain('Rounding approved');
    await view.keyboard.press('i');
    const details = view.getByRole('complementary', { name: 'Details' });
    await details.getByText('checked against the subject').waitFor();
    await details.getByRole('button', { name: 'Show the exact envelope' }).click();
    expect(await details.locator('pre').textContent()).toContain('"channel": "review"');
  });

  test('a name is completed while one writes, and a draft is there again', async () => {
    await page.open('channel');
    const area = view.getByRole('textbox', { name: 'Message to #review' });
    await area.pressSequentially('Thanks @ot');
    await view.getByRole('option', { name: /otto/ }).waitFor();
    await area.press('Tab');
    expect(await area.inputValue()).toBe('Thanks @otto ');
    await area.pressSequentially('and @pa');
    await view.getByRole('listbox', { name: 'Names' }).waitFor();
    await area.press('Escape');
    expect(await view.getByRole('listbox', { name: 'Names' }).count()).toBe(0);
    await view.getByRole('button', { name: 'Search in conversation' }).click();
    await view.keyboard.type('seat picker');
    await view.getByText('1 message found', { exact: false }).waitFor();
    expect(await area.inputValue()).toBe('Thanks @otto and @pa');
  });

  test('an ask to a role says that the channel does not see it', async () => {
    await page.open('channel');
    const area = view.getByRole('textbox', { name: 'Message to #review' });
    await area.pressSequentially('Who has time @any rev');
    expect(await view.getByRole('option').count()).toBe(0);
    await area.fill('');
    await area.pressSequentially('Who has time @any');
    await view.getByRole('option', { name: /any reviewer/ }).click();
    expect(await area.inputValue()).toBe('@any reviewer Who has time ');
    await view.getByText('#review does not see it', { exact: false }).waitFor();
  });

  test('a channel is deleted only when its name was typed', async () => {
    await page.open('channel-settings');
    const remove = view.getByRole('button', { name: 'Delete channel' });
    const name = view.getByRole('textbox', { name: 'Type review to delete it' });
    await name.fill('revie');
    expect(await remove.isDisabled()).toBe(true);
    await name.fill('review');
    await remove.click();
    await view.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await view.getByRole('heading', { level: 1 }).textContent()).not.toContain('review');
  });

  test('a channel is made under a name that can be one', async () => {
    await page.open('new-channel');
    const create = view.getByRole('button', { name: 'Create channel' });
    const name = view.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('team/docs');
    await view.getByText('cannot be a channel', { exact: false }).waitFor();
    expect(await create.isDisabled()).toBe(true);
    await name.fill('team.docs');
    await create.click();
    await view.getByRole('heading', { level: 1, name: '#team.docs' }).waitFor();
    await view.getByText('Nothing was said here yet').waitFor();
  });
});
