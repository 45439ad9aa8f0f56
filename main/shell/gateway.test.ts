import { expect, test } from 'vitest';
import type { EventName, EventPayload, Method } from '../../shared/api/contract.ts';
import type { AnswerFrame } from '../../shared/api/frames.ts';
import { Fault } from '../../shared/base/refusal.ts';
import { createGateway } from './gateway.ts';
import type { HostClient } from './host-client.ts';
import { createWatches, type Watches } from './watches.ts';

const MESH = '0123456789abcdef';
const OTHER = 'fedcba9876543210';

type Answers = Partial<Record<Method, (input: never) => unknown>>;

/** A connection to a host that answers as said; what it is asked is kept. */
function fakeClient(answers: Answers = {}) {
  const asked: { method: Method; input: unknown }[] = [];
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const client: HostClient = {
    async call(method, input) {
      asked.push({ method, input });
      return (answers[method] as ((input: unknown) => unknown) | undefined)?.(input) as never;
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener as (payload: never) => void));
      return () => set.delete(listener as (payload: never) => void);
    },
    closed: new Promise(() => undefined),
    close: () => undefined,
  };
  const emit = <E extends EventName>(event: E, payload: EventPayload<E>): void => {
    for (const listener of listeners.get(event) ?? []) listener(payload as never);
  };
  return { client, asked, emit };
}

interface Setting {
  readonly answers?: Answers;
  readonly backlog?: number;
  readonly now?: () => number;
  readonly isAway?: boolean;
  readonly host?: ReturnType<typeof fakeClient>;
  readonly watches?: Watches;
}

function openWindow(o: Setting = {}) {
  const host = o.host ?? fakeClient(o.answers);
  const sent: AnswerFrame[] = [];
  const gateway = createGateway({
    host: () => (o.isAway === true ? undefined : host.client),
    port: { send: (frame) => sent.push(frame), backlog: () => o.backlog ?? 0 },
    shell: (method, input) =>
      method === 'shell.quit' ? Promise.reject(new TypeError('/secret')) : Promise.resolve({ method, input }),
    watches: o.watches ?? createWatches(),
    now: o.now ?? Date.now,
  });
  gateway.follow(host.client);
  return { ...host, gateway, sent };
}

const screen = (stream: number, data = 'hello'): EventPayload<'terminal.frame'> => ({
  stream,
  frame: { kind: 'screen', cols: 80, rows: 24, data },
});

const snapshot: EventPayload<'mesh.snapshot'>['snapshot'] = {
  space: 'main',
  at: 1,
  roster: 'current',
  agents: [],
  endpoints: [],
  channels: [],
  counts: { working: 0, waiting: 0, idle: 0, offline: 0 },
  oldestWaiting: null,
  msgsPerSec: 0,
  connected: true,
  connectedReason: null,
  dmVisible: true,
};
const status: EventPayload<'mesh.status'> = {
  id: MESH,
  space: 'main',
  server: 'nats://127.0.0.1:4222',
  mode: 'auth',
  root: '/p',
  state: 'ready',
  since: 1,
  reason: null,
  processes: [],
  warnings: [],
  broker: null,
};
const person = { id: 'p', name: 'marta' };
const watch = {
  'mesh.watch': () => ({ status, snapshot, feed: [], agents: [], needs: [], person }),
  'mesh.unwatch': () => ({}),
};

test.each([
  undefined,
  null,
  7,
  'x',
  [],
  {},
  { id: 1 },
  { id: -1, method: 'host.info', input: {} },
  { id: 1.5, method: 'host.info' },
  { id: 1, method: 'x'.repeat(65), input: {} },
])('a frame that is no call is refused: %j', async (frame) => {
  const { gateway, sent, asked } = openWindow();
  await gateway.receive(frame);
  expect(sent).toMatchObject([{ ok: false, error: { code: 'bad-frame' } }]);
  expect(asked).toEqual([]);
});

test.each([
  'creds.mint',
  'host.stop',
  'mesh.up',
  'mesh.clearHistory',
  'host.hold',
  'toString',
  '__proto__',
  'nothing',
])('a window may not ask for %s', async (method) => {
  const { gateway, sent, asked } = openWindow();
  await gateway.receive({ id: 3, method, input: { mesh: MESH, name: 'x', profile: 'admin' } });
  expect(sent).toMatchObject([{ id: 3, ok: false, error: { code: 'not-for-windows' } }]);
  expect(asked).toEqual([]);
});

