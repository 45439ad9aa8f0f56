import { expect, test, vi } from 'vitest';
import { ACK_EVERY_CHARS } from '../shared/api/window-link.ts';
import { linkTransport, type ConnectionEvents } from './transport.ts';

function openLink() {
  const posted: { open?: number; ack?: number }[] = [];
  let say: (text: string) => void = () => undefined;
  const link = {
    post: (text: string) => void posted.push(JSON.parse(text) as object),
    onMessage: (listener: (text: string) => void) => void (say = listener),
  };
  const events = {
    opened: vi.fn<ConnectionEvents['opened']>(),
    message: vi.fn<ConnectionEvents['message']>(),
    closed: vi.fn<ConnectionEvents['closed']>(),
  };
  const connection = linkTransport(link)(events);
  const name = posted[0]?.open;
  return { posted, events, connection, name, link, say: (text: string) => say(text) };
}

const opened = (name: number | undefined) => JSON.stringify({ opened: name });

test('what was meant for an earlier page is not heard', () => {
  const { events, say, name } = openLink();
  say('{"event":"mesh.gone","payload":{}}');
  say(opened(-1));
  expect(events.opened).not.toHaveBeenCalled();
  say(opened(name));
  expect(events.opened).toHaveBeenCalledOnce();
  say('{"event":"x"}');
  expect(events.message.mock.calls).toEqual([['{"event":"x"}']]);
});

test('it is counted what was taken in, from the opening on, after it was handled', () => {
  const { events, say, name, posted } = openLink();
  say('x'.repeat(500));
  say(opened(name));
  say('a'.repeat(ACK_EVERY_CHARS - 1));
  expect(posted).toHaveLength(1);
  events.message.mockImplementationOnce(() => {
    expect(posted).toHaveLength(1);
  });
  say('b');
  expect(posted[1]).toEqual({ ack: ACK_EVERY_CHARS });
  say('c'.repeat(ACK_EVERY_CHARS + 10));
  expect(posted[2]).toEqual({ ack: 2 * ACK_EVERY_CHARS + 10 });
});

test('after a reset nothing more is heard, and another opening is told apart', () => {
  const { events, say, name, link, posted } = openLink();
  say(opened(name));
  say('{"reset":true}');
  say('late');
  expect(events.closed.mock.calls).toEqual([['lost']]);
  expect(events.message).not.toHaveBeenCalled();
  linkTransport(link)(events);
  expect(posted.at(-1)?.open).not.toBe(name);
});

test('what was closed on purpose does not say that it was lost', () => {
  const { events, say, name, connection } = openLink();
  say(opened(name));
  connection.close();
  say('{"reset":true}');
  say('late');
  expect(events.closed).not.toHaveBeenCalled();
  expect(events.message).not.toHaveBeenCalled();
});
