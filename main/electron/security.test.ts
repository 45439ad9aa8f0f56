import { describe, expect, test } from 'vitest';
import {
  APP_URL,
  checkSender,
  findDeepLinks,
  isAllowedDownload,
  isAllowedPermission,
  isAllowedRequest,
  isGestureRecent,
  isOwnUrl,
  ownHeaders,
  parseDeepLink,
  SCHEME_PRIVILEGES,
  webPreferences,
} from './security.ts';

const foreignUrls = [
  'https://example.org/',
  'app://bundle.evil.example/',
  'app://bundle@evil/',
  'app://evil@bundle/',
  'app://:x@bundle/',
  'app://bundle:8080/',
  'app://BUNDLE/',
  'app://other/',
  'app:bundle',
  'app:///bundle/',
  'apps://bundle/',
  'https://bundle/',
  'file:///app://bundle/',
  'javascript:void "app://bundle/"',
  'data:text/html,app://bundle/',
  'about:blank',
  'app',
  '',
];

describe('our own page', () => {
  test.each([APP_URL, 'app://bundle', 'app://bundle/assets/x.js?y#z', 'APP://bundle/'])('%s', (url) => {
    expect(isOwnUrl(url)).toBe(true);
  });
  test.each(foreignUrls)('not %j', (url) => {
    expect(isOwnUrl(url)).toBe(false);
  });
});

describe('what a page may load', () => {
  test.each([APP_URL, 'app://bundle/a.js', 'data:image/png;base64,AA==', 'blob:app://bundle/0-1'])(
    '%s',
    (url) => {
      expect(isAllowedRequest(url, true)).toBe(true);
    },
  );
  test.each([
    'https://example.org/',
    'http://127.0.0.1:1/',
    'ws://127.0.0.1:1/',
    'wss://example.org/',
    'file:///etc/passwd',
    'blob:https://example.org/0-1',
    'blob:null/0-1',
    'filesystem:app://bundle/x',
    'ftp://example.org/',
    'chrome://version/',
    'nonsense',
  ])('not %s', (url) => {
    expect(isAllowedRequest(url, false)).toBe(false);
  });
  test('the developer tools, only of a checkout', () => {
    expect(isAllowedRequest('devtools://devtools/bundled/x.html', false)).toBe(true);
    expect(isAllowedRequest('devtools://devtools/bundled/x.html', true)).toBe(false);
  });
});

test('only what the page made itself is saved as a file', () => {
  expect(isAllowedDownload('blob:app://bundle/0-1')).toBe(true);
  for (const url of ['blob:https://example.org/1', 'https://example.org/x', 'data:text/plain,x', APP_URL])
    expect(isAllowedDownload(url)).toBe(false);
});

describe('who may speak to the main process', () => {
  const frame = { url: APP_URL, origin: 'app://bundle', parent: null };
  test('our page in the top frame of our window', () => {
    expect(checkSender(frame, true)).toBe(true);
  });
  test.each([
    ['a frame that is gone', null, true],
    ['a window that is not ours', frame, false],
    ['a frame inside a page', { ...frame, parent: frame }, true],
    ['another origin under our address', { ...frame, origin: 'null' }, true],
    ['another origin', { ...frame, origin: 'https://example.org' }, true],
    ['another address', { ...frame, url: 'https://example.org/' }, true],
    ['an origin that begins like ours', { ...frame, origin: 'app://bundle.evil' }, true],
  ])('not %s', (_, sender, isOurs) => {
    expect(checkSender(sender, isOurs)).toBe(false);
  });
});

describe('permissions', () => {
  test('putting text into the clipboard, and nothing else', () => {
    expect(isAllowedPermission('clipboard-sanitized-write', APP_URL, true)).toBe(true);
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'midi',
      'midiSysex',
      'pointerLock',
      'fullscreen',
      'openExternal',
      'clipboard-read',
      'display-capture',
      'hid',
      'serial',
      'usb',
      'storage-access',
      'idle-detection',
      'unknown',
      'window-management',
      'fileSystem',
    ]) {
      expect(isAllowedPermission(permission, APP_URL, true)).toBe(false);
    }
  });
  test('not for a frame inside, nor from elsewhere', () => {
    expect(isAllowedPermission('clipboard-sanitized-write', APP_URL, false)).toBe(false);
    for (const url of foreignUrls)
      expect(isAllowedPermission('clipboard-sanitized-write', url, true)).toBe(false);
  });
});

test('the policy lets nothing in from elsewhere', () => {
  const headers = ownHeaders();
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ');
      return [name, values.join(' ')] as const;
    }),
  );
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'connect-src': "'self'",
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('clipboard-read=()'),
  });
});

test('the scheme is no way around the policy', () => {
  expect(SCHEME_PRIVILEGES).toEqual({ standard: true, secure: true, supportFetchAPI: true });
});

test('a page has no Node, its own world, a sandbox', () => {
  const expected = {
    preload: '/p.cjs',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
  };
  expect(webPreferences('/p.cjs', true)).toEqual({ ...expected, devTools: false });
  expect(webPreferences('/p.cjs', false)).toEqual({ ...expected, devTools: true });
});

describe('links of ours', () => {
  test.each([
    'cotal://127.0.0.1/main',
    'cotals://mesh.example:4333/main?channel=general',
    'cotal://token@host/main',
  ])('%s', (link) => {
    expect(parseDeepLink(link)).toBe(link);
  });
  test.each([
    'cotal:',
    'cotal://',
    'cotal:///main',
    'cotal://host/',
    'cotalx://host/main',
    'COTAL://host/main',
    ' cotal://host/main',
    'https://host/main',
    'cotal://host/main\n--flag',
    'cotal://host\\evil/main',
    'cotal://host/a b c/../d',
    `cotal://host/main?channel=${'x'.repeat(2048)}`,
    '--cotal://host/main',
  ])('not %j', (link) => {
    expect(parseDeepLink(link)).toBeUndefined();
  });
  test('are found wherever the system put them, and not more than a few', () => {
    const argv = ['/opt/cotal', '--enable-x', 'cotal://host/main', '--', '/home/x', 'cotals://b/main'];
    expect(findDeepLinks(argv)).toEqual(['cotal://host/main', 'cotals://b/main']);
    expect(findDeepLinks(Array.from({ length: 50 }, () => 'cotal://host/main'))).toHaveLength(4);
  });
});

test('a key or a click counts for two seconds', () => {
  expect(isGestureRecent(1000, 1000)).toBe(true);
  expect(isGestureRecent(1000, 3000)).toBe(true);
  expect(isGestureRecent(1000, 3001)).toBe(false);
  expect(isGestureRecent(1000, 999)).toBe(false);
  expect(isGestureRecent(undefined, 1000)).toBe(false);
});
