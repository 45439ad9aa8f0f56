import { connect, type NatsConnection } from '@nats-io/transport-node';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { Fault, messageOf } from '../../../shared/base/refusal.ts';
import type { Now } from '../../../shared/base/time.ts';
import type { InstanceId } from '../../../shared/base/ids.ts';
import { inboxPrefix } from '../../../shared/cotal/subjects.ts';
import type { Credentials } from './credentials.ts';

/** How a connection is doing, for people: state, since when, why. */
export interface Connectivity {
  readonly connected: boolean;
  readonly since: number;
  readonly reason: string | null;
}

export interface ConnectOptions {
  readonly servers: string | readonly string[];
  readonly name: string;
  readonly id: InstanceId;
  /** Asked at every connect, so that a renewed credential is used; absent in open mode. */
  readonly credentials?: () => Credentials;
  readonly token?: string;
  readonly password?: { readonly user: string; readonly password: string };
  readonly tls?: boolean;
  /** How long the first connect may take: 20 s, 5 s where a person waits. */
  readonly firstConnectMs: number;
  readonly now: Now;
}

export interface Connection {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  connectivity(): Connectivity;
  /** Called on every change of connectivity, and with each error the broker reported outside a request. */
  onChange(listener: (now: Connectivity) => void): () => void;
  onError(listener: (error: Error) => void): () => void;
  /** Flushes what is pending, then ends. */
  close(): Promise<void>;
}

const RETRY_MS = 100;

/**
 * Connects to a broker. The first connect is bounded and ends in an explained Fault; from then on the client
 * reconnects for ever, and a silent broker is noticed within half a minute.
 */
export async function openConnection(options: ConnectOptions): Promise<Connection> {
  const nc = await firstConnect(options);
  const js = jetstream(nc, { timeout: 5000 });
  const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: 5000 });
  const changes = new Set<(now: Connectivity) => void>();
  const errors = new Set<(error: Error) => void>();
  let current: Connectivity = { connected: true, since: options.now(), reason: null };

  const set = (connected: boolean, reason: string | null): void => {
    if (current.connected === connected && current.reason === reason) return;
    current = { connected, since: current.connected === connected ? current.since : options.now(), reason };
    for (const listener of changes) listener(current);
  };
  void (async () => {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') set(false, 'The connection to the broker is lost; reconnecting.');
      else if (status.type === 'reconnect') set(true, null);
      else if (status.type === 'staleConnection') set(false, 'The broker does not answer; reconnecting.');
      else if (status.type === 'error') for (const listener of errors) listener(status.error);
    }
  })();
  void nc.closed().then((error) => set(false, error === undefined ? 'Closed.' : explainConnect(error)));

  return {
    nc,
    js,
    jsm,
    connectivity: () => current,
    onChange: (listener) => listen(changes, listener),
    onError: (listener) => listen(errors, listener),
    close: async () => {
      if (nc.isClosed()) return;
      // Draining waits for the broker; one that is gone must not hold up the end.
      await Promise.race([
        nc.drain().catch(() => undefined),
        new Promise((r) => setTimeout(r, 1000).unref()),
      ]);
      if (!nc.isClosed()) await nc.close().catch(() => undefined);
    },
  };
}

async function firstConnect(options: ConnectOptions): Promise<NatsConnection> {
  const deadline = options.now() + options.firstConnectMs;
  const { credentials } = options;
  for (;;) {
    try {
      return await connect({
        servers: typeof options.servers === 'string' ? options.servers : [...options.servers],
        name: `cotal:${options.name}`,
        inboxPrefix: inboxPrefix(options.id),
        ...(credentials === undefined
          ? {}
          : { authenticator: (nonce?: string) => answer(credentials(), nonce ?? '') }),
        ...(options.token === undefined ? {} : { token: options.token }),
        ...(options.password === undefined
          ? {}
          : { user: options.password.user, pass: options.password.password }),
        ...(options.tls === true ? { tls: {} } : {}),
        timeout: Math.max(200, deadline - options.now()),
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        reconnectJitter: 100,
        ignoreAuthErrorAbort: true,
        // A broker that is frozen, not gone, is noticed after three unanswered pings.
        pingInterval: 10_000,
        maxPingOut: 2,
      });
    } catch (error) {
      if (isAuthError(error) || options.now() + RETRY_MS >= deadline) throw connectFault(options, error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function answer(c: Credentials, nonce: string): { jwt: string; nkey: string; sig: string } {
  const sig = Buffer.from(c.key.sign(new TextEncoder().encode(nonce))).toString('base64url');
  return { jwt: c.jwt.reveal(), nkey: c.id, sig };
}

function listen<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

const AUTH_ERRORS = ['AuthorizationError', 'UserAuthenticationExpiredError'];

function isAuthError(error: unknown): boolean {
  return error instanceof Error && AUTH_ERRORS.includes(error.name);
}

function explainConnect(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'UserAuthenticationExpiredError') return 'The credential has expired.';
  if (name === 'AuthorizationError')
    return 'The broker does not accept the credential: it was revoked, or belongs to another mesh.';
  return messageOf(error);
}

function connectFault(options: ConnectOptions, error: unknown): Fault {
  const where = typeof options.servers === 'string' ? options.servers : options.servers.join(', ');
  if (isAuthError(error)) {
    return new Fault('auth-refused', `The broker at ${where} refused the login.`, {
      why: explainConnect(error),
      remedy: 'Mint new credentials (cotal mint), or check that this is the right mesh (cotal status).',
      cause: error,
    });
  }
  return new Fault('unreachable', `No broker answers at ${where}.`, {
    why: `Nothing came back within ${Math.round(options.firstConnectMs / 1000)} s (${messageOf(error)}).`,
    remedy: 'Bring the mesh up (cotal up), or see what is wrong with it (cotal status).',
    cause: error,
  });
}
