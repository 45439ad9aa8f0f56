import headless from '@xterm/headless';
import type { Terminal } from '@xterm/xterm';
import { expect, test, vi } from 'vitest';
import { harden } from './harden.ts';

// The package reads its table wrongly where there is a Buffer; a page has none.
vi.stubGlobal('Buffer', undefined);
const { UnicodeGraphemesAddon } = await import('@xterm/addon-unicode-graphemes');
vi.unstubAllGlobals();

/** The same package without a page: parser, buffer and link service are the same code. */
function terminalOf(cols = 20, rows = 5): Terminal {
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true, logLevel: 'off' });
  const page = terminal as unknown as Terminal;
  page.loadAddon(new UnicodeGraphemesAddon());
  harden(page);
  return page;
}

const write = (terminal: Terminal, data: string) =>
  new Promise<void>((resolve) => terminal.write(data, resolve));
const line = (terminal: Terminal, y: number) => terminal.buffer.active.getLine(y)?.translateToString(true);

test('erasing up to the last corner does not end it', async () => {
  const terminal = terminalOf();
  await write(terminal, 'above\x1b[5;1Hbelow\x1b[5;20H\x1b[1J\x1b[Hstill here');
  expect(line(terminal, 0)).toBe('still here');
  expect(line(terminal, 4)).toBe('');
});

test('an error while parsing loses a piece, not the terminal', async () => {
  const terminal = terminalOf();
  terminal.parser.registerCsiHandler({ final: 'y' }, () => {
    throw new Error('broken');
  });
  await write(terminal, 'one\x1b[y lost');
  await write(terminal, '\r\ntwo');
  expect(line(terminal, 0)).toBe('one');
  expect(line(terminal, 1)).toBe('two');
});

test('marks without end stay out of one cell', async () => {
  const terminal = terminalOf(80, 5);
  await write(terminal, `e${'\u0301'.repeat(3000)}`);
  const { active } = terminal.buffer;
  for (let y = 0; y < active.length; y += 1) {
    for (let x = 0; x < 80; x += 1) {
      expect((active.getLine(y)?.getCell(x)?.getChars() ?? '').length).toBeLessThan(40);
    }
  }
});

test('a family and a flag are one wide character each', async () => {
  const terminal = terminalOf();
  await write(terminal, '👩‍👩‍👧‍👦🇨🇭x');
  const row = terminal.buffer.active.getLine(0);
  expect(row?.getCell(0)?.getChars()).toBe('👩‍👩‍👧‍👦');
  expect(row?.getCell(2)?.getChars()).toBe('🇨🇭');
  expect(row?.getCell(4)?.getChars()).toBe('x');
});

interface Links {
  readonly _core: {
    readonly _oscLinkService: {
      readonly _dataByLinkId: ReadonlyMap<number, { data: { uri: string; id?: string } }>;
    };
  };
}
const linksOf = (terminal: Terminal) =>
  [...(terminal as unknown as Links)._core._oscLinkService._dataByLinkId.values()].map(({ data }) => data);

test('keeps the links that may be opened, as they would be', async () => {
  const terminal = terminalOf();
  const link = (url: string) => `\x1b]8;id=1;${url}\x1b\\x\x1b]8;;\x1b\\`;
  await write(terminal, link('https://аррӏе.com') + link('javascript:alert(1)') + link('file:///etc/passwd'));
  expect(linksOf(terminal)).toEqual([{ id: '1', uri: 'https://xn--80ak6aa92e.com/' }]);
});

test('links are bounded', async () => {
  const terminal = terminalOf();
  const many = Array.from({ length: 1500 }, (_, n) => `\x1b]8;;https://a.example/${n}\x07x`).join('');
  await write(terminal, `\x1b[?7l${many}`);
  expect(linksOf(terminal).length).toBe(500);
});

test.each('bLMSTIZ'.split(''))('as many %s as a program likes are done in no time', async (final) => {
  const terminal = terminalOf();
  await write(terminal, `a\x1b[2147483647${final}\x1b[999;1Hend`);
  expect(line(terminal, terminal.buffer.active.baseY + 4)).toMatch(/^end/);
});

test('a count that fits is done as it was said', async () => {
  const terminal = terminalOf();
  await write(terminal, 'one\x1b[3b\r\ntwo\x1b[1;1H\x1b[2L');
  expect([0, 1, 2, 3].map((y) => line(terminal, y))).toEqual(['', '', 'oneeee', 'two']);
});
