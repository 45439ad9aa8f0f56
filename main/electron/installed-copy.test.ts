import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedCopy } from './installed-copy.ts';

let dir: string;
let from: string;
let home: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cotal-copy-'));
  from = path.join(dir, 'programs');
  home = path.join(dir, 'home');
  await mkdir(path.join(from, 'main'), { recursive: true });
  await writeFile(path.join(from, 'main', 'host.mjs'), 'first');
  await build('0123456789ab');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const build = (name: string) => writeFile(path.join(from, 'build.json'), JSON.stringify({ build: name }));
const host = (folder: string) => readFile(path.join(folder, 'main', 'host.mjs'), 'utf8');

test('the programs run from a folder of their build, which an update leaves alone', async () => {
  const first = await installedCopy(home, from);
  expect(first).toBe(path.join(home, 'versions', '0123456789ab'));
  await writeFile(path.join(from, 'main', 'host.mjs'), 'second');
  await build('ba9876543210');
  const second = await installedCopy(home, from);
  expect([await host(first), await host(second)]).toEqual(['first', 'second']);
});

test('a copy that is there is used as it is; half a copy is made anew', async () => {
  const target = await installedCopy(home, from);
  await writeFile(path.join(target, 'mark'), '');
  await installedCopy(home, from);
  expect(await readdir(target)).toContain('mark');
  await rm(path.join(target, 'build.json'));
  await installedCopy(home, from);
  expect(await readdir(target)).not.toContain('mark');
});

test('several at once make one copy and leave nothing behind', async () => {
  const made = await Promise.all([installedCopy(home, from), installedCopy(home, from)]);
  expect(new Set(made).size).toBe(1);
  expect(await readdir(path.join(home, 'versions'))).toEqual(['0123456789ab']);
});

test('what is no app is refused in words', async () => {
  for (const text of ['{"build":"../../x"}', '{}', 'no json']) {
    await writeFile(path.join(from, 'build.json'), text);
    await expect(installedCopy(home, from)).rejects.toMatchObject({ code: 'no-copy' });
  }
});