test('input is checked before the host is asked, and bounded', async () => {
  const { gateway, sent, asked } = openWindow();
  const to = { kind: 'channel', channel: 'general' };
  await gateway.receive({ id: 1, method: 'mesh.watch', input: { mesh: '../../etc' } });
  await gateway.receive({
    id: 2,
    method: 'mesh.send',
    input: { mesh: MESH, to, text: 'x'.repeat(200_001), replyTo: null },
  });
  await gateway.receive({ id: 3, method: 'mesh.send', input: { mesh: MESH, to, text: '', replyTo: null } });
  expect(sent.map((frame) => 'ok' in frame && !frame.ok && frame.error.code)).toEqual([
    'bad-input',
    'bad-input',
    'bad-input',
  ]);
  expect(asked).toEqual([]);
});

test('an answer that is not of its schema is not passed on', async () => {
  const { gateway, sent } = openWindow({
    answers: { 'personas.list': () => ({ personas: [{ secret: 'seed' }] }) },
  });
  await gateway.receive({ id: 1, method: 'personas.list', input: { mesh: MESH } });
  expect(sent).toMatchObject([{ id: 1, ok: false, error: { code: 'bad-answer' } }]);
  expect(JSON.stringify(sent)).not.toContain('seed');
});

test('members an answer should not have are taken out', async () => {
  const { gateway, sent } = openWindow({ answers: { 'agents.list': () => ({ agents: [], creds: 'seed' }) } });
  await gateway.receive({ id: 1, method: 'agents.list', input: { mesh: MESH } });
  expect(sent).toEqual([{ id: 1, ok: true, output: { agents: [] } }]);
});

test('a fault crosses as data; a bug is told without its inside', async () => {
  const { gateway, sent } = openWindow({
    answers: {
      'host.info': () => {
        throw new Fault('x', 'It failed.', { why: 'Because.', remedy: 'Do this.' });
      },
      'mesh.status': () => {
        throw new TypeError('/home/somebody/secret.ts is not a function');
      },
    },
  });
  await gateway.receive({ id: 1, method: 'host.info', input: {} });
  await gateway.receive({ id: 2, method: 'mesh.status', input: { mesh: MESH } });
  expect(sent[0]).toEqual({
    id: 1,
    ok: false,
    error: { code: 'x', message: 'It failed. Because.', remedy: 'Do this.' },
  });
  expect(sent[1]).toMatchObject({ id: 2, ok: false, error: { code: 'internal' } });
  expect(JSON.stringify(sent)).not.toMatch(/secret|TypeError|gateway\.ts/);
});

test('without a host a call is refused in words', async () => {
  const { gateway, sent } = openWindow({ isAway: true });
  await gateway.receive({ id: 1, method: 'host.info', input: {} });
  expect(sent).toMatchObject([{ id: 1, ok: false, error: { code: 'host-gone' } }]);
});

test('what happens inside a mesh goes only to the windows that watch it', async () => {
  const { gateway, sent, emit } = openWindow({ answers: watch });
  emit('mesh.feed', { mesh: MESH, entries: [] });
  await gateway.receive({ id: 1, method: 'mesh.watch', input: { mesh: MESH } });
  emit('mesh.feed', { mesh: MESH, entries: [] });
  emit('mesh.snapshot', { mesh: OTHER, snapshot });
  emit('mesh.gone', { mesh: OTHER });
  expect(sent.map((frame) => ('event' in frame ? frame.event : 'answer'))).toEqual([
    'answer',
    'mesh.feed',
    'mesh.gone',
  ]);
});

test('a window that does not read is spared snapshots, not messages', async () => {
  const { gateway, sent, emit } = openWindow({ answers: watch, backlog: 2 * 1024 * 1024 });
  await gateway.receive({ id: 1, method: 'mesh.watch', input: { mesh: MESH } });
  emit('mesh.snapshot', { mesh: MESH, snapshot });
  emit('mesh.feed', { mesh: MESH, entries: [] });
  expect(sent.slice(1)).toMatchObject([{ event: 'mesh.feed' }]);
});

