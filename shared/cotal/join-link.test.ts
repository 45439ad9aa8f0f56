import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJoinLink, type JoinLink } from './join-link.ts';

function read(raw: string): JoinLink {
  const parsed = parseJoinLink(raw);
  if (!parsed.ok) throw new Error(`${raw}: ${parsed.error.sentence}`);
  return parsed.value;
}

describe('a join link', () => {
  test('has a host, a space and the default port', () => {
    expect(read('cotal://example.org/main')).toEqual({
      server: 'nats://example.org:4222',
      tls: false,
      space: 'main',
      channels: [],
      auth: { kind: 'none' },
    });
    expect(read('cotals://example.org:5000/main')).toMatchObject({
      server: 'nats://example.org:5000',
      tls: true,
    });
  });

  test('keeps the port that is written, also the one of http', () => {
    expect(read('cotal://h:80/main').server).toBe('nats://h:80');
    expect(read('cotal://h:0080/main').server).toBe('nats://h:80');
    expect(read('cotal://t@h:80/main').server).toBe('nats://h:80');
    expect(read('cotal://[::1]/main').server).toBe('nats://[::1]:4222');
    expect(read('cotal://[::1]:80/main').server).toBe('nats://[::1]:80');
    expect(read('cotal://u:80@h/main?note=:80/').server).toBe('nats://h:4222');
    expect(read('cotal://h:443/main').server).toBe('nats://h:443');
  });

  test('lists channels under either name', () => {
    expect(read('cotal://h/main?channel=a,b.c&channels=%20d%20,,').channels).toEqual(['a', 'b.c', 'd']);
    expect(read('cotal://h/main?other=x').channels).toEqual([]);
    for (const channels of ['a,*', '>', 'a/b', 'a b', 'x%00']) {
      expect(parseJoinLink(`cotal://h/main?channel=${channels}`).ok, channels).toBe(false);
    }
  });

  test('gives its credentials out of the server address', () => {
    expect(read('cotal://s3cret@h/main').auth).toEqual({ kind: 'token', token: 's3cret' });
    expect(read('cotal://ada:p%40ss@h/main').auth).toEqual({
      kind: 'password',
      user: 'ada',
      password: 'p@ss',
    });
    expect(read('cotal://ada:@h/main').auth).toEqual({ kind: 'password', user: 'ada', password: '' });
    expect(read('cotal://a%3Ab@h/main').auth).toEqual({ kind: 'token', token: 'a:b' });
    // An at sign belongs before the last one, wherever it stands.
    expect(read('cotal://a@b@h/main').auth).toEqual({ kind: 'token', token: 'a@b' });
    expect(read('cotal://a@b:c@h/main').auth).toEqual({ kind: 'password', user: 'a@b', password: 'c' });
    expect(read('cotal://ada:p%ZZ@h/main').auth).toMatchObject({ password: 'p%ZZ' });
    for (const link of ['cotal://s3cret@h/main', 'cotal://ada:s3cret@h:1/main', 'cotal://x@s3cret@h/main']) {
      expect(read(link).server).not.toContain('s3cret');
    }
  });

  test('of another form is refused', () => {
    const bad = [
      '',
      'main',
      'nats://h/main',
      'http://h/main',
      'COTAL://h/main',
      ' cotal://h/main',
      'cotal:/h/main',
      'cotal://',
      'cotal:///main',
      'cotal:///u:p@h/main',
      'cotal://h\\main',
      'cotal://h',
      'cotal://h/',
      'cotal://h/main/',
      'cotal://h/a/b',
      'cotal://h/a%2Fb',
      'cotal://h/a%20b',
      'cotal://h/..%2f',
      'cotal://h/*',
      'cotal://h:99999/main',
      'cotal://h:x/main',
      'cotal://h h/main',
      'cotal://h\n/main',
      'cotal://h/ma\tin',
      `cotal://h/${'x'.repeat(65)}`,
      `cotal://h/main?x=${'x'.repeat(2048)}`,
    ];
    for (const raw of bad) {
      const parsed = parseJoinLink(raw);
      expect(parsed.ok ? 'taken' : parsed.error.code, JSON.stringify(raw)).toBe('bad-link');
    }
  });

  test('is decided about without an exception and never puts its secret in a refusal', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (rest) => typeof parseJoinLink(`cotal://${rest}`).ok === 'boolean',
      ),
    );
    const refused = parseJoinLink('cotal://s3cret@h/bad space');
    expect(refused.ok ? '' : refused.error.sentence).toContain('not a join link');
    expect(JSON.stringify(refused)).not.toContain('s3cret');
  });
});
