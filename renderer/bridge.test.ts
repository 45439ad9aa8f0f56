import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectBridge, type LinkState, type Welcome } from './bridge.ts';
import type { ConnectionEvents } from './transport.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => stored.set(key, value) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A bridge over connections that the test opens, ends and speaks through. */
function start() {
  const sent: { id: number; method: string; input: unknown }[] = [];
  const opened: ConnectionEvents[] = [];
  const bridge = connectBridge((events) => {
    opened.push(events);
    return { send: (text) => sent.push(JSON.parse(text) as (typeof sent)[0]), close: () => undefined };
  });
  const links: LinkState[] = [];
  bridge.onLink((link) => links.push(link));
  const last = () => opened.at(-1)!;
  const say = (frame: unknown) => last().message(JSON.stringify(frame));
  return { bridge, sent, opened, links, last, say };
}

const welcome: Welcome = {
  kind: 'electron',
  platform: 'linux',
  version: '1',
  window: 'w2',
  mesh: null,
  terminal: null,
  features: { folderDialog: true, notifications: true, tray: true, menu: true },
};
const host = (state: string) => ({ event: 'shell.host', payload: { state, reason: null, since: 1 } });

test('host and shell are asked the same way, and answers checked by the method', async () => {
  const { bridge, sent, last, say } = start();
  last().opened();
  const listed = bridge.call('personas.read', { mesh: '0123456789abcdef', name: 'a' });
  const picked = bridge.call('shell.pickFolder', { from: null });
  expect(sent.map(({ method }) => method)).toEqual(['personas.read', 'shell.pickFolder']);
  say({ id: 2, ok: true, output: { path: '/x', more: 1 } });
  say({ id: 1, ok: true, output: { wrong: true } });
  expect(await picked).toEqual({ path: '/x' });
  await expect(listed).rejects.toMatchObject({ code: 'bad-answer' });
});

test('calls wait for the first connection, and no other', async () => {
  const { bridge, sent, last } = start();
  const early = bridge.call('shell.loadState', {});
  expect(sent).toEqual([]);
  last().opened();
  expect(sent).toMatchObject([{ method: 'shell.loadState' }]);
  last().closed('lost');
  await expect(early).rejects.toMatchObject({ code: 'not-connected' });
  await expect(bridge.call('shell.loadState', {})).rejects.toMatchObject({ code: 'not-connected' });
  expect(sent).toHaveLength(1);
});

test('the welcome is told also to whoever listens late, and names this window for a reload', async () => {
  const { bridge, last, say } = start();
  const first = bridge.welcome();
  last().opened();
  say({ event: 'shell.welcome', payload: welcome });
  const heard: Welcome[] = [];
  bridge.on('shell.welcome', (payload) => heard.push(payload));
  expect(heard).toEqual([welcome]);
  expect(await first).toEqual(welcome);
  expect(await bridge.welcome()).toEqual(welcome);
  expect([...stored.values()]).toEqual(['w2']);
});

test('events that are not of their schema, or of none, are not passed on', () => {
  const { bridge, last, say } = start();
  const heard = vi.fn();
  bridge.on('shell.command', heard);
  bridge.on('shell.link', heard);
  last().opened();
  say({ event: 'shell.command', payload: { command: 7 } });
  say({ event: 'shell.link', payload: { url: 'x'.repeat(4097) } });
  say({ event: 'toString', payload: {} });
  last().message('no json');
  expect(heard).not.toHaveBeenCalled();
  say({ event: 'shell.command', payload: { command: 'find', argument: null } });
  expect(heard).toHaveBeenCalledWith({ command: 'find', argument: null });
});

test('commands and links wait for whoever runs them, and are told once', () => {
  const { bridge, last, say } = start();
  last().opened();
  for (let n = 0; n < 20; n++) say({ event: 'shell.command', payload: { command: `c${n}`, argument: null } });
  say({ event: 'mesh.gone', payload: { mesh: '0123456789abcdef' } });
  const commands: string[] = [];
  const off = bridge.on('shell.command', ({ command }) => commands.push(command));
  const gone = vi.fn();
  bridge.on('mesh.gone', gone);
  expect(commands).toEqual(Array.from({ length: 16 }, (_, n) => `c${n}`));
  expect(gone).not.toHaveBeenCalled();
  off();
  bridge.on('shell.command', ({ command }) => commands.push(command));
  expect(commands).toHaveLength(16);
});

test('a lost connection is made again, at growing distances; then it is said that the shell is gone', async () => {
  const { opened, links, last, say } = start();
  last().opened();
  say(host('connected'));
  last().closed('lost');
  expect(links.at(-1)?.state).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(499);
  expect(opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveLength(2);
  last().closed('lost');
  await vi.advanceTimersByTimeAsync(1000);
  last().closed('lost');
  expect(links.at(-1)).toMatchObject({ state: 'gone' });
  await vi.advanceTimersByTimeAsync(2000);
  last().opened();
  say(host('connected'));
  expect(links.at(-1)).toMatchObject({ state: 'connected' });
});

test('a page that is refused does not come back', async () => {
  const { opened, links, last } = start();
  last().closed('refused');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(1);
  expect(links.at(-1)?.state).toBe('refused');
});
