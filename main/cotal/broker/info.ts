import { connect } from 'node:net';
import { parseJsonText } from '../../../shared/base/bounded-json.ts';

/** What a broker says of itself before any login. */
export interface ServerInfo {
  readonly serverName: string;
  readonly version: string;
  readonly authRequired: boolean;
}

/** What stands behind a port: a broker, something else, or nothing. */
export type PortAnswer =
  | { readonly kind: 'broker'; readonly info: ServerInfo }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'nothing' };

/** Reads a broker's greeting over bare TCP and closes, so that its log shows no failed login. */
export function askPort(host: string, port: number, timeoutMs: number): Promise<PortAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: connectHost(host), port });
    let text = '';
    let connected = false;
    const done = (answer: PortAnswer): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    // Not the socket's own timeout: that begins anew with every byte of something that trickles.
    const deadline = setTimeout(
      () => done(connected ? { kind: 'stranger' } : { kind: 'nothing' }),
      timeoutMs,
    );
    socket.on('connect', () => {
      connected = true;
    });
    socket.on('error', () => done(connected ? { kind: 'stranger' } : { kind: 'nothing' }));
    socket.on('close', () => done(connected ? { kind: 'stranger' } : { kind: 'nothing' }));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n');
      if (end < 0 && text.length < 16_384) return;
      const info = parseInfo(text.slice(0, end));
      done(info === undefined ? { kind: 'stranger' } : { kind: 'broker', info });
    });
  });
}

/** Where to connect for something that listens on this address. */
export function connectHost(listenHost: string): string {
  return listenHost === '0.0.0.0' || listenHost === '::' ? '127.0.0.1' : listenHost;
}

function parseInfo(line: string): ServerInfo | undefined {
  if (!line.startsWith('INFO ')) return undefined;
  const json = parseJsonText(line.slice(5), { maxBytes: 16_384, maxDepth: 8 });
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return undefined;
  const info = json.value as Record<string, unknown>;
  if (typeof info['server_name'] !== 'string' || typeof info['version'] !== 'string') return undefined;
  return {
    serverName: info['server_name'],
    version: info['version'],
    authRequired: info['auth_required'] === true,
  };
}
