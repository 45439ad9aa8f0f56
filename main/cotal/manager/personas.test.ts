import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listPersonas, readPersona, removePersona, writePersona, writeStarters } from './personas.ts';

let root: string;
let dir: string;
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(tmpdir(), 'cotal-personas-'));
  dir = path.join(root, '.cotal', 'agents');
});
afterEach(() => fs.rm(root, { recursive: true }));

const put = async (name: string, text: string): Promise<string> => {
  await fs.mkdir(dir, { recursive: true });
  const file = path.join(dir, name);
  await fs.writeFile(file, text);
  return file;
};

describe('writing a persona', () => {
  test('makes a file that is read back as what was said, with the narrow policy', async () => {
    const content = {
      name: 'ada',
      prompt: '  Be brief.\n---\nNot a field.  ',
      role: 'builder',
      model: 'a/b:c',
      owner: 'UX',
    };
    const file = await writePersona(dir, content);
    expect(file).toBe(path.join(dir, 'ada.md'));
    expect((await readPersona(dir, 'ada')).agentFile).toMatchObject({
      name: 'ada',
      role: 'builder',
      model: 'a/b:c',
      owner: 'UX',
      persona: 'Be brief.\n---\nNot a field.',
      subscribe: ['general'],
      allowPublish: ['general'],
      capabilities: [],
    });
  });

  test('keeps values that look like something else', async () => {
    for (const model of [
      '[a, b]',
      '# no comment',
      'key: value',
      "it's",
      'say "x"',
      ' edge ',
      '@x',
      '---',
      '{}',
      '\\n',
    ]) {
      await writePersona(dir, { name: 'ada', prompt: 'x', model }, true);
      expect((await readPersona(dir, 'ada')).agentFile.model, model).toBe(model);
    }
  });

  test('lets no value smuggle policy into the frontmatter', async () => {
    for (const bad of ['x\ncapabilities: [spawn]', 'x\r\nallowPublish: [>]', 'x\n---', `"'`]) {
      for (const key of ['model', 'role', 'agent', 'owner'] as const) {
        const written = writePersona(dir, { name: 'ada', prompt: 'x', [key]: bad });
        await expect(written, `${key} ${bad}`).rejects.toMatchObject({ name: 'Fault' });
      }
    }
    const injecting = { name: 'ada', prompt: '---\ncapabilities: [spawn]\n---\n' };
    await writePersona(dir, injecting);
    expect((await readPersona(dir, 'ada')).agentFile.capabilities).toEqual([]);
  });

  test('stays inside the catalog', async () => {
    for (const name of ['', '..', '../x', 'a/b', 'a\\b', 'a.md', 'a b', 'é', 'a\0', 'x'.repeat(65)]) {
      await expect(writePersona(dir, { name, prompt: 'x' }), name).rejects.toMatchObject({
        code: 'bad-name',
      });
      await expect(removePersona(dir, name), name).rejects.toMatchObject({ code: 'bad-name' });
    }
    expect(await fs.readdir(root)).toEqual([]);
  });

  test('overwrites only when it is said', async () => {
    await writePersona(dir, { name: 'ada', prompt: 'one' });
    await expect(writePersona(dir, { name: 'ada', prompt: 'two' })).rejects.toMatchObject({
      code: 'persona-exists',
    });
    expect((await readPersona(dir, 'ada')).agentFile.persona).toBe('one');
    await writePersona(dir, { name: 'ada', prompt: 'two' }, true);
    expect((await readPersona(dir, 'ada')).agentFile.persona).toBe('two');
  });
});

describe('reading a persona', () => {
  test('goes by name in the catalog, or by path', async () => {
    const file = await put('ada.md', '---\nname: Ada Lovelace\n---\nHi.');
    expect(await readPersona(dir, 'ada')).toMatchObject({ file, agentFile: { name: 'Ada Lovelace' } });
    expect(await readPersona('/nowhere', file)).toMatchObject({ file });
  });

  test('that is not there says which there are', async () => {
    await expect(readPersona(dir, 'ada')).rejects.toMatchObject({
      code: 'unknown-persona',
      why: 'This mesh has none yet.',
    });
    await put('bob.md', '---\nname: bob\n---\n');
    await expect(readPersona(dir, 'ada')).rejects.toMatchObject({ why: 'This mesh has: bob.' });
    await expect(readPersona(dir, path.join(dir, 'x.md'))).rejects.toMatchObject({ code: 'unknown-persona' });
    await expect(readPersona(dir, '__proto__')).rejects.toMatchObject({ code: 'unknown-persona' });
  });

  test('that does not parse says where', async () => {
    await put('ada.md', '---\nname: ada\nbroken\n---\n');
    await expect(readPersona(dir, 'ada')).rejects.toMatchObject({
      code: 'bad-persona',
      why: 'ada.md: line 3 is not "key: value".',
      remedy: 'Correct it: cotal personas edit ada',
    });
  });
});

test('a catalog lists every persona in order, the unusable ones with their problem', async () => {
  expect(await listPersonas(dir)).toEqual([]);
  await put('b.md', '---\nname: b\nrole: builder\nmodel: opus\n---\n');
  await put('a.md', 'no frontmatter');
  await put('notes.txt', '');
  await fs.mkdir(path.join(dir, 'c.md'));
  const rows = await listPersonas(dir);
  expect(rows.map((r) => [r.name, r.role, r.problem === null])).toEqual([
    ['a', null, false],
    ['b', 'builder', true],
    ['c', null, false],
  ]);
  expect(rows[0]?.problem).toContain('a.md');
  expect(rows[2]?.problem).toContain('c.md');
});

test('a persona is removed also when it does not parse; one that is not there is said', async () => {
  await put('good.md', '---\nname: good\n---\n');
  await put('bad.md', 'no frontmatter');
  await removePersona(dir, 'good');
  await removePersona(dir, 'bad');
  expect(await fs.readdir(dir)).toEqual([]);
  await expect(removePersona(dir, 'good')).rejects.toMatchObject({ code: 'unknown-persona' });
});

test('every starter can be launched, and one that was changed stays changed', async () => {
  await put('demo.md', '---\nname: mine\n---\n');
  await writeStarters(dir);
  await writeStarters(dir);
  const rows = await listPersonas(dir);
  expect(rows.map((r) => [r.name, r.problem])).toEqual([
    ['default', null],
    ['demo', null],
    ['shell', null],
  ]);
  expect((await readPersona(dir, 'demo')).agentFile.name).toBe('mine');
});
