import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { encodeAccount, encodeUser } from '@nats-io/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatCreds, parseCreds, readCredsFile } from './credentials.ts';
import { generateKey, type NatsKey } from './keys.ts';

const account = generateKey('account');
const key = generateKey('user');
const jwtOf = (user: NatsKey, options: { exp?: number } = {}): Promise<string> =>
  encodeUser('agent', user.pair, account.pair, {}, options);

let jwt: string;
let creds: string;
let dir: string;
beforeAll(async () => {
  jwt = await jwtOf(key);
  creds = formatCreds(jwt, key.seed.reveal());
  dir = await fs.mkdtemp(path.join(tmpdir(), 'cotal-creds-'));
});
afterAll(() => fs.rm(dir, { recursive: true }));

function outcome(text: string): string {
  const parsed = parseCreds(text);
  return parsed.ok ? 'taken' : parsed.error.sentence;
}

describe('a creds file', () => {
  test('gives the id, the token, the key and the end', async () => {
    const parsed = parseCreds(creds);
    if (!parsed.ok) throw new Error(parsed.error.sentence);
    expect(parsed.value).toMatchObject({ id: key.publicKey, expiresAt: null });
    expect(parsed.value.jwt.reveal()).toBe(jwt);
    expect(parsed.value.key.seed.reveal()).toBe(key.seed.reveal());
    const ending = formatCreds(await jwtOf(key, { exp: 2_000_000_000 }), key.seed.reveal());
    expect(parseCreds(ending)).toMatchObject({ ok: true, value: { expiresAt: 2_000_000_000_000 } });
  });

  test('is read with other line ends and without what people need not read', () => {
    expect(outcome(creds.replaceAll('\n', '\r\n'))).toBe('taken');
    const lines = creds.split('\n');
    expect(outcome([...lines.slice(0, 3), ...lines.slice(8, 11)].join('\n'))).toBe('taken');
  });

  test('that is spliced from two identities is refused', async () => {
    const other = generateKey('user');
    const sentence = 'The token and the seed in the file belong to different identities.';
    expect(outcome(formatCreds(jwt, other.seed.reveal()))).toBe(sentence);
    expect(outcome(formatCreds(await jwtOf(other), key.seed.reveal()))).toBe(sentence);
    expect(outcome(creds + formatCreds(await jwtOf(other), other.seed.reveal()))).toContain('does not hold');
  });

  test('of an account is no identity on the mesh', async () => {
    const token = await encodeAccount('space', account.pair, {}, { signer: generateKey('operator').pair });
    expect(outcome(formatCreds(token, account.seed.reveal()))).toContain('not a user key');
  });

  test('with a token that was changed is refused', () => {
    const [head = '', body = '', signature = ''] = jwt.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const wider = Buffer.from(JSON.stringify({ ...claims, name: 'admin' })).toString('base64url');
    expect(outcome(formatCreds(`${head}.${wider}.${signature}`, key.seed.reveal()))).toContain(
      'cannot be read',
    );
  });

  test('that is torn, empty or something else is refused', () => {
    const seed = key.seed.reveal();
    for (const text of [
      '',
      'x',
      jwt,
      seed,
      creds.slice(0, creds.length / 2),
      creds.slice(0, creds.indexOf(seed) + 20),
      formatCreds('', seed),
      formatCreds(jwt, ''),
      formatCreds(seed, jwt),
      formatCreds(jwt, seed.slice(0, -1)),
      formatCreds('a.b.c', seed),
      formatCreds(`${jwt}x`, seed),
      formatCreds('__proto__', seed),
      '\uFFFD'.repeat(100),
      '\0'.repeat(1000),
      'x'.repeat(200_000),
    ]) {
      const parsed = parseCreds(text);
      expect(parsed.ok ? 'taken' : parsed.error.code, JSON.stringify(text.slice(0, 60))).toBe('bad-creds');
    }
  });

  test('that is made to be slow is refused quickly', () => {
    const dashes = '-'.repeat(120_000);
    const started = performance.now();
    for (const text of [
      dashes,
      `---BEGIN X---\n${dashes}`,
      `---BEGIN X---${dashes}x`,
      '---BEGIN '.repeat(13_000),
    ]) {
      expect(outcome(text)).toContain('does not hold');
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('does not show its secrets when it is printed or refused', () => {
    const secrets = [key.seed.reveal(), jwt];
    const shown = [
      inspect(parseCreds(creds), { depth: 10 }),
      JSON.stringify(parseCreds(creds)),
      outcome(formatCreds(jwt, `${key.seed.reveal()}A`)),
      outcome(formatCreds(`${jwt}A`, key.seed.reveal())),
    ].join('\n');
    for (const text of secrets) expect(shown).not.toContain(text);
  });
});

test('a file that is not there or not creds is a fault that names it and says what to do', async () => {
  const file = path.join(dir, 'a.creds');
  expect(() => readCredsFile(file)).toThrow(expect.objectContaining({ code: 'no-creds' }) as Error);
  await fs.writeFile(file, 'nothing');
  expect(() => readCredsFile(file)).toThrow(
    expect.objectContaining({ code: 'bad-creds', what: `The credentials ${file} cannot be used.` }) as Error,
  );
  await fs.writeFile(file, creds);
  expect(readCredsFile(file).id).toBe(key.publicKey);
});