test('a mesh that is no longer watched is quiet, and the host is told', async () => {
  const { gateway, sent, emit, asked } = openWindow({ answers: watch });
  await gateway.receive({ id: 1, method: 'mesh.watch', input: { mesh: MESH } });
  await gateway.receive({ id: 2, method: 'mesh.unwatch', input: { mesh: MESH } });
  emit('mesh.feed', { mesh: MESH, entries: [] });
  emit('mesh.needs', { mesh: MESH, items: [] });
  expect(sent.slice(1)).toEqual([{ id: 2, ok: true, output: {} }]);
  expect(asked.map(({ method }) => method)).toEqual(['mesh.watch', 'mesh.unwatch']);
});

test('windows share one connection: the host is told only by the last that watched', async () => {
  const host = fakeClient(watch);
  const watches = createWatches();
  const [one, two] = [openWindow({ host, watches }), openWindow({ host, watches })];
  const unwatched = () => host.asked.filter(({ method }) => method === 'mesh.unwatch').length;
  for (const { gateway } of [one, two])
    await gateway.receive({ id: 1, method: 'mesh.watch', input: { mesh: MESH } });
  await one.gateway.receive({ id: 2, method: 'mesh.unwatch', input: { mesh: MESH } });
  expect(unwatched()).toBe(0);
  host.emit('mesh.needs', { mesh: MESH, items: [] });
  expect(two.sent.at(-1)).toMatchObject({ event: 'mesh.needs' });
  expect(one.sent.at(-1)).toMatchObject({ id: 2 });
  two.gateway.close();
  expect(unwatched()).toBe(1);
});

test('a window that stops watching does not end it for one that just begins', async () => {
  let answer: (output: unknown) => void = () => undefined;
  const host = fakeClient({ ...watch, 'mesh.watch': () => new Promise((resolve) => (answer = resolve)) });
  const watches = createWatches();
  const [one, two] = [openWindow({ host, watches }), openWindow({ host, watches })];
  const first = one.gateway.receive({ id: 1, method: 'mesh.watch', input: { mesh: MESH } });
  answer(watch['mesh.watch']());
  await first;
  const second = two.gateway.receive({ id: 1, method: 'mesh.watch', input: { mesh: MESH } });
  one.gateway.close();
  answer(watch['mesh.watch']());
  await second;
  expect(host.asked.map(({ method }) => method)).toEqual(['mesh.watch', 'mesh.watch']);
});

test('a mesh that could not be watched is not counted as watched', async () => {
  const refused = () => {
    throw new Fault('no-mesh', 'It is not up.', { why: '', remedy: '' });
  };
  const { gateway, sent, emit, asked } = openWindow({ answers: { ...watch, 'mesh.watch': refused } });
  await gateway.receive({ id: 1, method: 'mesh.watch', input: { mesh: MESH } });
  emit('mesh.feed', { mesh: MESH, entries: [] });
  gateway.close();
  expect(sent).toHaveLength(1);
  expect(asked.map(({ method }) => method)).toEqual(['mesh.watch', 'mesh.unwatch']);
});

test('what is asked of the shell is answered without a host, within the same limits', async () => {
  const time = 0;
  const { gateway, sent, asked } = openWindow({ isAway: true, now: () => time });
  await gateway.receive({ id: 1, method: 'shell.loadState', input: {} });
  await gateway.receive({ id: 2, method: 'shell.quit', input: {} });
  await gateway.receive({ id: 3, method: 'shell.other', input: {} });
  expect(sent).toEqual([
    { id: 1, ok: true, output: { method: 'shell.loadState', input: {} } },
    { id: 2, ok: false, error: expect.objectContaining({ code: 'internal' }) },
    { id: 3, ok: false, error: expect.objectContaining({ code: 'not-for-windows' }) },
  ]);
  expect(JSON.stringify(sent)).not.toContain('/secret');
  for (let id = 4; id < 2001; id++) await gateway.receive({ id, method: 'shell.loadState', input: {} });
  await gateway.receive({ id: 2001, method: 'shell.loadState', input: {} });
  expect(sent.at(-1)).toMatchObject({ id: 2001, ok: false, error: { code: 'too-many' } });
  expect(asked).toEqual([]);
});

const attachInput = { mesh: MESH, name: 'otto', cols: 80, rows: 24 };

