import { promises as fs } from 'node:fs';
import path from 'node:path';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAlive, openSandbox, processesNaming, waitFor, type Sandbox } from '../support/sandbox.ts';

const agentRows = z.array(
  z.object({
    name: z.string(),
    id: z.string(),
    role: z.string().nullable(),
    agent: z.string(),
    status: z.string(),
    activity: z.string().nullable(),
    since: z.iso.datetime(),
    process: z.string(),
    pid: z.number().nullable(),
  }),
);
const message = z.looseObject({
  id: z.string(),
  ts: z.number(),
  kind: z.string(),
  seq: z.number(),
  historical: z.boolean(),
  from: z.object({ id: z.string(), name: z.string() }),
  parts: z.array(z.looseObject({ kind: z.string(), text: z.string().optional() })),
});
const messages = z.array(message);
const statusFacts = z.looseObject({
  space: z.string(),
  server: z.string(),
  mode: z.enum(['auth', 'open']),
  root: z.string(),
  state: z.string(),
  processes: z.array(
    z.object({
      role: z.string(),
      pid: z.number().nullable(),
      state: z.string(),
      since: z.iso.datetime(),
      reason: z.string().nullable(),
    }),
  ),
});

describe('the first day, on the command line', () => {
  let box: Sandbox;
  beforeEach(async () => {
    box = await openSandbox();
  });
  afterEach(() => box.dispose());

  it('goes from an empty folder to an idle agent within five seconds, and answers', async () => {
    const dir = await box.folder('work');
    const begin = performance.now();
    expect((await box.cotal(dir, ['up', '--detach'])).code).toBe(0);
    expect((await box.cotal(dir, ['spawn', 'demo', '--detach'])).code).toBe(0);
    const rows = await box.facts(agentRows, dir, ['ps']);
    const took = performance.now() - begin;
    expect(rows).toMatchObject([{ name: 'demo', agent: 'demo', status: 'idle', process: 'running' }]);
    // The promise of the product, not a benchmark: a person waits for this.
    expect(took).toBeLessThan(5000);

    expect((await box.cotal(dir, ['send', 'dm', 'demo', 'hello'])).code).toBe(0);
    const demo = rows[0]?.id;
    await waitFor(async () => (await box.facts(messages, dir, ['history', '--dms'])).length === 2, 5000);
    const [asked, answered] = await box.facts(messages, dir, ['history', '--dms']);
    expect(asked).toMatchObject({ kind: 'dm', to: demo, parts: [{ text: 'hello' }] });
    expect(answered).toMatchObject({
      kind: 'dm',
      from: { id: demo, name: 'demo' },
      replyTo: asked?.id,
      parts: [{ text: 'You said: hello' }],
    });
  });

  it('keeps a task for a role until somebody holds it, and gives it to exactly one', async () => {
    const dir = await box.folder('work');
    await box.cotal(dir, ['up', '--detach']);
    const sent = await box.cotal(dir, ['send', 'ask', 'reviewer', 'look at this']);
    expect(sent.stdout).toContain('waits for the first');
    for (const name of ['a', 'b'])
      expect(
        (await box.cotal(dir, ['spawn', 'demo', '--name', name, '--role', 'reviewer', '--detach'])).code,
      ).toBe(0);
    const answers = async () =>
      (await box.facts(messages, dir, ['history', '--dms'])).filter((m) =>
        m.parts[0]?.text?.includes('look at this'),
      );
    await waitFor(async () => (await answers()).length > 0, 5000);
    // The second holder has had its chance by the time it answers a task of its own.
    await box.cotal(dir, ['send', 'dm', 'a', 'ping a']);
    await box.cotal(dir, ['send', 'dm', 'b', 'ping b']);
    await waitFor(
      async () =>
        (await box.facts(messages, dir, ['history', '--dms'])).filter((m) =>
          m.parts[0]?.text?.startsWith('You said'),
        ).length === 2,
      5000,
    );
    expect(await answers()).toHaveLength(1);
  });

  it('leaves no process, port or socket after down', async () => {
    const dir = await box.folder('work');
    await box.cotal(dir, ['up', '--detach']);
    await box.cotal(dir, ['spawn', 'demo', '--detach']);
    await box.cotal(dir, ['spawn', 'shell', '--detach']);
    const facts = await box.facts(statusFacts, dir, ['status']);
    expect(facts).toMatchObject({ space: 'work', mode: 'auth', root: dir, state: 'ready' });
    expect(facts.processes.map((p) => p.role)).toEqual(['broker', 'manager', 'delivery', 'person']);
    expect(facts.processes.find((p) => p.role === 'delivery')).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('durable'),
    });
    const pids = [
      ...facts.processes.flatMap((p) => (p.pid === null ? [] : [p.pid])),
      ...(await box.facts(agentRows, dir, ['ps'])).flatMap((a) => (a.pid === null ? [] : [a.pid])),
    ];
    const port = Number(new URL(facts.server).port);
    expect(await listens(port)).toBe(true);

    expect((await box.cotal(dir, ['down'])).code).toBe(0);
    await waitFor(() => pids.every((pid) => !isAlive(pid)), 5000);
    expect(await listens(port)).toBe(false);
    expect(await processesNaming(box.home)).toEqual([]);
    expect(await fs.readdir(path.join(path.dirname(box.home), 'run', 'cotal'))).toEqual([]);
    const again = await box.cotal(dir, ['ps']);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain('cotal up --detach');
  });

  it('runs two folders as two meshes under one host, and no message crosses', async () => {
    const one = await box.folder('one');
    const two = await box.folder('two');
    for (const dir of [one, two]) {
      expect((await box.cotal(dir, ['up', '--detach'])).code).toBe(0);
      expect((await box.cotal(dir, ['spawn', 'demo', '--detach'])).code).toBe(0);
    }
    expect((await processesNaming(path.join('main', 'host.mjs'), box.home)).length).toBe(1);
    await box.cotal(one, ['send', 'msg', 'general', 'only in one']);
    await box.cotal(two, ['send', 'msg', 'general', 'only in two']);
    const texts = async (dir: string) =>
      (await box.facts(messages, dir, ['history', 'general'])).map((m) => m.parts[0]?.text);
    expect(await texts(one)).toEqual(['only in one']);
    expect(await texts(two)).toEqual(['only in two']);
    const screen = async (dir: string) => (await box.cotal(dir, ['attach', 'demo'])).stdout;
    await waitFor(async () => (await screen(two)).includes('only in two'), 3000);
    expect(await screen(two)).not.toContain('only in one');
    const [first, second] = [
      await box.facts(statusFacts, one, ['status']),
      await box.facts(statusFacts, two, ['status']),
    ];
    expect(first.server).not.toBe(second.server);
    expect((await box.cotal(path.dirname(one), ['ps'])).stderr).toContain('cotal use');
  });
});

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
