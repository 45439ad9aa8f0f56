import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { explainNoElectron } from '../electron-stand-in/host.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { missingBrowser } from './browser.ts';
import { expectScreen, expectView, PATIENT, tabTo, terminal } from './day.ts';
import { openShell, type OpenShell, type ShellKind } from './shells.ts';

const KINDS: readonly (readonly [ShellKind, string | undefined])[] = [
  ['browser', missingBrowser],
  ['electron', explainNoElectron()],
];

/** The first minutes of a person with the app: the real shell, the real host, a real agent. */
describe.each(KINDS)('a first day in the %s shell', (kind, missing) => {
  const boxes: Sandbox[] = [];
  let shell: OpenShell | undefined;

  let folder = '';

  async function open(): Promise<OpenShell> {
    const box = await openSandbox();
    boxes.push(box);
    folder = await box.folder('work');
    shell = await openShell(kind, box, folder);
    return shell;
  }
  /** It is shown as gone the moment its process is; the manager takes its identity back a moment later. */
  const expectNobodyRuns = (): Promise<void> =>
    expect.poll(() => boxes.at(-1)?.facts(z.array(z.unknown()), folder, ['ps']), PATIENT).toEqual([]);
  afterEach(async () => {
    await shell?.close();
    shell = undefined;
  });
  afterAll(async () => {
    for (const box of boxes) await box.dispose();
  });

  test('by clicking', async (ctx) => {
    if (missing !== undefined) ctx.skip(missing);
    const { page, errors } = await open();
    await page.getByRole('heading', { name: 'Your mesh is up' }).waitFor(PATIENT);
    await page.getByRole('button', { name: 'Go on to first agent' }).click();
    await page.getByRole('button', { name: 'Start demo' }).click();

    await expectView(page, 'Agents');
    await expectScreen(page, 'demo', /demo agent · space work/);
    await terminal(page, 'demo').locator('.xterm').click();
    await page.keyboard.type('good morning\n');
    await expectScreen(page, 'demo', /good morning/);

    await page.getByRole('button', { name: 'Write to somebody' }).click();
    await page.getByRole('dialog').getByText('demo', { exact: true }).first().click();
    await expectView(page, /demo/);
    const letter = page.getByRole('main').getByRole('textbox', { name: /demo/ });
    await letter.fill('is anybody there');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('You said: is anybody there').waitFor(PATIENT);

    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Monitor' }).click();
    await expectView(page, 'Monitor');
    await page.getByRole('option', { name: /You said: is anybody there/ }).waitFor(PATIENT);

    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Agents' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Stop demo' }).first().click();
    await page
      .getByRole('button', { name: /^Stop( demo)?$/ })
      .last()
      .click();
    await page
      .getByRole('main')
      .getByText(/^offline/)
      .waitFor(PATIENT);
    await expectNobodyRuns();
    expect(errors).toEqual([]);
  });

  test('by keyboard alone', async (ctx) => {
    if (missing !== undefined) ctx.skip(missing);
    const { page, errors } = await open();
    const key = page.keyboard;
    await page.getByRole('heading', { name: 'Your mesh is up' }).waitFor(PATIENT);
    await tabTo(page, page.getByRole('button', { name: 'Stop and go on later' }));
    await key.press('Enter');
    await expectView(page, 'Monitor');

    await key.press('n');
    await page.getByRole('heading', { name: 'Spawn an agent', exact: true }).waitFor(PATIENT);
    const persona = page.getByRole('dialog').getByRole('button', { name: /Persona/ });
    await tabTo(page, persona);
    await key.press('Enter');
    await key.type('demo');
    await key.press('Enter');
    await expect.poll(() => persona.innerText(), PATIENT).toMatch('demo');
    await tabTo(page, page.getByRole('button', { name: 'Spawn', exact: true }));
    await key.press('Enter');
    const openTerminal = page.getByRole('dialog').getByRole('button', { name: 'Open terminal' });
    await openTerminal.waitFor(PATIENT);
    await tabTo(page, openTerminal);
    await key.press('Enter');
    await expectScreen(page, 'demo', /demo agent · space work/);

    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.xterm') !== null), PATIENT)
      .toBe(true);
    await key.type('good evening\n');
    await expectScreen(page, 'demo', /good evening/);

    // Out of the terminal the way it says: Ctrl takes Shift as well in there.
    await key.press('Control+Shift+K');
    await page.getByRole('combobox').waitFor(PATIENT);
    await key.type('write to');
    await key.press('Enter');
    await page.getByRole('dialog').waitFor(PATIENT);
    await key.type('demo');
    await key.press('Enter');
    await expectView(page, /demo/);
    const letter = page.getByRole('main').getByRole('textbox', { name: /demo/ });
    if (!(await letter.evaluate((element) => element === document.activeElement))) await tabTo(page, letter);
    await key.type('who is there');
    await key.press('Enter');
    await page.getByText('You said: who is there').waitFor(PATIENT);

    await key.press('Control+2');
    await expectView(page, 'Agents');
    await key.press('Control+k');
    await key.type('stop the selected');
    await key.press('Enter');
    await page
      .getByRole('main')
      .getByText(/^offline/)
      .waitFor(PATIENT);
    await expectNobodyRuns();
    expect(errors).toEqual([]);
  });
});
