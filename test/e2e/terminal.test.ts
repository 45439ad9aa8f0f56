import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { missingBrowser } from './browser.ts';
import { PATIENT, shots, useTerminals } from './terminals.ts';

describe.skipIf(missingBrowser !== undefined)(`terminals ${missingBrowser ?? ''}`, () => {
  const { openPage, pane, textOf, shows, hasFocus, clipboard, attaches, openTab, choose, type } =
    useTerminals();

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
});
