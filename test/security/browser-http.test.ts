import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { startTestShell, type TestShell } from '../e2e/browser.ts';
import { createFakeHost } from '../e2e/fake-host.ts';
import { emptyScene, MESH } from '../../renderer/demo/scene.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let top: string;
let pageDir: string;
let shell: TestShell;
let port: number;
let time = Date.now();

beforeAll(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'cotal-http-'));
  pageDir = path.join(top, 'page');
  await mkdir(path.join(pageDir, 'assets'), { recursive: true });
  await writeFile(path.join(pageDir, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(path.join(pageDir, 'assets', 'main.js'), 'void 0;');
  await writeFile(path.join(pageDir, 'assets', 'main.js.map'), '{}');
  await writeFile(path.join(top, 'secret.html'), 'a secret');
  await symlink(path.join(top, 'secret.html'), path.join(pageDir, 'link.html'));
  await symlink(top, path.join(pageDir, 'up'));
});
afterAll(() => rm(top, { recursive: true, force: true }));
beforeEach(async () => {
  shell = await startTestShell(createFakeHost(emptyScene(time)), pageDir, { mesh: MESH, now: () => time });
  port = shell.shell.port;
});
afterEach(() => shell.close());

const origin = () => `http://127.0.0.1:${port}`;

function ask(
  o: { method?: string; path?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path: url = '/', headers = {}, body } = o;
    const req = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }));
    });
    req.on('error', reject);
    req.end(body);
  });
}

const post = (url: string, body: unknown, headers: Record<string, string> = { origin: origin() }) =>
  ask({ method: 'POST', path: url, headers, body: JSON.stringify(body) });
const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('t')!;
const redeem = (token: string, headers?: Record<string, string>) => post('/session', { token }, headers);

describe('rule 1: only the literal loopback address', () => {
  test('the server listens on 127.0.0.1 and nowhere else', async () => {
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.2', port });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    expect(reached).toBe(false);
  });
  test.each([
    'localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    'evil.test',
    '[::1]',
    '127.1',
    '0.0.0.0',
    '127.0.0.1.evil.test',
  ])('Host %s is refused with 421', async (name) => {
    const host = /^127\.0\.0\.1(:1)?$/.test(name) ? name : `${name}:${port}`;
    expect(await ask({ headers: { host } })).toMatchObject({ status: 421 });
    expect(await post('/session', { token: 'x' }, { host, origin: `http://${host}` })).toMatchObject({
      status: 421,
    });
  });
});

describe('rule 2: only the page itself may change anything', () => {
  test.each(['http://evil.test', 'null', 'http://localhost', 'https://127.0.0.1', 'http://127.0.0.1'])(
    'a POST from %s is refused, and does not use up a token',
    async (from) => {
      const token = tokenOf(shell.shell.issueLink(60_000));
      const foreign = from.includes('localhost') ? `${from}:${port}` : from;
      expect(await redeem(token, { origin: foreign })).toMatchObject({ status: 403 });
      expect(await redeem(token)).toMatchObject({ status: 200 });
    },
  );
  test('a POST that does not say where it comes from is refused', async () => {
    expect(await redeem(tokenOf(shell.shell.issueLink(60_000)), {})).toMatchObject({ status: 403 });
  });
  test('other methods are refused', async () => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
      expect(await ask({ method, headers: { origin: origin() } })).toMatchObject({ status: 405 });
    }
  });
});

describe('rule 3: no other site, not even on another port of this machine', () => {
  test.each(['cross-site', 'same-site'])('%s requests are refused', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    expect(await ask({ path: '/assets/main.js', headers })).toMatchObject({ status: 403 });
    expect(
      await redeem(tokenOf(shell.shell.issueLink(60_000)), { ...headers, origin: origin() }),
    ).toMatchObject({ status: 403 });
  });
  test('only a navigation of the whole window to the page itself may come from elsewhere', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect(await ask({ headers })).toMatchObject({ status: 200 });
    expect(await ask({ path: '/assets/main.js', headers })).toMatchObject({ status: 403 });
    expect(await ask({ headers: { ...headers, 'sec-fetch-dest': 'iframe' } })).toMatchObject({ status: 403 });
  });
});

