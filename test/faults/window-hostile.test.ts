import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../e2e/browser.ts';
import { z } from 'zod';
import { expectScreen, expectView, PATIENT, terminal } from '../e2e/day.ts';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { expectAtEnd, openTerminal, openWindow, type RawClient, type TestWindow } from './window.ts';

const BIDI = 'invoice\u202Efdp.exe\u2066\u200B\u0007\u001B[2J\u0085';
const MARKUP =
  '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script> [go](javascript:window.pwned=1) ![p](https://evil.example/p.png)';

/** Everything that somebody on the mesh may choose the words of, chosen by somebody who means harm. */
describe.skipIf(missingBrowser !== undefined)('hostile words in the window', () => {
  let w: TestWindow;
  let page: Page;
  let mallory: RawClient;
  let person: string;

  beforeAll(async () => {
    w = await openWindow();
    page = w.page;
    mallory = await w.raw('mallory');
    person = await w.personId();
  });
  afterAll(() => w?.close());

  const views = () => page.getByRole('navigation', { name: 'Views' });
  const sidebar = () => page.getByRole('navigation', { name: /^Space/ });
  async function show(view: 'Monitor' | 'Agents' | 'Personas' | 'Settings'): Promise<void> {
    await views().getByRole('button', { name: view }).click(PATIENT);
    await expectView(page, view);
  }
  async function showGeneral(): Promise<void> {
    await sidebar()
      .getByRole('button', { name: /general/ })
      .click(PATIENT);
    await expectView(page, /general/);
  }
  /** In every view nothing ran, nothing was loaded, nothing acts on the text around it, and a click is answered. */
  async function expectUnharmed(): Promise<void> {
    const shows = [
      ...(['Monitor', 'Agents', 'Personas', 'Settings'] as const).map((view) => () => show(view)),
      showGeneral,
    ];
    for (const go of shows) {
      await go();
      const seen = await page.evaluate(() => ({
        pwned: 'pwned' in window,
        loaded: document.querySelectorAll('img, iframe, object, embed, script[src*="x"][onerror]').length,
        text: document.body.innerText,
      }));
      expect(seen).toMatchObject({ pwned: false, loaded: 0 });
      for (const char of ['\u202e', '\u2066', '\u200b', '\u0007', '\u001b', '\u0085'])
        expect(seen.text).not.toContain(char);
    }
    expect(w.errors).toEqual([]);
  }

  test('presence: names, roles, activities and times', async () => {
    for (const [i, [name, over]] of (
      [
        [`${BIDI}${MARKUP}`, { activity: `${MARKUP}${BIDI}` }],
        ['n'.repeat(5000), { activity: 'a'.repeat(20_000) }],
        ['__proto__', { ts: 1e300 }],
        ['constructor', { ts: -1e300 }],
        ['\u202E'.repeat(4000), { status: 'waiting', activity: `May I? ${MARKUP}` }],
        ['', { status: 'working', activity: '\n'.repeat(3000) }],
      ] as const
    ).entries()) {
      const one = await w.raw(`h${i}`);
      one.present(over, {
        name,
        role: name.slice(0, 6000),
        description: `${BIDI}${MARKUP}`,
        meta: { connector: MARKUP, model: BIDI },
      });
    }
    await sidebar().getByText('constructor').waitFor(PATIENT);
    await sidebar()
      .getByText(`invoice${String.raw`\u{202e}`}fdp.exe`)
      .waitFor(PATIENT);
    // Nobody is nameless.
    await sidebar()
      .getByText(/^U[A-Z2-7]{7}…$/)
      .waitFor(PATIENT);
    await expectUnharmed();
  });

  test('messages', async () => {
    await mallory.post(`${MARKUP} ${BIDI}`, {
      from: { id: mallory.id, name: `${BIDI}${MARKUP}`, role: 'r'.repeat(5000) },
    });
    await mallory.post('late', { ts: 1e300 });
    await mallory.post('early', { ts: -1e300, id: '' });
    await mallory.post('', {
      id: 'x'.repeat(5000),
      replyTo: 'y'.repeat(5000),
      mentions: Array.from({ length: 3000 }, (_, i) => `m${i}`),
    });
    await mallory.post('#'.repeat(3000) + ' [a]('.repeat(5000));
    await mallory.post('> '.repeat(8000));
    await mallory.post('| a '.repeat(4000) + '\n' + '|---'.repeat(4000));
    await mallory.post('*_`~'.repeat(4000));
    await mallory.post('x'.repeat(900_000));
    await mallory.post('\u0001'.repeat(150_000));
    await mallory.post(`${'\n'.repeat(16_000)}end`);
    await mallory.dm(person, `Which one do you want?\n1. ${MARKUP}\n2. ${BIDI}`, {
      from: { id: mallory.id, name: `m${BIDI}${'q'.repeat(5000)}` },
    });
    await mallory.dm(person, `Shall I ${'\u0000'.repeat(15_000)}?`);
    const lane = page.getByRole('complementary', { name: 'Needs you' });
    await lane.getByText('Which one do you want?').waitFor(PATIENT);
    await lane.getByText('Shall I').waitFor(PATIENT);
    await showGeneral();
    await page
      .getByRole('list', { name: /Messages/ })
      .getByText('late', { exact: true })
      .waitFor(PATIENT);
    await expectUnharmed();
  });

  test('more than a frame can carry, in history and in what is told at once', async () => {
    const text = '\u0001'.repeat(150_000);
    for (let i = 0; i < 120; i++) await mallory.post(`${i} ${text}`);
    for (let i = 0; i < 200; i++) await mallory.post(`${i} ${text.slice(0, 16_000)}`);
    await mallory.post('the last of many');
    await page.reload();
    await showGeneral();
    await expectAtEnd(page, 'the last of many');
    await expectUnharmed();
    // In reach of who scrolls up, as far as it is kept.
    const run = await w.box.facts(z.array(z.unknown()), w.folder, ['history', 'general', '--limit', '230']);
    expect(run).toHaveLength(230);
  });

  test('channels and personas', async () => {
    await fs.writeFile(
      path.join(w.folder, '.cotal', 'agents', 'evil.md'),
      `---\nname: evil\ndescription: "${MARKUP.replaceAll('"', "'")}${'d'.repeat(3000)}"\n---\n${MARKUP}\n${BIDI}\n${'z'.repeat(200_000)}`,
    );
    await fs.writeFile(path.join(w.folder, '.cotal', 'agents', 'broken.md'), `---\n${BIDI}: [\n---\n`);
    await show('Personas');
    await page.getByRole('main').getByText('evil').first().click();
    await page.getByRole('heading', { name: 'evil' }).waitFor(PATIENT);
    await page.getByRole('main').getByText('cannot be read').waitFor(PATIENT);
    await expectUnharmed();
  });

  test('a terminal', async () => {
    await w.spawn('otto');
    await openTerminal(page, 'otto');
    const bomb = [
      '\u001b]0;<img src=x onerror=alert(1)>\u0007',
      `\u001b]0;${'t'.repeat(100_000)}\u0007`,
      '\u001b]52;c;cm0gLXJmIH4=\u0007',
      '\u001b]8;;javascript:window.pwned=1\u0007click\u001b]8;;\u0007',
      `\u001b]8;;https://evil.example/${'u'.repeat(50_000)}\u0007long\u001b]8;;\u0007`,
      '\u001b[2147483647b',
      'a\u001b[2147483647b',
      '\u001b[2147483647L',
      '\u001b[2147483647X',
      '\u001b[999999999;999999999H',
      `\u001bPq${'#0;2;0;0;0~'.repeat(20_000)}\u001b\\`,
      `\u001bP+q${'4'.repeat(50_000)}\u001b\\`,
      `\u001b_G${'A'.repeat(50_000)}\u001b\\`,
      `\u001b]1337;File=inline=1:${'A'.repeat(50_000)}\u0007`,
      `\u001b[${'1;'.repeat(20_000)}m`,
      '\u001b[?1049h\u001b[?1000h\u001b[?2004h',
      'e\u0301'.repeat(20_000),
      `e${'\u0301'.repeat(20_000)}`,
      '\u001b[6n\u001b[c\u001b]10;?\u0007\u001b[21t\u001b[?1049l\u001b[?1000lok\r\n',
    ].join('');
    await fs.writeFile(path.join(w.folder, 'bomb'), bomb);
    await terminal(page, 'otto').locator('.xterm').click(PATIENT);
    await page.keyboard.type('cat bomb; printf "\\033c"; echo af""ter\n');
    await expectScreen(page, 'otto', /after/);
    expect(await page.title()).not.toContain('img');
    await expectUnharmed();
  });
});
