import { promises as fs } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFolders } from './folders.ts';

let dir: string;
beforeEach(async () => {
  dir = await fs.realpath(await fs.mkdtemp(path.join(tmpdir(), 'cotal-folders-')));
});
afterEach(() => fs.rm(dir, { recursive: true, force: true }));

const make = (...names: string[]) =>
  Promise.all(names.map((name) => fs.mkdir(path.join(dir, name), { recursive: true })));

test('folders only, in the order a person expects, hidden ones last', async () => {
  await make('beta', 'Alpha', 'run10', 'run9', '.git', '.a');
  await fs.writeFile(path.join(dir, 'file'), '');
  expect(await listFolders(dir)).toEqual({
    path: dir,
    parent: path.dirname(dir),
    folders: ['Alpha', 'beta', 'run9', 'run10', '.a', '.git'],
  });
});

test('a link to a folder is a folder; the path is where it really is', async () => {
  await make('real/inside');
  await fs.symlink(path.join(dir, 'real'), path.join(dir, 'link'));
  await fs.symlink(path.join(dir, 'nowhere'), path.join(dir, 'dead'));
  await fs.writeFile(path.join(dir, 'file'), '');
  await fs.symlink(path.join(dir, 'file'), path.join(dir, 'to-file'));
  expect((await listFolders(dir)).folders).toEqual(['link', 'real']);
  expect(await listFolders(path.join(dir, 'link'))).toMatchObject({
    path: path.join(dir, 'real'),
    folders: ['inside'],
  });
});

test('nothing asked for is the home; the root has no parent', async () => {
  expect((await listFolders(null)).path).toBe(await fs.realpath(homedir()));
  expect((await listFolders('/')).parent).toBeNull();
});

test('not more than 500, and not the hidden ones first', async () => {
  await make(...Array.from({ length: 510 }, (_, n) => `d${n}`), '.hidden');
  const { folders } = await listFolders(dir);
  expect(folders).toHaveLength(500);
  expect(folders).not.toContain('.hidden');
});

test('what cannot be listed is explained', async () => {
  await fs.writeFile(path.join(dir, 'file'), '');
  await expect(listFolders(path.join(dir, 'gone'))).rejects.toMatchObject({ code: 'no-folder' });
  await expect(listFolders(path.join(dir, 'file'))).rejects.toThrow('It is a file.');
  await expect(listFolders('relative/path')).rejects.toMatchObject({ code: 'bad-path' });
  await expect(listFolders(`${dir}\0x`)).rejects.toMatchObject({ code: 'cannot-list' });
});
