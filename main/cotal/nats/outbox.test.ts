import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOutbox, type Outbox, type OutboxEntry } from './outbox.ts';

let dir: string;
let now = 0;
let problems: string[];
beforeEach(async () => {
  dir = await fs.mkdtemp(path.join(tmpdir(), 'cotal-outbox-'));
  now = 1000;
  problems = [];
});
afterEach(() => fs.rm(dir, { recursive: true }));

const open = (): Promise<Outbox> =>
  openOutbox(
    dir,
    () => now++,
    (sentence) => problems.push(sentence),
  );

function entry(id: string): OutboxEntry {
  const message = {
    id,
    ts: 1,
    space: 'main',
    from: { id: 'UA', name: 'a' },
    channel: 'general',
    parts: [{ kind: 'text', text: `text of ${id}` }],
  };
  return { subject: 'cotal.main.chat.UA.general', message };
}

const ids = (outbox: Outbox): string[] => outbox.pending().map((e) => e.message.id);

test('what was put is pending, oldest first, until it is dropped, also over a restart', async () => {
  const outbox = await open();
  for (const id of ['c', 'a', 'b']) await outbox.put(entry(id));
  expect(ids(outbox)).toEqual(['c', 'a', 'b']);
  await outbox.drop('a');
  expect(ids(outbox)).toEqual(['c', 'b']);
  const again = await open();
  expect(ids(again)).toEqual(['c', 'b']);
  expect(again.pending()[0]).toMatchObject(entry('c'));
  await again.drop('c');
  await again.drop('b');
  await again.drop('never there');
  expect(await fs.readdir(dir)).toEqual([]);
});

test('an entry that is put again is one entry', async () => {
  const outbox = await open();
  await outbox.put(entry('a'));
  await outbox.put(entry('a'));
  expect(ids(outbox)).toEqual(['a']);
  expect(await fs.readdir(dir)).toHaveLength(1);
});

test('an id of any spelling stays one file in the folder', async () => {
  const odd = ['../../escape', 'a/b', '..', '', '__proto__', 'é\0'];
  const outbox = await open();
  for (const id of odd) await outbox.put(entry(id));
  expect(await fs.readdir(dir)).toHaveLength(odd.length);
  const again = await open();
  expect(ids(again)).toEqual(odd);
  for (const id of odd) await again.drop(id);
  expect(await fs.readdir(dir)).toEqual([]);
});

test('a damaged entry is said, kept aside for good, and hides no other', async () => {
  await (await open()).put(entry('good'));
  await fs.writeFile(path.join(dir, 'cut.json'), '{"at":1,"subj');
  await fs.writeFile(path.join(dir, 'shape.json'), JSON.stringify({ at: 1, ...entry('shape'), subject: 7 }));
  await fs.writeFile(path.join(dir, 'left.json.12-ab.tmp'), '{');
  expect(ids(await open())).toEqual(['good']);
  expect(problems).toHaveLength(2);
  expect(ids(await open())).toEqual(['good']);
  expect(problems).toHaveLength(2);
  expect((await fs.readdir(dir)).toSorted()).toEqual(['cut.json.damaged', 'good.json', 'shape.json.damaged']);
  expect(await fs.readFile(path.join(dir, 'cut.json.damaged'), 'utf8')).toBe('{"at":1,"subj');
});

test('an entry that cannot be kept is not said to be kept', async () => {
  const outbox = await open();
  await fs.rm(dir, { recursive: true });
  await fs.writeFile(dir, 'a file in its place');
  await expect(outbox.put(entry('a'))).rejects.toMatchObject({ name: 'Fault' });
  expect(outbox.pending()).toEqual([]);
});
