import { expect, test, vi } from 'vitest';
import type { WindowPort } from '../shell/gateway.ts';
import type { WindowSession } from '../shell/window-session.ts';
import { createWindowLink, MAX_BACKLOG_CHARS } from './window-link.ts';

/** The main process's end of a channel, with the sessions that it opened. */
function start() {
  const posted: string[] = [];
  const sessions: (WindowSession & { port: WindowPort })[] = [];
  const link = createWindowLink(
    (text) => posted.push(text),
    (port) => {
      port.send({ event: 'shell.welcome', payload: sessions.length });
      const session = { port, receive: vi.fn(), emit: vi.fn(), close: vi.fn() };
      sessions.push(session);
      return session;
    },
  );
  const last = () => sessions.at(-1)!;
  const open = (name = 7) => link.take(JSON.stringify({ open: name }));
  const send = (chars: number) => last().port.send({ event: 'x', payload: 'y'.repeat(chars) });
  return { link, posted, sessions, last, open, send };
}

const counted = (posted: string[]) =>
  posted.slice(posted.findLastIndex((text) => text.startsWith('{"opened"')) + 1).join('').length;

test('a page that opens is served; its name comes back before all else', () => {
  const { link, posted, open, last } = start();
  link.take('{"id":1,"method":"host.info","input":{}}');
  expect(posted).toEqual([]);
  open(42);
  expect(posted.map((text) => JSON.parse(text) as unknown)).toEqual([
    { opened: 42 },
    { event: 'shell.welcome', payload: 0 },
  ]);
  link.take('{"id":1,"method":"host.info","input":{}}');
  expect(last().receive).toHaveBeenCalledWith('{"id":1,"method":"host.info","input":{}}');
});

test('junk reaches the session, which refuses it in words', () => {
  const { link, open, last } = start();
  open();
  for (const text of ['', 'no json', '{"open":-1}', '{"ack":"7"}', '[]']) link.take(text);
  expect(last().receive).toHaveBeenCalledTimes(5);
});

test('a page that was loaded again is served anew; what the earlier session still says goes nowhere', () => {
  const { posted, sessions, open } = start();
  open(1);
  open(2);
  expect(sessions[0]?.close).toHaveBeenCalledOnce();
  const before = posted.length;
  sessions[0]?.port.send({ event: 'late', payload: 0 });
  expect(posted).toHaveLength(before);
});

test('the backlog is what was sent and not yet said to be read', () => {
  const { link, posted, open, last, send } = start();
  open();
  send(1000);
  expect(last().port.backlog()).toBe(counted(posted));
  link.take('{"ack":500}');
  expect(last().port.backlog()).toBe(counted(posted) - 500);
  // Neither more than was sent, nor less than was said before.
  link.take('{"ack":1}');
  expect(last().port.backlog()).toBe(counted(posted) - 500);
  link.take('{"ack":999999999}');
  expect(last().port.backlog()).toBe(0);
  open(2);
  expect(last().port.backlog()).toBe(counted(posted));
});

test('a page that reads nothing is cut off, and served anew when it opens again', () => {
  const { link, posted, sessions, open, last, send } = start();
  open();
  for (let n = 0; n < 40; n++) send(1024 * 1024);
  expect(posted.at(-1)).toBe('{"reset":true}');
  expect(posted.join('').length).toBeLessThan(MAX_BACKLOG_CHARS + 2 * 1024 * 1024);
  expect(last().close).toHaveBeenCalledOnce();
  link.take('{"id":1,"method":"host.info","input":{}}');
  expect(last().receive).not.toHaveBeenCalled();
  open(2);
  expect(sessions).toHaveLength(2);
  expect(last().port.backlog()).toBeLessThan(100);
});

test('a page that reads is never cut off, however much it is told', () => {
  const { link, posted, open, send } = start();
  open();
  let read = counted(posted);
  for (let n = 0; n < 40; n++) {
    send(1024 * 1024);
    read += posted.at(-1)?.length ?? 0;
    link.take(JSON.stringify({ ack: read }));
  }
  expect(posted).not.toContain('{"reset":true}');
});

test('what the shell has to say waits for a page, in order, and not without end', () => {
  const { link, open, last } = start();
  for (let n = 0; n < 20; n++) link.emit('shell.command', { command: `c${n}`, argument: null });
  open();
  expect(vi.mocked(last().emit).mock.calls.map(([, payload]) => payload)).toEqual(
    Array.from({ length: 16 }, (_, n) => ({ command: `c${n}`, argument: null })),
  );
  link.emit('shell.link', { url: 'cotal://h/main' });
  expect(last().emit).toHaveBeenLastCalledWith('shell.link', { url: 'cotal://h/main' });
});

test('a page that is gone is let go once', () => {
  const { link, open, last } = start();
  open();
  link.end();
  link.end();
  expect(last().close).toHaveBeenCalledOnce();
});
