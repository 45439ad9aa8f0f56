import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBroker } from './find.ts';

let root: string;
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(tmpdir(), 'cotal-find-'));
});
afterEach(() => fs.rm(root, { recursive: true }));

/** A program that answers as a broker of this version would. */
async function plant(answer: string, ...place: readonly string[]): Promise<string> {
  const file = path.join(root, ...place);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
  return file;
}
const says = (text: string): string => `echo '${text}'`;
const app = (): string => path.join(root, 'app');
const search = (env: Record<string, string> = {}) => findBroker(app(), env, 'linux');
const onPath = (...names: readonly string[]): Record<string, string> => ({
  PATH: names.map((n) => path.join(root, n)).join(path.delimiter),
});

describe.skipIf(process.platform === 'win32')('a broker', () => {
  test('is the one that is named, then the one that came along, then the first on PATH', async () => {
    const named = await plant(says('nats-server: v2.12.0'), 'named');
    const bundled = await plant(says('nats-server: v2.14.0'), 'app', 'bin', 'nats-server');
    const first = await plant(says('nats-server: v3.0.1-beta.2'), 'one', 'nats-server');
    await plant(says('nats-server: v2.13.0'), 'two', 'nats-server');
    const env = onPath('none', 'one', 'two');
    expect(await search({ ...env, COTAL_NATS_SERVER: named })).toEqual({
      path: named,
      version: '2.12.0',
      source: 'env',
    });
    expect(await search({ ...env, COTAL_NATS_SERVER: '' })).toMatchObject({
      path: bundled,
      source: 'bundled',
    });
    await fs.rm(bundled);
    expect(await search(env)).toEqual({ path: first, version: '3.0.1-beta.2', source: 'path' });
  });

  test('that is old or no broker is passed over for one that works', async () => {
    await plant(says('nats-server: v2.11.9'), 'app', 'bin', 'nats-server');
    await plant('exit 3', 'one', 'nats-server');
    await plant(says('some other tool 9.9.9'), 'two', 'nats-server');
    await fs.mkdir(path.join(root, 'three', 'nats-server'), { recursive: true });
    const good = await plant(says('nats-server: v2.12.1'), 'four', 'nats-server');
    expect(await search(onPath('one', 'two', 'three', 'four'))).toMatchObject({ path: good });
  });

  test('that is named has to work: no other is taken in its place', async () => {
    await plant(says('nats-server: v2.14.0'), 'app', 'bin', 'nats-server');
    const cases: readonly (readonly [string, string])[] = [
      [path.join(root, 'absent'), 'does not exist.'],
      [await plant(says('nats-server: v1.4.1'), 'old'), 'is version 1.4.1; 2.12 or newer is needed.'],
      [
        await plant(says('git version 2.43.0'), 'git'),
        'is not a nats-server (it answers "git version 2.43.0").',
      ],
      [await plant('exit 1', 'broken'), 'cannot be run'],
      [root, 'is not executable.'],
    ];
    for (const [file, why] of cases) {
      await expect(search({ COTAL_NATS_SERVER: file }), why).rejects.toMatchObject({
        name: 'Fault',
        code: 'broker-unusable',
        why: expect.stringContaining(`${file} ${why}`) as string,
      });
    }
  });

  test('that cannot be found is explained with what was tried', async () => {
    await expect(search()).rejects.toMatchObject({
      code: 'broker-missing',
      why: 'None came with this installation and none is on PATH.',
    });
    const old = await plant(says('nats-server: v2.10.0'), 'one', 'nats-server');
    await expect(search(onPath('one'))).rejects.toMatchObject({
      why: `${old} is version 2.10.0; 2.12 or newer is needed.`,
    });
  });

  test('is never taken from the current folder by an empty or relative PATH entry', async () => {
    await plant(says('nats-server: v2.14.0'), 'here', 'nats-server');
    const relative = path.relative(process.cwd(), path.join(root, 'here'));
    for (const PATH of ['', '.', relative, `${path.delimiter}.${path.delimiter}`]) {
      await expect(search({ PATH }), PATH).rejects.toMatchObject({ code: 'broker-missing' });
    }
  });

  test('is run without what is in our environment', async () => {
    await plant('test -z "$COTAL_PROBE" && echo nats-server: v2.14.0', 'one', 'nats-server');
    process.env['COTAL_PROBE'] = 'secret';
    try {
      expect(await search(onPath('one'))).toMatchObject({ version: '2.14.0' });
    } finally {
      delete process.env['COTAL_PROBE'];
    }
  });

  test('has its platform’s file name', async () => {
    const exe = await plant(says('nats-server: v2.14.0'), 'app', 'bin', 'nats-server.exe');
    expect(await findBroker(app(), {}, 'win32')).toMatchObject({ path: exe });
    await expect(findBroker(app(), {}, 'darwin')).rejects.toMatchObject({ code: 'broker-missing' });
  });
});
