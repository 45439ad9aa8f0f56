import { expect, test } from 'vitest';
import { isSafeExternal, parseExternal } from './external.ts';

test.each([
  'https://example.org/a?b=c#d',
  'http://127.0.0.1:8080/',
  'HTTPS://EXAMPLE.ORG',
  'mailto:marta@example.org?subject=hello',
])('%s may be opened', (url) => {
  expect(isSafeExternal(url)).toBe(true);
});

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'smb://host/share',
  'ms-settings:',
  'vscode://file/x',
  'cotal://open',
  'app://bundle/',
  'https:',
  'example.org',
  '//example.org',
  '-https://example.org',
  '',
  ' ',
  'https://trusted.example@evil.example/',
  'https://user:secret@evil.example/',
  `https://example.org/${'x'.repeat(8192)}`,
])('%s may not', (url) => {
  expect(isSafeExternal(url)).toBe(false);
});

test('the system is given the parsed form, without what only the text had', () => {
  expect(parseExternal(' https://example.org/a b\n')).toBe('https://example.org/a%20b');
  expect(parseExternal('https:\\\\example.org\\x')).toBe('https://example.org/x');
});
