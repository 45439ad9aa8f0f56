import { Fault, messageOf } from '../../shared/base/refusal.ts';
import type { HostClient } from './host-client.ts';

/** How the shell stands with the host, as every page is told. */
export interface HostLinkState {
  readonly state: 'connected' | 'reconnecting' | 'gone';
  readonly reason: string | null;
  readonly since: number;
}

/** The one connection of the shell to its host, made again when it ends. */
export interface HostLink {
  current(): HostClient | undefined;
  state(): HostLinkState;
  onChange(listener: () => void): () => void;
  close(): void;
}

/** When to try again after the connection has ended: quickly at first, then every so often for as long as it takes. */
export interface RetryDelays {
  readonly quickMs: readonly number[];
  readonly slowMs: number;
}

const DELAYS: RetryDelays = { quickMs: [100, 1000, 4000], slowMs: 10_000 };

/** Keeps a host connection: three quick tries, then it is said that the host is gone, and tried on more slowly. */
export function keepHost(
  first: HostClient,
  reconnect: () => Promise<HostClient>,
  now: () => number,
  delays: RetryDelays = DELAYS,
): HostLink {
  const listeners = new Set<() => void>();
  let client: HostClient | undefined;
  let state: HostLinkState = { state: 'connected', reason: null, since: now() };
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function set(next: HostLinkState['state'], reason: string | null): void {
    // `gone` began when the connection ended, not when the third try failed.
    const since = next === 'connected' || state.state === 'connected' ? now() : state.since;
    state = { state: next, reason, since };
    for (const listener of listeners) listener();
  }

  function take(next: HostClient): void {
    client = next;
    set('connected', null);
    void next.closed.then((reason) => {
      if (client !== next || closed) return;
      client = undefined;
      set('reconnecting', reason);
      tryLater(0);
    });
  }

  function tryLater(tries: number): void {
    timer = setTimeout(() => void tryAgain(tries), delays.quickMs[tries] ?? delays.slowMs);
  }

  async function tryAgain(tries: number): Promise<void> {
    try {
      const next = await reconnect();
      if (closed) next.close();
      else take(next);
    } catch (error) {
      if (closed) return;
      const why = error instanceof Fault ? `${error.message} ${error.remedy}` : messageOf(error);
      set(tries + 1 < delays.quickMs.length ? 'reconnecting' : 'gone', why);
      tryLater(tries + 1);
    }
  }

  take(first);
  return {
    current: () => client,
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      client?.close();
    },
  };
}
