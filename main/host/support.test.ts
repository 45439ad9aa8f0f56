import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lastLogLines, redact, supportText } from './support.ts';

const SEED = `SU${'A'.repeat(56)}`;

test('secrets are recognised by their look, wherever they stand', () => {
  const secrets = [
    SEED,
    `SA${'B'.repeat(56)}`,
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5In0.eyJqdGkiOiJYIn0.c2lnbmF0dXJl',
    '-----BEGIN NATS USER JWT-----\neyJx\n------END NATS USER JWT------',
    `sk-${'a1'.repeat(20)}`,
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  ];
  for (const secret of secrets)
    expect(redact(`before ${secret} after`, '/home/sam'), secret).toBe('before [secret] after');
  expect(redact('nats://sam:hunter2@127.0.0.1:4222', '/home/sam')).toBe('nats://[secret]@127.0.0.1:4222');
});

test('the home folder is a tilde, and public things stay', () => {
  const id = `U${'A'.repeat(55)}`;
  expect(redact(`/home/sam/work of ${id} at nats://127.0.0.1:4222`, '/home/sam')).toBe(
    `~/work of ${id} at nats://127.0.0.1:4222`,
  );
  expect(redact('/a/b', '/')).toBe('/a/b');
});

test('the text has checks, meshes and the log, and of the log no words', () => {
  const text = supportText({
    at: 1_800_000_000_000,
    version: '0.1.0',
    build: 'abc',
    platform: 'linux',
    checks: [
      { id: 'disk', title: 'Disk space', state: 'warn', detail: '1 GiB is free.', remedy: 'Free some.' },
    ],
    meshes: [],
    log: [
      JSON.stringify({
        level: 30,
        msg: 'agent started',
        name: 'ada',
        prompt: 'my plan',
        deep: { text: 'my words' },
      }),
      'half a line',
      JSON.stringify({ level: 50, msg: 'failed', err: { message: `with ${SEED}`, stack: 'at /home/sam/x' } }),
    ],
    homeDir: '/home/sam',
  });
  expect(text).toContain('[warn] Disk space: 1 GiB is free. → Free some.');
  expect(text).toContain('none is up');
  expect(text).toContain('agent started');
  expect(text).toContain('at ~/x');
  for (const hidden of ['my plan', 'my words', 'half a line', SEED, '/home/sam'])
    expect(text).not.toContain(hidden);
});

test('of a long log only the end is read, in whole lines', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'cotal-s-'));
  const file = path.join(dir, 'host.log');
  await writeFile(
    file,
    Array.from({ length: 20_000 }, (_, i) => `{"n":${i},"pad":"${'x'.repeat(40)}"}\n`).join(''),
  );
  const lines = await lastLogLines(file);
  expect(lines).toHaveLength(200);
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 200 }, (_, i) => 19_800 + i));
  await writeFile(file, '');
  expect(await lastLogLines(file)).toEqual([]);
  await rm(dir, { recursive: true });
});
