import { promises as fs } from 'node:fs';
import path from 'node:path';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, headers, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openSandbox, waitFor, type Sandbox } from '../support/sandbox.ts';

/** A client that shares no code with ours: the creds file, the NATS library, and what the specification says. */
interface Raw {
  readonly id: string;
  readonly nc: NatsConnection;
}

const minted = z.object({ id: z.string(), file: z.string() });
const rows = z.array(z.looseObject({ name: z.string(), id: z.string(), status: z.string() }));
const messages = z.array(
  z.looseObject({
    from: z.object({ id: z.string() }),
    parts: z.array(z.looseObject({ text: z.string().optional() })),
  }),
);
const status = z.looseObject({
  server: z.string(),
  live: z.object({ roster: z.array(z.object({ name: z.string(), id: z.string(), status: z.string() })) }),
});
const text = (t: string) => [{ kind: 'text', text: t }];

describe('what a credential may do, against the real broker', () => {
  let box: Sandbox;
  let dir: string;
  let server: string;
  let mallory: Raw;
  let other: Raw;
  const open: NatsConnection[] = [];

  async function mint(name: string, args: readonly string[] = []): Promise<Raw> {
    const { id, file } = await box.facts(minted, dir, [
      'mint',
      name,
      '--provision',
      '--allow-publish',
      'general',
      ...args,
    ]);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
    const nc = await connect({
      servers: server,
      authenticator: credsAuthenticator(await fs.readFile(file)),
      inboxPrefix: `_INBOX_${id}`,
      reconnect: false,
    });
    open.push(nc);
    return { id, nc };
  }
  const post = (from: Raw, subject: string, body: object) =>
    jetstream(from.nc).publish(subject, JSON.stringify(body), { timeout: 1500 });
  const envelope = (id: string, route: object, t: string) => ({
    id: crypto.randomUUID(),
    ts: Date.now(),
    space: 'work',
    from: { id, name: 'raw' },
    ...route,
    parts: text(t),
  });

  beforeAll(async () => {
    box = await openSandbox();
    dir = await box.folder('work');
    await box.cotal(dir, ['up', '--detach']);
    await box.cotal(dir, ['spawn', 'demo', '--detach']);
    server = (await box.facts(status, dir, ['status'])).server;
    mallory = await mint('mallory');
    other = await mint('other', ['--role', 'helper']);
  });
  afterAll(async () => {
    for (const nc of open) await nc.close();
    await box.dispose();
  });

  it('the creds file alone serves a foreign client in all three modes', async () => {
    const demo = (await box.facts(rows, dir, ['ps']))[0]?.id ?? '';
    const heard: string[] = [];
    other.nc.subscribe('cotal.work.chat.*.general', {
      callback: (_e, m) => {
        heard.push(m.json<{ parts: { text: string }[] }>().parts[0]?.text ?? '');
      },
    });
    await other.nc.flush();
    await post(
      mallory,
      `cotal.work.chat.${mallory.id}.general`,
      envelope(mallory.id, { channel: 'general' }, 'a post'),
    );
    await waitFor(() => heard.includes('a post'), 3000);
    // A direct message is answered by our agent into the foreign client's own durable.
    await post(
      mallory,
      `cotal.work.inst.${demo}.${mallory.id}`,
      envelope(mallory.id, { to: demo }, 'from afar'),
    );
    const own = await jetstream(mallory.nc).consumers.get('DM_work', `dm_${mallory.id}`);
    const answer = await own.next({ expires: 5000 });
    expect(answer?.json<{ parts: { text: string }[] }>().parts[0]?.text).toBe('You said: from afar');
    answer?.ack();
    await post(
      mallory,
      `cotal.work.svc.helper.${mallory.id}`,
      envelope(mallory.id, { toService: 'helper' }, 'a task'),
    );
    const task = await (
      await jetstream(other.nc).consumers.get('TASK_work', 'svc_helper')
    ).next({ expires: 5000 });
    expect(task?.json<{ parts: { text: string }[] }>().parts[0]?.text).toBe('a task');
    task?.ack();
    // Presence: its record, once per heartbeat, shows it to our side.
    mallory.nc.publish(
      `$KV.cotal_presence_work.${mallory.id}`,
      JSON.stringify({
        card: { id: mallory.id, name: 'mallory', kind: 'agent' },
        status: 'idle',
        ts: Date.now(),
      }),
    );
    await waitFor(
      async () => (await box.facts(status, dir, ['status'])).live.roster.some((p) => p.name === 'mallory'),
      3000,
    );
  });

  const refusedPublish: readonly [string, () => string][] = [
    ['a post as another sender', () => `cotal.work.chat.${other.id}.general`],
    ['a post outside its post ACL', () => `cotal.work.chat.${mallory.id}.secret`],
    ['a direct message as another sender', () => `cotal.work.inst.${mallory.id}.${other.id}`],
    ['a task as another sender', () => `cotal.work.svc.helper.${other.id}`],
    ['another peer’s presence', () => `$KV.cotal_presence_work.${other.id}`],
    ['its own ACL record', () => `$KV.cotal_acl_work.${mallory.id}`],
    ['its own membership', () => `$KV.cotal_members_work.general/${mallory.id}`],
    ['the channel registry', () => '$KV.cotal_channels_work.general'],
    ['a durable copy', () => `cotal.work.dlv.${other.id}`],
    ['what the fan-out writer reads', () => `cotal.work.fanq.${mallory.id}.general`],
    ['the manager tier without spawn', () => `cotal.work.ctl.manager.${mallory.id}`],
    ['the admin tier', () => `cotal.work.ctl.admin.${mallory.id}`],
    ['the self tier as another', () => `cotal.work.ctl.self.${other.id}`],
    ['stream creation', () => '$JS.API.STREAM.CREATE.X'],
    ['stream deletion', () => '$JS.API.STREAM.DELETE.CHAT_work'],
    ['a purge', () => '$JS.API.STREAM.PURGE.DM_work'],
    ['who writes to whom (STREAM.INFO on DM)', () => '$JS.API.STREAM.INFO.DM_work'],
    ['tasks’ metadata', () => '$JS.API.STREAM.INFO.TASK_work'],
    ['a DM consumer of its own', () => '$JS.API.CONSUMER.CREATE.DM_work.x.cotal.work.inst.>'],
    ['a durable DM consumer', () => '$JS.API.CONSUMER.DURABLE.CREATE.DM_work.x'],
    ['another’s DM consumer', () => `$JS.API.CONSUMER.MSG.NEXT.DM_work.dm_${other.id}`],
    ['another’s tasks', () => '$JS.API.CONSUMER.MSG.NEXT.TASK_work.svc_helper'],
    ['chat by direct get', () => '$JS.API.DIRECT.GET.CHAT_work'],
    ['messages by number', () => '$JS.API.STREAM.MSG.GET.DM_work'],
    [
      'history of an unreadable channel',
      () => `$JS.API.CONSUMER.CREATE.CHAT_work.chathist_${mallory.id}.cotal.work.chat.*.secret`,
    ],
    ['all of chat', () => '$JS.API.CONSUMER.CREATE.CHAT_work'],
    ['the system', () => '$SYS.REQ.SERVER.PING'],
  ];
  it.each(refusedPublish)('is refused: %s', async (_what, subject) => {
    await expect(mallory.nc.request(subject(), '{}', { timeout: 1500 })).rejects.toMatchObject({
      cause: { name: 'PermissionViolationError' },
    });
  });

  it.each([
    ['all of chat', () => 'cotal.work.chat.>'],
    ['an unreadable channel', () => 'cotal.work.chat.*.secret'],
    ['everything', () => '>'],
    ['direct messages', () => `cotal.work.inst.${'*'}.>`],
    ['another’s inbox', () => `_INBOX_${other.id}.>`],
    ['all inboxes', () => '_INBOX.>'],
    ['buckets', () => '$KV.>'],
    ['durable copies', () => 'cotal.work.dlv.>'],
    ['others’ control requests', () => 'cotal.work.ctl.manager.*'],
  ])('may not listen to %s', async (_what, subject) => {
    const sub = mallory.nc.subscribe(subject(), { callback: () => undefined });
    await mallory.nc.flush();
    expect(sub.isClosed()).toBe(true);
  });

  it('a history consumer cannot be widened in its body', async () => {
    const jsm = await jetstreamManager(mallory.nc, { checkAPI: false });
    const name = `chathist_${mallory.id}`;
    const subject = `$JS.API.CONSUMER.CREATE.CHAT_work.${name}.cotal.work.chat.*.general`;
    const reply = await mallory.nc.request(
      subject,
      JSON.stringify({
        stream_name: 'CHAT_work',
        config: { name, filter_subject: 'cotal.work.chat.>', ack_policy: 'none' },
      }),
      { timeout: 1500 },
    );
    expect(reply.json<{ error?: { err_code: number } }>().error?.err_code).toBe(10131);
    const good = await jsm.consumers.add('CHAT_work', {
      name,
      filter_subject: 'cotal.work.chat.*.general',
      ack_policy: AckPolicy.None,
      mem_storage: true,
    });
    expect(good.config.filter_subject).toBe('cotal.work.chat.*.general');
    await jsm.consumers.delete('CHAT_work', name);
  });

  it('a rollup on its own presence key does not wipe the directory', async () => {
    const h = headers();
    h.set('Nats-Rollup', 'all');
    const reply = await mallory.nc.request(`$KV.cotal_presence_work.${mallory.id}`, '{}', {
      headers: h,
      timeout: 1500,
    });
    expect(reply.json<{ error?: object }>().error).toBeDefined();
    expect((await box.facts(rows, dir, ['ps']))[0]?.status).toBe('idle');
  });

  it('what a card says of itself does not act on a terminal', async () => {
    const card = {
      id: mallory.id,
      name: 'vic',
      kind: 'agent',
      role: '\u001b[2J\u001b]0;pwn\u0007',
      description: '\u001b[31m',
    };
    mallory.nc.publish(
      `$KV.cotal_presence_work.${mallory.id}`,
      JSON.stringify({ card, status: 'idle', activity: '\u001b[2J\u202e', ts: Date.now() + 1000 }),
    );
    await waitFor(async () => (await box.cotal(dir, ['status'])).stdout.includes('vic'), 3000);
    const shown = await box.cotal(dir, ['status']);
    for (const char of ['\u001b', '\u202e', '\u0007'])
      expect(shown.stdout + shown.stderr).not.toContain(char);
    expect(shown.stdout).toContain(String.raw`\u{1b}`);
  });

  it('a forged sender in the payload is not surfaced, and not answered', async () => {
    const demo = (await box.facts(rows, dir, ['ps']))[0]?.id ?? '';
    const forged = {
      ...envelope(other.id, { to: demo }, 'forged words'),
      from: { id: other.id, name: 'other' },
    };
    await post(mallory, `cotal.work.inst.${demo}.${mallory.id}`, forged);
    for (const body of [
      'null',
      '[]',
      '{"from":',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      JSON.stringify({ from: { id: mallory.id, name: 'x' } }),
    ]) {
      await jetstream(mallory.nc).publish(`cotal.work.inst.${demo}.${mallory.id}`, body);
    }
    // Ordinary traffic behind them still arrives.
    await post(
      mallory,
      `cotal.work.inst.${demo}.${mallory.id}`,
      envelope(mallory.id, { to: demo }, 'after the junk'),
    );
    const own = await jetstream(mallory.nc).consumers.get('DM_work', `dm_${mallory.id}`);
    const answer = await own.next({ expires: 5000 });
    expect(answer?.json<{ parts: { text: string }[] }>().parts[0]?.text).toBe('You said: after the junk');
    answer?.ack();
    const all = await box.facts(messages, dir, ['history', '--dms']);
    expect(JSON.stringify(all)).not.toContain('forged words');
    expect((await box.cotal(dir, ['attach', 'demo'])).stdout).not.toContain('forged words');
  });

  it('a control request that wants its answer on a foreign subject is dropped, and shows in the log', async () => {
    mallory.nc.publish(
      `cotal.work.ctl.self.${mallory.id}`,
      JSON.stringify({ op: 'stop', from: { id: mallory.id, name: 'm' } }),
      { reply: `cotal.work.inst.${other.id}.${mallory.id}` },
    );
    await mallory.nc.flush();
    await waitFor(
      async () =>
        (await box.cotal(dir, ['logs', '--json', '--event', 'refused'])).stdout.includes('foreign subject'),
      3000,
    );
    const dm = await (
      await jetstream(other.nc).consumers.get('DM_work', `dm_${other.id}`)
    ).next({ expires: 1000 });
    expect(dm).toBeNull();
  });

  it('both ways of asking for a control answer work; a false claim does not', async () => {
    const subject = `cotal.work.ctl.self.${mallory.id}`;
    const ask = (from: string, reply?: string) =>
      mallory.nc.request(
        subject,
        JSON.stringify({ op: 'stop', from: { id: from, name: 'm' } }),
        reply === undefined ? { timeout: 2000 } : { timeout: 2000, noMux: true, reply },
      );
    expect((await ask(mallory.id)).json<{ ok: boolean; error: string }>()).toMatchObject({
      ok: false,
      error: expect.stringContaining('not a managed agent'),
    });
    expect(
      (await ask(mallory.id, `${subject}.reply.${crypto.randomUUID()}`)).json<{ ok: boolean }>(),
    ).toMatchObject({ ok: false });
    expect((await ask(other.id)).json<{ ok: boolean; error: string }>()).toEqual({
      ok: false,
      error: 'sender-mismatch',
    });
  });

  it('an agent that is stopped loses its login', async () => {
    await box.cotal(dir, ['spawn', 'demo', '--name', 'gone', '--detach']);
    const id = (await box.facts(rows, dir, ['ps'])).find((r) => r.name === 'gone')?.id ?? '';
    const file = path.join(dir, '.cotal', 'creds', 'managed', `${id}.creds`);
    const creds = await fs.readFile(file);
    const login = () =>
      connect({
        servers: server,
        authenticator: credsAuthenticator(creds),
        inboxPrefix: `_INBOX_${id}`,
        reconnect: false,
      });
    const thief = await login();
    await box.cotal(dir, ['stop', 'gone']);
    await waitFor(() => thief.isClosed(), 3000);
    await expect(login()).rejects.toThrow(/authorization/i);
    await expect(fs.stat(file)).rejects.toThrow();
    // Nobody else was dropped.
    await mallory.nc.flush();
    expect((await box.facts(rows, dir, ['ps']))[0]?.status).toBe('idle');
  });
});