describe('rules 4 and 5: a token that works once, a session that is no cookie', () => {
  test('a token works once; nothing is set as a cookie', async () => {
    const token = tokenOf(shell.shell.issueLink(60_000));
    const first = await redeem(token);
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(JSON.parse(first.body)).toEqual({ session: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await redeem(token)).toMatchObject({ status: 403 });
  });
  test('a token ends, and is used up by being shown too late', async () => {
    const token = tokenOf(shell.shell.issueLink(60_000));
    time += 60_000;
    expect(await redeem(token)).toMatchObject({ status: 403 });
    time -= 60_000;
    expect(await redeem(token)).toMatchObject({ status: 403 });
  });
  test('tokens are 32 random bytes in the fragment', () => {
    const links = Array.from({ length: 20 }, () => new URL(shell.shell.issueLink(60_000)));
    for (const link of links) expect([link.origin, link.pathname, link.search]).toEqual([origin(), '/', '']);
    expect(new Set(links.map((link) => tokenOf(link.href))).size).toBe(20);
    expect(Buffer.from(tokenOf(links[0]!.href), 'base64url')).toHaveLength(32);
  });
  test('what is no token is refused', async () => {
    for (const body of [{}, { token: '' }, { token: 'x'.repeat(200) }, { token: 7 }, [], null]) {
      expect(await post('/session', body)).toMatchObject({ status: 403 });
    }
    expect(
      await ask({ method: 'POST', path: '/session', headers: { origin: origin() }, body: '{' }),
    ).toMatchObject({ status: 403 });
  });
  test('the redirect file is private and ends with the shell', async () => {
    const file = await shell.shell.makeRedirectFile();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const link = /url=(http[^"]+)/.exec(await readFile(file, 'utf8'))![1]!;
    expect(await redeem(tokenOf(link))).toMatchObject({ status: 200 });
    const dir = path.dirname(file);
    await shell.shell.close();
    expect(await readdir(dir)).toEqual([]);
  });
  test('only who knows the control secret gets a link', async () => {
    const asked = { want: 'link', mesh: MESH };
    for (const secret of ['', 'x', `${shell.controlSecret} `]) {
      expect(await post('/control', { ...asked, secret })).toMatchObject({ status: 403 });
    }
    const good = { ...asked, secret: shell.controlSecret };
    expect(await post('/control', good, { origin: 'http://evil.test' })).toMatchObject({ status: 403 });
    const { link } = JSON.parse((await post('/control', good)).body) as { link: string };
    expect(await redeem(tokenOf(link))).toMatchObject({ status: 200 });
  });
});

test('rule 6: every answer carries the security headers, and none lets others in', async () => {
  const answers = [
    await ask(),
    await ask({ path: '/nothing' }),
    await ask({ headers: { host: 'evil.test' } }),
    await post('/session', {}),
    await redeem(tokenOf(shell.shell.issueLink(60_000))),
  ];
  for (const { headers } of answers) {
    const policy = headers['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${port};`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|\*/);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['x-powered-by']).toBeUndefined();
  }
});

describe('rules 7 and 8: bounds, and nothing outside the page', () => {
  test('a body is bounded', async () => {
    const body = JSON.stringify({ token: 'x', padding: 'y'.repeat(100_000) });
    const answer = await ask({ method: 'POST', path: '/session', headers: { origin: origin() }, body }).catch(
      () => ({ status: 403 }),
    );
    expect(answer.status).toBe(403);
  });
  test('files of the page are served', async () => {
    expect(await ask()).toMatchObject({ status: 200, body: '<!doctype html><title>page</title>' });
    expect((await ask({ path: '/assets/main.js' })).headers['content-type']).toContain('text/javascript');
  });
  test.each([
    '/../secret.html',
    '/..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/..\\secret.html',
    '/assets/../../secret.html',
    '//secret.html',
    '/link.html',
    '/up/secret.html',
    '/assets/',
    '/assets',
    '/assets/main.js%00.html',
    '/assets/main.js.map',
    '/index.html/',
    '/%69ndex.html',
    '/package.json',
  ])('%s is not there', async (url) => {
    const answer = await ask({ path: url });
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('secret');
  });
  test('an address outside the page in absolute form is not followed', async () => {
    expect(await ask({ path: 'http://evil.test/' })).toMatchObject({ status: 404 });
  });
});
