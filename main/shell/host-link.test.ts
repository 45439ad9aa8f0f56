import { expect, test, vi } from 'vitest';
import { Fault } from '../../shared/base/refusal.ts';
import type { HostClient } from './host-client.ts';
import { keepHost, type HostLinkState } from './host-link.ts';

function fakeClient() {
  let end: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => (end = resolve));
  const client: HostClient = {
    call: () => Promise.reject(new Error('not asked here')),
    on: () => () => undefined,
    closed,
    close: vi.fn(),
  };
  return { client, end: (reason: string) => end(reason) };
}

const delays = { quickMs: [1, 1, 1], slowMs: 2 };

test('three tries, then the host is gone; it is tried on until it is back', async () => {
  const first = fakeClient();
  const second = fakeClient();
  const seen: HostLinkState[] = [];
  let tries = 0;
  let time = 100;
  const link = keepHost(
    first.client,
    async () => {
      tries++;
      if (tries < 6) throw new Fault('host-start', 'It did not start.', { why: '', remedy: 'See the log.' });
      return second.client;
    },
    () => time++,
    delays,
  );
  link.onChange(() => seen.push(link.state()));
  const lostAt = time;
  first.end('The host ended.');
  await vi.waitFor(() => expect(link.current()).toBe(second.client));
  expect(seen.map(({ state }) => state)).toEqual([
    ...['reconnecting', 'reconnecting', 'reconnecting'],
    ...['gone', 'gone', 'gone'],
    'connected',
  ]);
  // Since the connection was lost, not since the last try.
  expect(seen[5]).toEqual({ state: 'gone', since: lostAt, reason: 'It did not start. See the log.' });
  expect(link.state()).toMatchObject({ state: 'connected', reason: null });
});

test('closing ends the tries, and lets go of a host that comes too late', async () => {
  const first = fakeClient();
  const late = fakeClient();
  let arrive: (client: HostClient) => void = () => undefined;
  const link = keepHost(first.client, () => new Promise((resolve) => (arrive = resolve)), Date.now, delays);
  first.end('The host ended.');
  await vi.waitFor(() => expect(link.state().state).toBe('reconnecting'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  link.close();
  arrive(late.client);
  await vi.waitFor(() => expect(late.client.close).toHaveBeenCalled());
  expect(link.current()).toBeUndefined();
});
