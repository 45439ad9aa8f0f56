import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelName, InstanceId, RoleName } from '../../../shared/base/ids.ts';
import type { Delivery } from '../../../shared/cotal/envelope.ts';
import { openInbox, type Inbox } from './inbox.ts';

const alice = `U${'A'.repeat(55)}` as InstanceId;
const bob = `U${'B'.repeat(55)}` as InstanceId;

let dir: string;
let opened: Inbox[];
let problems: string[];
beforeEach(async () => {
  dir = await fs.mkdtemp(path.join(tmpdir(), 'cotal-inbox-'));
  opened = [];
  problems = [];
});
afterEach(async () => {
  for (const inbox of opened) await inbox.close().catch(() => undefined);
  await fs.rm(dir, { recursive: true });
});

async function open(): Promise<Inbox> {
  const inbox = await openInbox(dir, (sentence) => problems.push(sentence));
  opened.push(inbox);
  return inbox;
}

/** Ends the process and starts it again, as far as the files can tell. */
async function restart(inbox: Inbox): Promise<Inbox> {
  await inbox.close();
  opened = opened.filter((o) => o !== inbox);
  return open();
}

function dm(id: string, text = 'hello', sender = alice): Delivery {
  const message = {
    id,
    ts: 1,
    space: 'main',
    from: { id: sender, name: 'a' },
    to: bob,
    parts: [{ kind: 'text', text }],
  };
  return { kind: 'dm', to: bob, sender, message };
}

const segments = async (): Promise<string[]> =>
  (await fs.readdir(dir)).filter((f) => f.endsWith('.jsonl')).toSorted();
const texts = (inbox: Inbox): string[] => inbox.read(0, 1000).map((i) => i.message.id);

