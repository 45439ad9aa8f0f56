import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { explainNoElectron } from '../electron-stand-in/host.ts';
import { isAlive, openSandbox, waitFor, type Sandbox } from '../support/sandbox.ts';
import { missingBrowser } from './browser.ts';
import { expectScreen, expectView, PATIENT, terminal } from './day.ts';
import { openShell, type OpenShell, type ShellKind } from './shells.ts';

const KINDS: readonly (readonly [ShellKind, string | undefined])[] = [
  ['browser', missingBrowser],
  ['electron', explainNoElectron()],
];
const agents = z.array(z.looseObject({ name: z.string(), id: z.string(), pid: z.number().nullable() }));

/** The shell is killed as a crash would: agents do not notice, and the window comes back as it was left. */
describe.each(KINDS)('the %s shell, killed', (kind, missing) => {
  const boxes: Sandbox[] = [];
  let shell: OpenShell | undefined;
  afterEach(async () => {
    await shell?.close().catch(() => undefined);
    shell = undefined;
  });
  afterAll(async () => {
    for (const box of boxes) await box.dispose();
  });

  test('comes back with the same agents, processes, screens, tabs and drafts', async (ctx) => {
    if (missing !== undefined) ctx.skip(missing);
    const box = await openSandbox();
    boxes.push(box);
    const folder = await box.folder('work');
    shell = await openShell(kind, box, folder);
    const { page } = shell;
    await page.getByRole('button', { name: 'Stop and go on later' }).click();
    for (const name of ['otto', 'dex']) {
      expect(await box.cotal(folder, ['spawn', 'shell', '--name', name, '--detach'])).toMatchObject({
        code: 0,
      });
      await page
        .getByRole('navigation', { name: /^Space/ })
        .getByRole('button', { name })
        .click();
      await expectView(page, 'Agents');
      await page
        .getByRole('main')
        .getByRole('button', { name: `Terminal of ${name}` })
        .first()
        .click();
      await terminal(page, name).locator('.xterm').click();
      await page.keyboard.type(`echo $((6*7)) is for ${name}\n`);
      await expectScreen(page, name, `42 is for ${name}`);
    }
    await page.getByRole('button', { name: 'Write to somebody' }).click();
    await page.getByRole('dialog').getByText('otto', { exact: true }).first().click();
    await expectView(page, /otto/);
    await page.getByRole('main').getByRole('textbox', { name: /otto/ }).fill('half a sent');
    // What was typed is with the shell a moment later; a crash in that moment may take it.
    await page.waitForTimeout(800);
    const before = await box.facts(agents, folder, ['ps']);
    expect(before.map(({ name }) => name).toSorted()).toEqual(['dex', 'otto']);
    const { pid } = shell;
    await shell.kill();
    await waitFor(() => !isAlive(pid), 5000);

    shell = await openShell(kind, box, folder);
    const again = shell.page;
    await expectView(again, /otto/);
    await expect
      .poll(() => again.getByRole('main').getByRole('textbox', { name: /otto/ }).inputValue(), PATIENT)
      .toBe('half a sent');
    await again.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Agents' }).click();
    await expect.poll(() => again.getByRole('tab').allInnerTexts(), PATIENT).toEqual(['otto', 'dex']);
    await expectScreen(again, 'dex', '42 is for dex');
    await again.getByRole('tab', { name: /otto/ }).click();
    await expectScreen(again, 'otto', '42 is for otto');
    expect(await box.facts(agents, folder, ['ps'])).toEqual(
      before.map((agent) => expect.objectContaining({ name: agent.name, id: agent.id, pid: agent.pid })),
    );
    // The same shell process goes on: it still answers.
    await terminal(again, 'otto').locator('.xterm').click();
    await again.keyboard.type('echo still $((40+2))\n');
    await expectScreen(again, 'otto', /still 42/);
  });
});
