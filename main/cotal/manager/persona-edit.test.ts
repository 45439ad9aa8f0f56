import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPersonaText, revisionOf, savePersonaText } from './persona-edit.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cotal-p-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const text = (body: string): string => `---\nname: ada\nsubscribe: [general]\n---\n${body}\n`;
const save = (body: string, revision: string | null, name = 'ada') =>
  savePersonaText(dir, { name, text: text(body), revision });

test('a text is saved as it is, and read again under the same revision', async () => {
  const saved = await save('First.', null);
  expect(saved.persona).toMatchObject({
    name: 'ada',
    problem: null,
    subscribe: ['general'],
    allowPublish: [],
  });
  expect(await readPersonaText(dir, 'ada')).toEqual({ text: text('First.'), revision: saved.revision });
  expect(saved.revision).toMatch(/^[0-9a-f]{16}$/);
  const second = await save('Second.', saved.revision);
  expect(second.revision).toBe(revisionOf(text('Second.')));
});

test('of two saves over the same bytes one wins, and the other is told', async () => {
  const { revision } = await save('First.', null);
  const outcomes = await Promise.allSettled([save('Mine.', revision), save('Theirs.', revision)]);
  expect(outcomes.map((o) => o.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((o) => o.status === 'rejected')).toMatchObject({
    reason: { code: 'persona-changed' },
  });
  expect(await readFile(path.join(dir, 'ada.md'), 'utf8')).toBe(text('Mine.'));
});

test('a new persona does not replace one, and one that was removed is not brought back by an old save', async () => {
  const { revision } = await save('First.', null);
  await expect(save('Again.', null)).rejects.toMatchObject({ code: 'persona-exists' });
  await rm(path.join(dir, 'ada.md'));
  await expect(save('Late.', revision)).rejects.toMatchObject({ code: 'persona-changed' });
  await expect(readPersonaText(dir, 'ada')).rejects.toMatchObject({ code: 'unknown-persona' });
});

test('what cannot be used is not written, and no name leads out of the folder', async () => {
  await expect(savePersonaText(dir, { name: 'ada', text: 'no head', revision: null })).rejects.toMatchObject({
    code: 'bad-persona',
    message: expect.stringContaining('ada.md'),
  });
  for (const name of ['../x', 'a/b', '..', '', 'a.md', 'x'.repeat(65)]) {
    await expect(save('Out.', null, name), name).rejects.toMatchObject({ code: 'bad-name' });
    await expect(readPersonaText(dir, name), name).rejects.toMatchObject({ code: 'bad-name' });
  }
  expect(await readdir(dir)).toEqual([]);
});

test('a file that does not parse can still be read, to be corrected', async () => {
  await writeFile(path.join(dir, 'ada.md'), 'broken');
  const { revision } = await readPersonaText(dir, 'ada');
  expect((await save('Whole.', revision)).persona.problem).toBeNull();
});
