import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_WINDOW_STATE_CHARS } from '../../shared/api/shell.ts';
import { createWindowStates, windowStatesDir, type WindowStates } from './window-state.ts';

let dir: string;
let states: WindowStates;
beforeEach(async () => {
  dir = path.join(await fs.mkdtemp(path.join(tmpdir(), 'cotal-windows-')), 'windows');
  states = createWindowStates(dir);
});
afterEach(() => fs.rm(path.dirname(dir), { recursive: true, force: true }));

const file = (key = 'main') => path.join(dir, `${key}.json`);

test('windows are kept below the machine home', () => {
  expect(windowStatesDir('/h')).toBe(path.join('/h', 'shell', 'windows'));
});

test('a picture comes back as it was, also to the next shell; each window has its own', async () => {
  expect(await states.load('main')).toBeNull();
  await states.save('main', { tabs: ['a'], draft: 'Grüße \u{1F600}' });
  await states.save('w2', [1, null]);
  const next = createWindowStates(dir);
  expect(await next.load('main')).toEqual({ tabs: ['a'], draft: 'Grüße \u{1F600}' });
  expect(await next.load('w2')).toEqual([1, null]);
});

test('it is on the disk when the save is answered, for its owner only', async () => {
  await states.save('main', { a: 1 });
  expect(JSON.parse(await fs.readFile(file(), 'utf8'))).toEqual({ a: 1 });
  expect((await fs.stat(file())).mode & 0o777).toBe(0o600);
  expect((await fs.stat(dir)).mode & 0o777).toBe(0o700);
});

test('many saves at once: the last one stands, and whoever waited finds theirs or a newer one', async () => {
  const saves = Array.from({ length: 50 }, async (_, n) => {
    await states.save('main', { n });
    return JSON.parse(await fs.readFile(file(), 'utf8')) as { n: number };
  });
  const seen = await Promise.all(saves);
  expect(seen.every((found, n) => found.n >= n)).toBe(true);
  expect(await states.load('main')).toEqual({ n: 49 });
});

test('a load waits for the save before it', async () => {
  void states.save('main', { n: 1 });
  void states.save('main', { n: 2 });
  expect(await states.load('main')).toEqual({ n: 2 });
});

test('flush waits for what is being written', async () => {
  void states.save('main', { n: 1 });
  void states.save('main', { n: 2 });
  void states.save('w2', { n: 3 });
  await states.flush();
  expect(JSON.parse(await fs.readFile(file(), 'utf8'))).toEqual({ n: 2 });
  expect(JSON.parse(await fs.readFile(file('w2'), 'utf8'))).toEqual({ n: 3 });
});

test.each([
  ['no JSON', '{"tabs": ['],
  ['empty', ''],
  ['deeper than anything of ours', '['.repeat(60) + ']'.repeat(60)],
  ['larger than what is kept', JSON.stringify('x'.repeat(MAX_WINDOW_STATE_CHARS))],
])('a damaged file (%s) is nothing to come back to, and is put aside', async (_, text) => {
  await fs.mkdir(dir, { recursive: true });
  await fs.writeFile(file(), text);
  expect(await states.load('main')).toBeNull();
  expect(await fs.readFile(`${file()}.damaged`, 'utf8')).toBe(text);
  await states.save('main', { fresh: true });
  expect(await states.load('main')).toEqual({ fresh: true });
});

test('bytes that are no text are nothing to come back to', async () => {
  await fs.mkdir(file(), { recursive: true });
  expect(await states.load('main')).toBeNull();
});

test('a picture that is too large or too deep is refused in words; what was kept stays', async () => {
  await states.save('main', { good: true });
  const large = { draft: 'x'.repeat(MAX_WINDOW_STATE_CHARS) };
  let deep: unknown = 1;
  for (let n = 0; n < 60; n++) deep = [deep];
  for (const state of [large, deep]) {
    await expect(states.save('main', state)).rejects.toMatchObject({ code: 'window-state-too-large' });
  }
  expect(await states.load('main')).toEqual({ good: true });
});

test('the largest picture that is taken can be read again', async () => {
  const state = 'x'.repeat(MAX_WINDOW_STATE_CHARS - 2);
  await states.save('main', state);
  expect(await states.load('main')).toBe(state);
});

test.each(['../main', 'w1', 'w02', 'W2', '', 'main.json', 'w2/../../x', 'w99999'])(
  '"%s" names no window, so no file',
  async (key) => {
    await expect(states.save(key, 1)).rejects.toThrow();
    await expect(states.load(key)).rejects.toThrow();
  },
);
