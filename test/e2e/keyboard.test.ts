import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settle } from '../../build/demo-page.mjs';
import type { Chord } from '../../renderer/commands/chord.ts';
import { keymap } from '../../renderer/commands/keymap.ts';
import { missingBrowser } from './browser.ts';
import { startDemo, type Demo, type DemoPage } from './demo.ts';

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  end: 'End',
  // As it is typed on most keyboards.
  '?': 'Shift+?',
};

/** A chord as the browser driver presses it. */
function pressOf({ key, isMod, isShift }: Chord): string {
  return `${isMod ? 'Control+' : ''}${isShift ? 'Shift+' : ''}${NAMES[key] ?? key}`;
}

/** What is to be seen once a command ran: on which picture, and what was there before. */
interface Effect {
  readonly state: string;
  readonly before?: (view: Page) => Promise<unknown>;
  readonly after: (view: Page) => Promise<unknown>;
}

const heading = (name: string) => (view: Page) =>
  view.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const dialog = (name: string) => (view: Page) => view.getByRole('dialog', { name }).waitFor();
const said = (sentence: string) => (view: Page) =>
  view.getByRole('status').getByText(sentence).waitFor({ state: 'attached' });
const choices = (view: Page): Locator => view.getByRole('group', { name: 'Choose a terminal' });
const tabs = (view: Page): Locator => view.getByRole('tablist', { name: 'Terminals' }).getByRole('tab');
const isFocused = (of: Locator) =>
  expect.poll(() => of.evaluate((e) => e === document.activeElement)).toBe(true);
const activeTerminal = (view: Page): Promise<string | null | undefined> =>
  view.evaluate(() =>
    document.activeElement?.closest('[aria-label^="Terminal of"]')?.getAttribute('aria-label'),
  );
const screenOf = (view: Page, agent: string): Promise<string> =>
  view
    .getByRole('region', { name: `Terminal of ${agent}` })
    .locator('.xterm-rows')
    .innerText();

const EFFECTS: Readonly<Record<string, Effect>> = {
  palette: { state: 'monitor', after: dialog('Search or run') },
  'view.monitor': { state: 'agents', after: heading('Monitor') },
  'view.agents': { state: 'monitor', after: heading('Agents') },
  'view.personas': { state: 'monitor', after: heading('Personas') },
  'view.settings': { state: 'monitor', after: heading('Settings') },
  'view.needs': { state: 'monitor', after: (view) => view.locator('[data-lane=wide]').waitFor() },
  spawn: { state: 'agents', after: dialog('Spawn an agent') },
  'agent.restart': { state: 'agents', after: said('otto was restarted.') },
  'agent.stop': { state: 'agents', after: said('otto was stopped.') },
  'terminal.new-tab': { state: 'agents', after: (view) => expect.poll(() => tabs(view).count()).toBe(4) },
  'terminal.split-right': {
    state: 'agents',
    after: (view) => choices(view).waitFor(),
  },
  'terminal.split-down': { state: 'agents', after: (view) => choices(view).waitFor() },
  'terminal.next-pane': {
    state: 'agents',
    after: (view) => expect.poll(() => activeTerminal(view)).toBe('Terminal of dex'),
  },
  'terminal.previous-pane': {
    state: 'agents',
    after: (view) => expect.poll(() => activeTerminal(view)).toBe('Terminal of iris'),
  },
  'terminal.previous-mark': {
    state: 'agents',
    before: async (view) => expect(await screenOf(view, 'otto')).not.toContain('npm test -- fares'),
    after: (view) => expect.poll(() => screenOf(view, 'otto')).toContain('npm test -- fares'),
  },
  'terminal.next-mark': {
    state: 'agents',
    before: async (view) => {
      await view.keyboard.press('Control+ArrowUp');
      await expect.poll(() => screenOf(view, 'otto')).toContain('npm test -- fares');
    },
    after: (view) => expect.poll(() => screenOf(view, 'otto')).not.toContain('npm test -- fares'),
  },
  'terminal.redraw': {
    state: 'agents',
    before: (view) =>
      view.evaluate(() => {
        addEventListener('keydown', (event) => (document.title = `taken: ${event.defaultPrevented}`));
      }),
    after: (view) => expect.poll(() => view.title()).toBe('taken: true'),
  },
  find: {
    state: 'monitor',
    after: (view) => isFocused(view.getByRole('searchbox', { name: 'Search activity' })),
  },
  filter: {
    state: 'monitor',
    after: (view) => isFocused(view.getByRole('searchbox', { name: 'Search activity' })),
  },
  'feed.pause': {
    state: 'monitor',
    after: (view) => view.getByRole('button', { name: /^Resume/ }).waitFor(),
  },
  'feed.newest': {
    state: 'monitor',
    before: async (view) => {
      await view.getByRole('listbox', { name: /^Activity/ }).evaluate((list) => list.scrollTo(0, 0));
      await expect.poll(() => view.getByRole('option', { name: /Refund path/ }).count()).toBe(0);
    },
    after: (view) => view.getByRole('option', { name: /Refund path/ }).waitFor(),
  },
  'sidebar.toggle': { state: 'monitor', after: (view) => view.locator('[data-sidebar=false]').waitFor() },
  keys: { state: 'monitor', after: dialog('All keys') },
};

