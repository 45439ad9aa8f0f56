import path from 'node:path';
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { missingBrowser } from './browser.ts';
import { PATIENT, shots, useTerminals } from './terminals.ts';

describe.skipIf(missingBrowser !== undefined)(`terminals in tabs and windows ${missingBrowser ?? ''}`, () => {
  const { openPage, pane, shows, hasFocus, openPane, openTab, choose, type } = useTerminals();

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
    // The screen of the new one: a shell that begins throws away what is typed before its first prompt.
    await shows(view, 'juno', /^(?![^]*last-42)[^]*joined[^]*[$#] /);
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
