import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOpenWindowsFile, readOpenWindows } from './open-windows.ts';

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cotal-open-'));
  file = path.join(dir, 'open-windows.json');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const main = { key: 'main', mesh: null, terminal: null };
const second = { key: 'w2', mesh: '0123456789abcdef', terminal: 'otto' };

test('what is open is found at the next start, the newest word last', async () => {
  const keep = createOpenWindowsFile(file);
  void keep([main]);
  await keep([main, { ...second, native: 'not kept' } as typeof second]);
  expect(await readOpenWindows(file)).toEqual([main, second]);
  expect(await readFile(file, 'utf8')).not.toContain('not kept');
});

test('nothing kept, or nothing readable, is no window', async () => {
  expect(await readOpenWindows(file)).toEqual([]);
  for (const text of ['', '{', '[]', '{"windows":[{"key":"../x","mesh":null,"terminal":null}]}']) {
    await writeFile(file, text);
    expect(await readOpenWindows(file)).toEqual([]);
  }
});

test('two of one name are one window', async () => {
  await writeFile(file, JSON.stringify({ windows: [main, main, second] }));
  expect(await readOpenWindows(file)).toHaveLength(2);
});