describe('an inbox', () => {
  test('surfaces a delivery once and gives it the next position', async () => {
    const inbox = await open();
    expect(inbox.append(dm('1'), false)).toMatchObject({
      n: 1,
      kind: 'dm',
      sender: alice,
      via: '',
      historical: false,
    });
    expect(inbox.append(dm('1'), true)).toBeUndefined();
    expect(inbox.append(dm('2'), true)).toMatchObject({ n: 2, historical: true });
    expect(inbox.last()).toBe(2);
    expect([inbox.seen(alice, '1'), inbox.seen(bob, '1'), inbox.seen(alice, '3')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('keeps by which way a message came', async () => {
    const inbox = await open();
    const base = { sender: alice, message: dm('x').message };
    inbox.append({ ...base, kind: 'channel', channel: 'team.x' as ChannelName }, false);
    inbox.append({ ...base, message: dm('y').message, kind: 'anycast', role: 'reviewer' as RoleName }, false);
    expect((await restart(inbox)).read(0, 10).map((i) => [i.kind, i.via])).toEqual([
      ['channel', 'team.x'],
      ['anycast', 'reviewer'],
    ]);
  });

  test('does not let one sender suppress the message of another, and takes an empty id for no id', async () => {
    const inbox = await open();
    expect(inbox.append(dm('1', 'mine', bob), false)).toBeDefined();
    expect(inbox.append(dm('1', 'hers', alice), false)).toBeDefined();
    expect(inbox.append(dm('', 'a'), false)).toBeDefined();
    expect(inbox.append(dm('', 'b'), false)).toBeDefined();
    expect(inbox.seen(alice, '')).toBe(false);
  });

  test('remembers over a restart what it surfaced, up to where it was read, and its positions', async () => {
    let inbox = await open();
    for (const id of ['1', '2', '3']) inbox.append(dm(id), false);
    await inbox.flushed();
    await inbox.commit(2);
    inbox = await restart(inbox);
    expect([inbox.cursor(), inbox.last()]).toEqual([2, 3]);
    expect(inbox.append(dm('2'), false)).toBeUndefined();
    expect(inbox.append(dm('4'), false)?.n).toBe(4);
    expect(inbox.read(inbox.cursor(), 10).map((i) => i.n)).toEqual([3, 4]);
    expect(problems).toEqual([]);
  });

  test('reads from a position, up to a limit', async () => {
    const inbox = await open();
    for (let i = 1; i <= 5; i++) inbox.append(dm(String(i)), false);
    expect(inbox.read(2, 2).map((i) => i.n)).toEqual([3, 4]);
    expect(inbox.read(5, 10)).toEqual([]);
  });

  test('moves its cursor forward only, and not beyond what there is', async () => {
    const inbox = await open();
    inbox.append(dm('1'), false);
    await inbox.commit(99);
    await inbox.commit(0);
    expect(inbox.cursor()).toBe(1);
  });

  test('keeps line breaks and odd characters of a message inside its own line', async () => {
    const odd = 'a\n{"n":9}\r\n\u2028\u0000\ud800 😀';
    const inbox = await restart(
      await (async () => {
        const first = await open();
        first.append(dm('1', odd), false);
        first.append(dm('2'), false);
        return first;
      })(),
    );
    expect(inbox.read(0, 10).map((i) => i.message.parts[0]?.['text'])).toEqual([odd, 'hello']);
    expect(problems).toEqual([]);
  });
});

describe('after a crash', () => {
  async function tear(cut: (content: Buffer) => Uint8Array): Promise<Inbox> {
    const inbox = await open();
    for (const id of ['1', '2']) inbox.append(dm(id), false);
    await inbox.close();
    opened = [];
    const file = path.join(dir, (await segments())[0]!);
    await fs.writeFile(file, cut(await fs.readFile(file)));
    return open();
  }

  test('a torn last line is passed over, said, and its message is taken again', async () => {
    let inbox = await tear((content) => content.subarray(0, content.length - 20));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('1 damaged line');
    expect(inbox.append(dm('1'), false)).toBeUndefined();
    expect(inbox.append(dm('2'), false)?.n).toBe(2);
    // What comes after the torn line is not glued to it and lost.
    inbox = await restart(inbox);
    expect(texts(inbox)).toEqual(['1', '2']);
    expect(inbox.append(dm('2'), false)).toBeUndefined();
  });

  test('a whole line that lacks only its end is kept', async () => {
    let inbox = await tear((content) => content.subarray(0, content.length - 1));
    expect(inbox.append(dm('2'), false)).toBeUndefined();
    inbox.append(dm('3'), false);
    inbox = await restart(inbox);
    expect(texts(inbox)).toEqual(['1', '2', '3']);
    expect(problems).toEqual([]);
  });

  test('damage in the middle costs its line only', async () => {
    const zeros = await tear((content) => {
      const end = content.indexOf(0x0a);
      return Buffer.concat([Buffer.alloc(end), content.subarray(end)]);
    });
    expect(texts(zeros)).toEqual(['2']);
    expect(zeros.last()).toBe(2);
  });

  test('lines that are JSON of another shape are damage', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const inbox = await tear((content) => Buffer.concat([content, Buffer.from(`null\n{"n":3}\n${deep}\n`)]));
    expect(texts(inbox)).toEqual(['1', '2']);
    expect(problems[0]).toContain('3 damaged line');
  });

  test('positions are not used again when the items are gone', async () => {
    const inbox = await open();
    for (let i = 1; i <= 5; i++) inbox.append(dm(String(i)), false);
    await inbox.commit(5);
    await inbox.close();
    opened = [];
    for (const name of await segments()) await fs.rm(path.join(dir, name));
    expect((await open()).append(dm('new'), false)?.n).toBe(6);
  });

  test('a damaged cursor is a fault that says what removing it means', async () => {
    await fs.writeFile(path.join(dir, 'cursor.json'), '{"n":-1}');
    await expect(open()).rejects.toMatchObject({
      code: 'corrupt-file',
      remedy: expect.stringContaining('shown again') as string,
    });
  });
});

describe('segments', () => {
  const fill = (inbox: Inbox, from: number, to: number): void => {
    for (let i = from; i <= to; i++) inbox.append(dm(`id-${i}`, ''), false);
  };

  test('that were read are dropped, the newest are kept, and reading goes across them', async () => {
    let inbox = await open();
    fill(inbox, 1, 4096 * 2);
    expect(inbox.read(4090, 10).map((i) => i.n)).toEqual([
      4091, 4092, 4093, 4094, 4095, 4096, 4097, 4098, 4099, 4100,
    ]);
    await inbox.commit(4096 * 2);
    fill(inbox, 4096 * 2 + 1, 4096 * 3 + 1);
    await expect.poll(segments).toEqual(['items-000000008193.jsonl', 'items-000000012289.jsonl']);
    inbox = await restart(inbox);
    expect(inbox.last()).toBe(4096 * 3 + 1);
    expect(inbox.append(dm(`id-${4096 * 3}`), false)).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('that were not read stay', async () => {
    const inbox = await open();
    fill(inbox, 1, 4096 * 4);
    expect(await segments()).toHaveLength(5);
    expect(inbox.read(0, 1)[0]?.n).toBe(1);
  });

  test('change under a flush without an error', async () => {
    const inbox = await open();
    const flushes: Promise<void>[] = [];
    for (let i = 1; i <= 4096 * 2 + 10; i++) {
      inbox.append(dm(`id-${i}`, ''), false);
      if (i % 512 === 0) flushes.push(inbox.flushed());
    }
    await Promise.all(flushes);
    await inbox.flushed();
    expect(inbox.read(4096 * 2, 100)).toHaveLength(10);
  });
});

test.runIf(process.platform !== 'win32')('only its owner can read an inbox', async () => {
  const inner = path.join(dir, 'inner');
  const inbox = await openInbox(inner, () => undefined);
  inbox.append(dm('1'), false);
  await inbox.commit(1);
  await inbox.close();
  for (const name of await fs.readdir(inner)) {
    expect((await fs.stat(path.join(inner, name))).mode & 0o077, name).toBe(0);
  }
  expect((await fs.stat(inner)).mode & 0o077).toBe(0);
});
