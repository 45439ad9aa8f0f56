import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  ensurePrivateDir,
  exists,
  explainErrno,
  hasErrno,
  readJson,
  readText,
  writeFileAtomic,
  writeJson,
} from './files.ts';

let dir: string;
beforeEach(async () => {
  dir = await fs.mkdtemp(path.join(tmpdir(), 'cotal-files-'));
});
afterEach(() => fs.rm(dir, { recursive: true }));

const schema = z.object({ n: z.number() });
const modeOf = async (file: string): Promise<string> => ((await fs.stat(file)).mode & 0o777).toString(8);
const posix = process.platform !== 'win32';

describe('writing', () => {
  test('makes the folder and a file only its owner reads, and leaves nothing beside it', async () => {
    const file = path.join(dir, 'a', 'b', 'secret.json');
    await writeJson(file, { n: 1 });
    expect(await fs.readFile(file, 'utf8')).toBe('{\n  "n": 1\n}\n');
    expect(await fs.readdir(path.dirname(file))).toEqual(['secret.json']);
    if (!posix) return;
    expect(await modeOf(file)).toBe('600');
    expect(await modeOf(path.dirname(file))).toBe('700');
  });

  test('replaces a file whole, with the mode it asks for', async () => {
    const file = path.join(dir, 'f');
    await fs.writeFile(file, 'x'.repeat(1000), { mode: 0o666 });
    await writeFileAtomic(file, 'short');
    expect(await fs.readFile(file, 'utf8')).toBe('short');
    if (posix) expect(await modeOf(file)).toBe('600');
    await writeFileAtomic(file, Uint8Array.from([0xff, 0]), 0o644);
    expect([...(await fs.readFile(file))]).toEqual([0xff, 0]);
  });

  test.runIf(posix)('replaces a link itself and never writes through it', async () => {
    const target = path.join(dir, 'target');
    await fs.writeFile(target, 'untouched');
    await fs.symlink(target, path.join(dir, 'link'));
    await writeFileAtomic(path.join(dir, 'link'), 'new');
    expect(await fs.readFile(target, 'utf8')).toBe('untouched');
    expect(await fs.readFile(path.join(dir, 'link'), 'utf8')).toBe('new');
  });

  test('many at once leave one whole content', async () => {
    const file = path.join(dir, 'f');
    const contents = Array.from({ length: 20 }, (_, i) => String(i).repeat(10_000));
    await Promise.all(contents.map((content) => writeFileAtomic(file, content)));
    expect(contents).toContain(await fs.readFile(file, 'utf8'));
    expect(await fs.readdir(dir)).toEqual(['f']);
  });

  test('that cannot be done is explained, and the old content stays', async () => {
    const folder = path.join(dir, 'folder');
    await fs.mkdir(path.join(folder, 'full'), { recursive: true });
    await expect(writeFileAtomic(folder, 'x')).rejects.toMatchObject({ name: 'Fault', code: 'cannot-write' });
    expect(await fs.readdir(dir)).toEqual(['folder']);
    const file = path.join(dir, 'file');
    await fs.writeFile(file, 'old');
    await expect(writeFileAtomic(path.join(file, 'below'), 'x')).rejects.toMatchObject({
      code: 'cannot-make-folder',
      why: 'A file stands where a folder is needed.',
    });
    expect(await fs.readFile(file, 'utf8')).toBe('old');
  });
});

describe('reading', () => {
  const read = async (content: string | Uint8Array): Promise<unknown> => {
    const file = path.join(dir, 'f.json');
    await fs.writeFile(file, content);
    return readJson(file, schema, 'Remove it.').catch((error: unknown) => error);
  };

  test('gives what the schema knows; nothing for a file that is not there', async () => {
    expect(await read('{"n":1,"later":2}')).toEqual({ n: 1 });
    expect(await readJson(path.join(dir, 'absent'), schema, '')).toBeUndefined();
    expect(await readText(path.join(dir, 'absent'))).toBeUndefined();
  });

  test('names a damaged file, keeps it, and says what to do', async () => {
    const damaged: readonly (string | Uint8Array)[] = [
      '',
      '{"n":1',
      '{"n":"1"}',
      '[]',
      'null',
      '{"n":1}\0\0\0\0',
      '\uFEFF{"n":1}',
      '['.repeat(10_000),
      `{"n":1,"pad":"${'x'.repeat(4 * 1024 * 1024)}"}`,
      '{"__proto__":{"n":1}}',
      Uint8Array.from([0xff, 0xfe, 0x7b]),
      Buffer.concat([Buffer.from('{"n":1,"text":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ];
    for (const content of damaged) {
      expect(await read(content), String(content).slice(0, 40)).toMatchObject({
        name: 'Fault',
        code: 'corrupt-file',
        what: `${path.join(dir, 'f.json')} is damaged.`,
        remedy: 'Remove it.',
      });
    }
    expect(await exists(path.join(dir, 'f.json'))).toBe(true);
  });

  test('a folder instead of a file is a fault, not an absence', async () => {
    await expect(readText(dir)).rejects.toMatchObject({ code: 'cannot-read' });
  });
});

test('a private folder may be there already', async () => {
  const made = path.join(dir, 'x', 'y');
  await ensurePrivateDir(made);
  await ensurePrivateDir(made);
  expect((await fs.stat(made)).isDirectory()).toBe(true);
});

test('system errors are told in words', () => {
  const errno = (code: string): Error => Object.assign(new Error('raw'), { code });
  expect(['EACCES', 'EROFS', 'ENOSPC', 'EMFILE'].map((c) => explainErrno(errno(c)))).toEqual([
    'Permission is denied.',
    'The file system is read-only.',
    'The disk is full.',
    'Too many files are open.',
  ]);
  expect([errno('EWHAT'), 'text', undefined].map(explainErrno)).toEqual(['raw', 'text', 'undefined']);
  expect([hasErrno(errno('ENOENT'), 'ENOENT'), hasErrno({ code: 'ENOENT' }, 'ENOENT')]).toEqual([
    true,
    false,
  ]);
});
