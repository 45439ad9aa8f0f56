import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Bridge } from '../../../bridge.ts';
import { BridgeContext } from '../../../state/bridge-context.ts';
import { Markdown } from './Markdown.tsx';
import { isMarkdown, shownText } from './text.ts';

const bridge = {} as Bridge;
const markup = (raw: string, names: readonly string[] = []) =>
  renderToStaticMarkup(
    <BridgeContext value={bridge}>
      <Markdown text={shownText(raw).text} names={new Set(names)} />
    </BridgeContext>,
  );

describe('what a hostile message can put on the page', () => {
  it('shows HTML as the text it is', () => {
    const shown = markup(
      'a <img src=x onerror=alert(1)> b\n\n<script>alert(1)</script>\n\n<div onclick="x">c</div>',
    );
    expect(shown).not.toMatch(/<(img|script|div)/);
    expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(shown).toContain('&lt;script&gt;');
  });
  it.each([
    '[x](javascript:alert(1))',
    '[x](<java\nscript:alert(1)>)',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](https://bank.example@evil.example/)',
    '<javascript:alert(1)>',
    '[x][y]\n\n[y]: javascript:alert(1)',
    '[x](/relative)',
  ])('makes no link of %s', (raw) => {
    expect(markup(raw)).not.toContain('<a');
  });
  it('never fetches a picture', () => {
    const shown = markup('![tracker](https://evil.example/pixel.png)');
    expect(shown).not.toContain('<img');
    expect(shown).toContain('![tracker](https://evil.example/pixel.png)');
  });
  it('says where a link leads that is named otherwise', () => {
    const shown = markup('[https://bank.example](https://evil.example/login)');
    expect(shown).toContain('href="https://evil.example/login"');
    expect(shown).toContain('(evil.example)');
    expect(markup('<https://bank.example/>')).not.toContain('(bank.example)');
  });
  it('gives headings of messages no place among the headings of the window', () => {
    expect(markup('# Very important\n\n###### less')).not.toMatch(/<h\d/);
  });
  it('shows bidi and control characters in code as well', () => {
    expect(markup('`rm \u202E -rf\u001B[2J`')).toContain('<code>rm \\u{202e} -rf\\u{1b}[2J</code>');
  });
});

it('tints those whom a message reaches, outside code', () => {
  const shown = markup('@pax and *@pax*, `@pax`, @nobody', ['pax']);
  expect(shown.match(/<span[^>]*>@pax<\/span>/g)).toHaveLength(2);
  expect(shown).toContain('<code>@pax</code>');
});

it('is not held up by whatever counts as markdown', () => {
  // The worst that the limits let through: as many signs as allowed, arranged to make the parser work.
  const worst = [
    '*_'.repeat(200),
    `x${'*'.repeat(199)}a${'*'.repeat(199)}`,
    `${'!['.repeat(70)}a${'](b)'.repeat(60)}`,
    '['.repeat(399),
    `${'1. '.repeat(7)}a\n`.repeat(28),
    `${'>'.repeat(7)}a\n`.repeat(56),
  ];
  markup('warm up: *a* `b` [c](https://d.example)');
  for (const text of worst) {
    expect(isMarkdown(text)).toBe(true);
    const started = performance.now();
    markup(text);
    expect(performance.now() - started).toBeLessThan(1000);
  }
});