test('a terminal frame that overtakes its answer follows it', async () => {
  const window = openWindow({
    answers: {
      'terminal.attach': () => {
        window.emit('terminal.frame', screen(9));
        return { stream: 9, pid: 1 };
      },
    },
  });
  await window.gateway.receive({ id: 1, method: 'terminal.attach', input: attachInput });
  expect(window.sent).toMatchObject([
    { id: 1, ok: true },
    { event: 'terminal.frame', payload: { stream: 9 } },
  ]);
});

test('a window sees and drives only the terminals it opened', async () => {
  const { gateway, sent, emit, asked } = openWindow({
    answers: { 'terminal.attach': () => ({ stream: 9, pid: 1 }), 'terminal.input': () => ({}) },
  });
  await gateway.receive({ id: 1, method: 'terminal.attach', input: attachInput });
  emit('terminal.frame', screen(8, 'of another window'));
  emit('terminal.frame', screen(9, 'ours'));
  await gateway.receive({ id: 2, method: 'terminal.input', input: { stream: 8, data: 'rm -rf /\r' } });
  await gateway.receive({ id: 3, method: 'terminal.input', input: { stream: 9, data: 'ls\r' } });
  expect(JSON.stringify(sent)).not.toContain('of another window');
  expect(sent.slice(1)).toMatchObject([
    { event: 'terminal.frame', payload: { stream: 9 } },
    { id: 2, ok: false, error: { code: 'no-stream' } },
    { id: 3, ok: true },
  ]);
  expect(asked.filter(({ method }) => method === 'terminal.input')).toHaveLength(1);
});

test('a window that closes lets its terminals go, also one that was still being attached', async () => {
  let answer: (output: unknown) => void = () => undefined;
  const { gateway, asked } = openWindow({
    answers: {
      'terminal.attach': ({ name }: { name: string }) =>
        name === 'otto' ? { stream: 9, pid: 1 } : new Promise((resolve) => (answer = resolve)),
    },
  });
  await gateway.receive({ id: 1, method: 'terminal.attach', input: attachInput });
  const pending = gateway.receive({
    id: 2,
    method: 'terminal.attach',
    input: { ...attachInput, name: 'dex' },
  });
  gateway.close();
  answer({ stream: 10, pid: 1 });
  await pending;
  expect(asked.filter(({ method }) => method === 'terminal.detach').map(({ input }) => input)).toEqual([
    { stream: 9 },
    { stream: 10 },
  ]);
});

test('after a restart of the host, streams of the earlier one are unknown', async () => {
  const { gateway, sent } = openWindow({ answers: { 'terminal.attach': () => ({ stream: 9, pid: 1 }) } });
  await gateway.receive({ id: 1, method: 'terminal.attach', input: attachInput });
  const next = fakeClient();
  gateway.follow(next.client);
  next.emit('terminal.frame', screen(9, 'of somebody else now'));
  await gateway.receive({ id: 2, method: 'terminal.resize', input: { stream: 9, cols: 80, rows: 24 } });
  expect(sent.slice(1)).toMatchObject([{ id: 2, ok: false, error: { code: 'no-stream' } }]);
});

test('too many calls at once, or in a row, are refused', async () => {
  let time = 0;
  const never = openWindow({ answers: { 'host.info': () => new Promise(() => undefined) }, now: () => time });
  for (let id = 0; id < 300; id++) void never.gateway.receive({ id, method: 'host.info', input: {} });
  expect(never.sent).toHaveLength(300 - 256);
  expect(never.sent[0]).toMatchObject({ id: 256, ok: false, error: { code: 'too-many' } });

  const quick = openWindow({ answers: { 'agents.list': () => ({ agents: [] }) }, now: () => time });
  const call = (id: number) => quick.gateway.receive({ id, method: 'agents.list', input: { mesh: MESH } });
  for (let id = 0; id < 2001; id++) await call(id);
  expect(quick.sent.at(-1)).toMatchObject({ id: 2000, ok: false, error: { code: 'too-many' } });
  time += 1000;
  await call(3000);
  expect(quick.sent.at(-1)).toMatchObject({ id: 3000, ok: true });
});

test('a clock that is set back locks no window out', async () => {
  let time = 10_000_000;
  const { gateway, sent } = openWindow({
    answers: { 'agents.list': () => ({ agents: [] }) },
    now: () => time,
  });
  time = 0;
  await gateway.receive({ id: 1, method: 'agents.list', input: { mesh: MESH } });
  expect(sent.at(-1)).toMatchObject({ id: 1, ok: true });
});