describe.skipIf(missingBrowser !== undefined)(`keyboard ${missingBrowser ?? ''}`, () => {
  let demo: Demo;
  let page: DemoPage;
  let view: Page;

  beforeAll(async () => {
    demo = await startDemo();
    page = await demo.page();
    ({ view } = page);
  });
  afterAll(() => demo?.close());

  test('every chord is looked at here', () => {
    expect(Object.keys(EFFECTS).toSorted()).toEqual([...keymap.keys()].toSorted());
  });

  test.each([...keymap])('%s', async (id, chord) => {
    const effect = EFFECTS[id];
    if (effect === undefined) throw new Error(`${id} is not looked at`);
    await page.open(effect.state);
    await effect.before?.(view);
    await view.keyboard.press(pressOf(chord));
    await effect.after(view);
    expect(page.problems).toEqual([]);
  });

  test('in a terminal Ctrl belongs to the program, and the same keys with Shift to the window', async () => {
    await page.open('agents');
    await view.getByRole('region', { name: 'Terminal of otto' }).locator('.xterm-screen').click();
    await view.keyboard.press('Control+k');
    await view.keyboard.press('n');
    expect(await view.getByRole('dialog').count()).toBe(0);
    await view.keyboard.press('Control+Shift+K');
    await dialog('Search or run')(view);
    await view.keyboard.press('Escape');
    await view.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('F6 goes from region to region and round, Shift-F6 back', async () => {
    await page.open('monitor');
    const here = () => view.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const order = ['Views', 'Space ferrydesk', 'View', 'Needs you', 'Status'];
    for (const label of [...order, 'Views']) {
      await view.keyboard.press('F6');
      expect(await here()).toBe(label);
    }
    for (const label of ['Status', 'Needs you', 'View']) {
      await view.keyboard.press('Shift+F6');
      expect(await here()).toBe(label);
    }
  });

  test('F6 leads into a terminal, and out of it', async () => {
    await page.open('agents');
    const inTerminal = () => view.evaluate(() => document.activeElement?.closest('.xterm') !== null);
    await view.getByRole('region', { name: 'Terminal of otto' }).locator('.xterm-screen').click();
    expect(await inTerminal()).toBe(true);
    await view.keyboard.press('F6');
    expect(await inTerminal()).toBe(false);
  });

  test('the palette finds and runs without a pointer', async () => {
    await page.open('monitor');
    await view.keyboard.press('Control+k');
    await dialog('Search or run')(view);
    await view.keyboard.type('diagn');
    await view
      .getByRole('option', { name: /Diagnostics/ })
      .first()
      .waitFor();
    await view.keyboard.press('Enter');
    await heading('Settings')(view);
    await view.keyboard.press('Control+k');
    await view.keyboard.type('milo');
    await view.keyboard.press('ArrowDown');
    await view.keyboard.press('ArrowUp');
    await view.keyboard.press('Enter');
    await heading('Agents')(view);
    await view.keyboard.press('Control+k');
    await dialog('Search or run')(view);
    await view.keyboard.press('Control+k');
    await view.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test.each([
    { button: 'Spawn an agent', name: 'Spawn an agent' },
    { button: 'New channel', name: 'New channel' },
    { button: 'Write to somebody', name: 'New direct message' },
    { button: 'Search or run', name: 'Search or run' },
  ])('the dialog of "$button" keeps the focus and gives it back', async ({ button, name }) => {
    await page.open('monitor');
    const opener = view.getByRole('navigation').getByRole('button', { name: button });
    await opener.focus();
    await view.keyboard.press('Enter');
    const opened = view.getByRole('dialog', { name });
    await opened.waitFor();
    await settle(view);
    for (let step = 0; step < 24; step++) {
      await view.keyboard.press(step < 16 ? 'Tab' : 'Shift+Tab');
      expect(await opened.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await view.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    await isFocused(opener);
  });

  test('Needs you is worked through with J, K, Enter, L and numbers', async () => {
    await page.open('monitor');
    const lane = view.getByRole('complementary', { name: 'Needs you' });
    const here = () => view.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await lane.getByRole('listitem', { name: 'Silent wren' }).focus();
    await view.keyboard.press('j');
    expect(await here()).toBe('Undelivered fern');
    await view.keyboard.press('k');
    expect(await here()).toBe('Silent wren');
    await view.keyboard.press('Enter');
    await expect
      .poll(() => view.evaluate(() => document.activeElement?.textContent?.trim()))
      .toBe('Open terminal');
    await lane.getByRole('listitem', { name: 'Silent wren' }).focus();
    await view.keyboard.press('l');
    await lane.getByText('2 put off').waitFor();
    await expect.poll(here).toBe('Undelivered fern');
    await view.keyboard.press('j');
    expect(await here()).toBe('Question juno');
    await view.keyboard.press('2');
    await said('Sent to juno.')(view);
    await expect.poll(() => lane.getByRole('listitem', { name: 'Question juno' }).count()).toBe(0);
    await expect.poll(here).toBe('Permission dex');
    await view.getByRole('option', { name: /marta to juno Remove it now/ }).waitFor();
    expect(page.problems).toEqual([]);
  });

  test('letters typed into a field are letters', async () => {
    await page.open('monitor');
    await view.keyboard.press('/');
    await view.keyboard.type('n? /');
    expect(await view.getByRole('searchbox', { name: 'Search activity' }).inputValue()).toBe('n? /');
    expect(await view.getByRole('dialog').count()).toBe(0);
  });
});
