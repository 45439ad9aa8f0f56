import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetMesh, readRegistry, recordMesh, setCurrentMesh, type RegistryRecord } from './registry.ts';

let home: string;
beforeEach(async () => {
  home = await fs.mkdtemp(path.join(tmpdir(), 'cotal-registry-'));
});
afterEach(() => fs.rm(home, { recursive: true }));

const record = (space: string, root = `/srv/${space}`): RegistryRecord => ({
  space,
  server: 'nats://127.0.0.1:4222',
  root,
  mode: 'auth',
  ts: '2026-01-01T00:00:00.000Z',
});

test('a home without meshes has an empty registry', async () => {
  expect(await readRegistry(home)).toEqual({ records: [], problems: [], current: undefined });
});

test('meshes are recorded, read with fields of other tools, and forgotten', async () => {
  await recordMesh(home, { ...record('a'), pid: 7 });
  await recordMesh(home, record('b'));
  await setCurrentMesh(home, 'a');
  const read = await readRegistry(home);
  expect(read.records.toSorted((x, y) => x.space.localeCompare(y.space))).toEqual([
    { ...record('a'), pid: 7 },
    record('b'),
  ]);
  expect(read.current).toBe('a');
  await forgetMesh(home, 'b', '/srv/b');
  expect(await readRegistry(home)).toMatchObject({ records: [{ space: 'a' }], current: 'a' });
  await forgetMesh(home, 'a', '/srv/a');
  expect(await readRegistry(home)).toEqual({ records: [], problems: [], current: undefined });
});

test('the space of another folder is never taken over or forgotten', async () => {
  await recordMesh(home, record('a', '/srv/one'));
  await expect(recordMesh(home, record('a', '/srv/two'))).rejects.toMatchObject({
    code: 'space-taken',
    why: 'It belongs to /srv/one.',
  });
  await forgetMesh(home, 'a', '/srv/two');
  expect((await readRegistry(home)).records).toEqual([record('a', '/srv/one')]);
  await recordMesh(home, { ...record('a', '/srv/one'), server: 'nats://127.0.0.1:5000' });
  expect((await readRegistry(home)).records).toHaveLength(1);
});

test('a space with any name stays one file inside the registry', async () => {
  for (const space of ['../../escape', 'a/b', 'a b', '__proto__', 'é'])
    await recordMesh(home, record(space, '/r'));
  expect((await readRegistry(home)).records).toHaveLength(5);
  expect(await fs.readdir(home)).toEqual(['meshes']);
  await forgetMesh(home, '../../escape', '/r');
  expect((await readRegistry(home)).records).toHaveLength(4);
});

test('a damaged record is named, kept, and hides no other', async () => {
  await recordMesh(home, record('good'));
  const meshes = path.join(home, 'meshes');
  const damaged: Record<string, string | Uint8Array> = {
    'cut.json': '{"space":"cut"',
    'empty.json': '',
    'shape.json': '{"space":"shape","server":1}',
    'mode.json': JSON.stringify({ ...record('mode'), mode: 'none' }),
    'bytes.json': Uint8Array.from([0xff, 0xfe]),
  };
  for (const [name, content] of Object.entries(damaged)) await fs.writeFile(path.join(meshes, name), content);
  await fs.mkdir(path.join(meshes, 'folder.json'));
  await fs.mkdir(path.join(meshes, 'a-mesh-folder'));
  await fs.writeFile(path.join(meshes, '.good.json.1-ab.tmp'), '{');
  const { records, problems } = await readRegistry(home);
  expect(records).toEqual([record('good')]);
  expect(problems).toHaveLength(6);
  for (const name of [...Object.keys(damaged), 'folder.json']) {
    expect(
      problems.some((p) => p.includes(path.join(meshes, name))),
      name,
    ).toBe(true);
    expect((await fs.stat(path.join(meshes, name))).size).toBeGreaterThanOrEqual(0);
  }
});

test('an empty choice of the current mesh is none', async () => {
  await fs.writeFile(path.join(home, 'current-mesh'), ' \n');
  expect((await readRegistry(home)).current).toBeUndefined();
  await setCurrentMesh(home, 'b');
  expect((await readRegistry(home)).current).toBe('b');
});
