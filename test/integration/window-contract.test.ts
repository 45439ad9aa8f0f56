import { promises as fs } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventPayload, MethodInput, NeedItem, WindowMethod } from '../../shared/api/contract.ts';
import { connectHost, type HostClient } from '../../main/shell/host-client.ts';
import { isAlive, openSandbox, waitFor, type Sandbox } from '../support/sandbox.ts';

/** What a window asks of the real host, over its own socket. */
describe("the window's contract", () => {
  let box: Sandbox;
  let dir: string;
  let host: HostClient;
  let mesh: string;
  let needs: readonly NeedItem[];

  beforeEach(async () => {
    box = await openSandbox();
    dir = await box.folder('work');
    expect((await box.cotal(dir, ['up', '--detach', '--name', 'sam'])).code).toBe(0);
    const connected = await connectHost(box.home);
    if (connected === undefined) throw new Error('no host');
    host = connected;
    mesh = (await host.call('mesh.open', { root: dir, space: null })).id;
    host.on('mesh.needs', (event) => (needs = event.items));
    ({ needs } = await host.call('mesh.watch', { mesh }));
  });
  afterEach(async () => {
    host.close();
    await box.dispose();
  });

  const spawn = (name: string, agent: 'demo' | 'shell' = 'demo') =>
    host.call('agents.spawn', {
      ...{ mesh, name, persona: agent, agent: null, role: null, model: null, variant: null, cwd: null },
      ...{ prompt: null, subscribe: null, allowSubscribe: null, allowPublish: null, cols: null, rows: null },
    });
  const agents = async () => (await host.call('agents.list', { mesh })).agents;
  const send = (to: MethodInput<'mesh.send'>['to'], text: string) =>
    host.call('mesh.send', { mesh, to, text, replyTo: null });
  const code = <M extends WindowMethod>(method: M, input: MethodInput<M>): Promise<unknown> =>
    host.call(method, input).then(
      () => 'fine',
      (error: { code: string }) => error.code,
    );
  /** Types a command into a shell agent: it acts with that agent's own credential. */
  async function typeInto(name: string, line: string): Promise<void> {
    const { stream } = await host.call('terminal.attach', { mesh, name, cols: null, rows: null });
    await host.call('terminal.input', { stream, data: `${line}\r` });
    await host.call('terminal.detach', { stream });
  }
  const textsTo = async (peer: string) =>
    (await host.call('mesh.history', { mesh, of: { kind: 'dms', peer }, limit: 100 })).messages.map((m) => ({
      text: (m['parts'] as { text?: string }[])[0]?.text,
      replyTo: m['replyTo'],
    }));

  it('shows a fresh mesh with its person, its channel and how far an agent came', async () => {
    const { person, snapshot } = await host.call('mesh.watch', { mesh });
    expect(person.name).toBe('sam');
    await waitFor(async () => (await snapshotNow()).channels.length > 0, 3000);
    expect((await snapshotNow()).channels).toEqual([
      expect.objectContaining({
        channel: 'general',
        messages: 0,
        joined: 'live',
        replay: true,
        replayWindowMs: null,
      }),
    ]);
    expect(snapshot.endpoints.map((e) => e.id)).toContain(person.id);
    const row = await spawn('ada');
    expect(row).toMatchObject({ subscribe: ['general'], allowPublish: ['general'], parent: null });
    expect(row.start.orientedAt).toBeGreaterThanOrEqual(row.start.processAt);
    expect(row.start.firstTurnAt).toBeNull();
    await send({ kind: 'peer', peer: 'ada' }, 'hello');
    await waitFor(async () => (await agents())[0]?.start.firstTurnAt !== null, 5000);
    async function snapshotNow() {
      return (await host.call('mesh.watch', { mesh })).snapshot;
    }
  });

  it('starts an agent again as the same instance in a new process', async () => {
    const before = await spawn('ada');
    const after = await host.call('agents.restart', { mesh, name: 'ada' });
    expect(after).toMatchObject({ name: 'ada', id: before.id, process: 'running' });
    expect(after.pid).not.toBe(before.pid);
    expect(isAlive(before.pid ?? 0)).toBe(false);
    await send({ kind: 'peer', peer: 'ada' }, 'still you');
    await waitFor(async () => (await textsTo('ada')).some((m) => m.text === 'You said: still you'), 5000);
    expect(needs).toEqual([]);
    expect(await code('agents.restart', { mesh, name: 'nobody' })).toBe('no-such-agent');
  });

  it('keeps personas, and lets nobody write over what somebody else wrote', async () => {
    const text = (body: string) => `---\nname: ada\nagent: demo\n---\n${body}\n`;
    const { revision } = await host.call('personas.save', {
      mesh,
      name: 'ada',
      text: text('One.'),
      revision: null,
    });
    expect(await host.call('personas.read', { mesh, name: 'ada' })).toEqual({ text: text('One.'), revision });
    await fs.writeFile(path.join(dir, '.cotal', 'agents', 'ada.md'), text('By hand.'));
    const save = (over: object) =>
      code('personas.save', { mesh, name: 'ada', text: text('Two.'), revision, ...over });
    expect(await save({})).toBe('persona-changed');
    expect(await save({ revision: 'f'.repeat(16) })).toBe('persona-changed');
    expect(await save({ revision: null })).toBe('persona-exists');
    expect(await save({ text: 'x'.repeat(300 * 1024) })).toBe('bad-input');
    expect(await save({ name: '../x', revision: null })).toBe('bad-name');
    expect(await save({ text: 'no head' })).toBe('bad-persona');
    const row = (await host.call('personas.list', { mesh })).personas.find((p) => p.name === 'default');
    expect(row).toMatchObject({ isDefault: true, subscribe: ['general'], problem: null });
    expect(await code('personas.remove', { mesh, name: 'ada' })).toBe('fine');
    expect(await code('personas.remove', { mesh, name: 'ada' })).toBe('unknown-persona');
    expect((await fs.readdir(path.join(dir, '.cotal', 'agents'))).toSorted()).toEqual([
      'default.md',
      'demo.md',
      'shell.md',
    ]);
  });

  it('reads history backwards in pages, and forgets a channel with all that is in it', async () => {
    for (let i = 1; i <= 5; i += 1) await send({ kind: 'channel', channel: 'team' }, `post ${i}`);
    await send({ kind: 'channel', channel: 'general' }, 'stays');
    const page = async (before: number | null) =>
      (await host.call('mesh.history', { mesh, of: { kind: 'channels', channel: 'team' }, limit: 2, before }))
        .messages;
    const texts = (messages: Awaited<ReturnType<typeof page>>) =>
      messages.map((m) => (m['parts'] as { text?: string }[])[0]?.text);
    const newest = await page(null);
    expect(texts(newest)).toEqual(['post 4', 'post 5']);
    const older = await page(newest[0]?.seq ?? 0);
    expect(texts(older)).toEqual(['post 2', 'post 3']);
    expect(texts(await page(older[0]?.seq ?? 0))).toEqual(['post 1']);
    expect(await page(1)).toEqual([]);

    await host.call('channels.set', { mesh, name: 'team', config: { description: 'The team.' } });
    expect(await host.call('channels.remove', { mesh, name: 'team' })).toEqual({ messages: 5 });
    expect((await host.call('channels.list', { mesh })).channels.map((c) => [c.name, c.messages])).toEqual([
      ['general', 1],
    ]);
    expect((await host.call('mesh.watch', { mesh })).feed.map((e) => e.text)).toEqual(['stays']);
    expect(await host.call('channels.remove', { mesh, name: 'never-was' })).toEqual({ messages: 0 });
    expect(await code('channels.remove', { mesh, name: 'team.>' })).toBe('wildcard-channel');
  });

  it("brings an agent's question to the person, and the answer back to the agent, once", async () => {
    const ada = await spawn('ada', 'shell');
    await typeInto('ada', "cotal send dm sam 'Which colour?\n1. red\n2. blue'");
    await waitFor(() => needs.length === 1, 10_000);
    const [item] = needs;
    expect(item).toMatchObject({
      kind: 'question',
      choices: ['red', 'blue'],
      isAskerGone: false,
      isQuoted: true,
    });
    expect(item?.agent).toEqual({ id: ada.id, name: 'ada' });
    const id = item?.id ?? '';
    const until = Date.now() + 600_000;
    await host.call('needs.snooze', { mesh, id, until });
    await waitFor(() => needs[0]?.snoozedUntil === until, 3000);
    const answer = { kind: 'choice', index: 1 } as const;
    expect(await host.call('needs.answer', { mesh, id, answer })).toEqual({ note: 'Sent to ada.' });
    await waitFor(() => needs.length === 0, 3000);
    expect(await code('needs.answer', { mesh, id, answer })).toBe('already-answered');
    expect(await code('needs.answer', { mesh, id: 'nothing', answer })).toBe('no-such-need');
    expect(await textsTo('ada')).toEqual([
      { text: 'Which colour?\n1. red\n2. blue', replyTo: undefined },
      { text: '2. blue', replyTo: id.split('@')[0] },
    ]);
    // What was answered stays so over a restart of the host.
    host.close();
    process.kill(await box.hostPid(), 'SIGKILL');
    expect((await box.cotal(dir, ['ps'])).code).toBe(0);
    const again = await connectHost(box.home);
    if (again === undefined) throw new Error('no host');
    host = again;
    await waitFor(async () => (await host.call('mesh.watch', { mesh })).feed.length === 2, 5000);
    expect((await host.call('mesh.watch', { mesh })).needs).toEqual([]);
    expect(await code('needs.answer', { mesh, id, answer })).toBe('already-answered');
  });

  it('says of an agent that was killed how it ended, and not of one that was stopped', async () => {
    const ada = await spawn('ada');
    await spawn('bob');
    await host.call('agents.stop', { mesh, name: 'bob', graceful: true });
    process.kill(ada.pid ?? 0, 'SIGKILL');
    await waitFor(() => needs.length === 1, 5000);
    expect(needs[0]).toMatchObject({ id: `exit:${ada.id}`, kind: 'exit', agent: { name: 'ada' } });
    expect(needs[0]?.text).toContain('signal 9');
    expect(needs[0]?.evidence.join('\n')).toContain('joined');
    expect((await agents())[0]?.lastLines.length).toBeGreaterThan(0);
    expect(await host.call('agents.restart', { mesh, name: 'ada' })).toMatchObject({
      id: ada.id,
      process: 'running',
    });
    await waitFor(() => needs.length === 0, 3000);
  });

  it('tells other viewers of a new size, and no longer tells a window that stopped watching', async () => {
    await spawn('ada', 'shell');
    const other = await connectHost(box.home);
    if (other === undefined) throw new Error('no host');
    const sizes: string[] = [];
    const on = (who: string) => (event: EventPayload<'terminal.frame'>) => {
      if (event.frame.kind === 'size') sizes.push(`${who} ${event.frame.cols}x${event.frame.rows}`);
    };
    host.on('terminal.frame', on('first'));
    other.on('terminal.frame', on('second'));
    const { stream } = await host.call('terminal.attach', { mesh, name: 'ada', cols: 100, rows: 30 });
    await other.call('terminal.attach', { mesh, name: 'ada', cols: 90, rows: 20 });
    await host.call('terminal.resize', { stream, cols: 110, rows: 40 });
    await waitFor(() => sizes.length >= 2, 3000);
    expect(sizes).toEqual(['first 90x20', 'second 110x40']);
    let heard = 0;
    other.on('mesh.snapshot', () => (heard += 1));
    await other.call('mesh.watch', { mesh });
    await waitFor(() => heard > 0, 5000);
    await other.call('mesh.unwatch', { mesh });
    const before = heard;
    await send({ kind: 'channel', channel: 'general' }, 'one more');
    await waitFor(async () => (await host.call('mesh.watch', { mesh })).feed.length === 1, 3000);
    await other.call('mesh.status', { mesh });
    expect(heard).toBe(before);
    other.close();
  });

  it('looks after itself, and shows what it would tell others without words and secrets', async () => {
    await send({ kind: 'channel', channel: 'general' }, 'a private remark');
    const { checks } = await host.call('doctor.run', { mesh });
    expect(checks.map((c) => c.id)).toEqual(
      'broker mesh delivery version disk clock keychain harnesses git home log terminal'.split(' '),
    );
    const state = Object.fromEntries(checks.map((c) => [c.id, c.state]));
    expect(state).toMatchObject({
      broker: 'ok',
      mesh: 'ok',
      version: 'ok',
      home: 'ok',
      terminal: 'ok',
      git: 'ok',
    });
    expect(state).toMatchObject({ delivery: 'warn', keychain: 'unknown', clock: 'ok', log: 'ok' });
    for (const c of checks)
      if (c.state === 'warn' || c.state === 'fail') expect(c.remedy, c.id).not.toBeNull();
    await fs.chmod(box.home, 0o755);
    const home = (await host.call('doctor.run', { mesh: null })).checks.find((c) => c.id === 'home');
    expect(home).toMatchObject({ state: 'warn', remedy: `chmod 700 ${box.home}` });
    const { text } = await host.call('support.preview', { mesh });
    expect(text).toContain('[ok] Broker');
    expect(text).toContain('mesh up');
    expect(text).not.toContain('a private remark');
    expect(text).not.toMatch(/\bS[UAO][A-Z2-7]{56}\b/);
    const rows = (await host.call('harnesses.list', { mesh })).harnesses;
    expect(rows.find((r) => r.name === 'demo')).toMatchObject({ state: 'usable', isDefault: true });
    expect((await box.cotal(dir, ['doctor'])).stdout).toContain('chmod 700');
  });
});
