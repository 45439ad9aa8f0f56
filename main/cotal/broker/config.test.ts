import { describe, expect, test } from 'vitest';
import { generateKey } from '../nats/keys.ts';
import { brokerConfigText, type BrokerConfig } from './config.ts';
import type { Trust } from './trust.ts';

const base: BrokerConfig = {
  serverName: 'cotal-main-abc',
  host: '127.0.0.1',
  port: -1,
  storeDir: '/home/a/store',
  resolverDir: '/home/a/resolver',
  portsDir: '/home/a/ports',
  logFile: '/home/a/nats.log',
  budgetBytes: 1_000_000,
  trust: undefined,
};
const lines = (over: Partial<BrokerConfig> = {}): string[] =>
  brokerConfigText({ ...base, ...over })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

describe('a broker’s configuration', () => {
  test('listens where it is told and keeps its files where it is told', () => {
    expect(lines()).toEqual(
      expect.arrayContaining([
        'server_name: "cotal-main-abc"',
        'host: "127.0.0.1"',
        'port: -1',
        'ports_file_dir: "/home/a/ports"',
        'log_file: "/home/a/nats.log"',
        'store_dir: "/home/a/store"',
        'max_file_store: 1000000',
      ]),
    );
  });

  test('syncs every write, and leaves the message size at the default that readers expect', () => {
    expect(lines()).toContain('sync_interval: always');
    expect(lines().some((line) => line.startsWith('max_payload'))).toBe(false);
  });

  test('lets no path end its own line or its quotes', () => {
    const evil = '/x"\n}\nport: 4222\nauthorization { token: "t" }\r\n#\\';
    for (const key of ['storeDir', 'logFile', 'portsDir', 'host', 'serverName'] as const) {
      expect(lines({ [key]: evil })).toHaveLength(lines().length);
      const quoted = lines({ [key]: evil }).find((line) => line.includes('/x'));
      expect(JSON.parse(quoted?.slice(quoted.indexOf('"')) ?? '')).toBe(evil);
    }
    expect(lines({ storeDir: 'C:\\Users\\a b\\store' })).toContain(
      'store_dir: "C:\\\\Users\\\\a b\\\\store"',
    );
  });

  test('without trust asks for no login, with trust names it and lets no account be deleted', () => {
    const text = lines().join('\n');
    for (const word of ['operator', 'resolver', 'system_account']) expect(text).not.toContain(word);
    const system = generateKey('account');
    const signing = generateKey('account');
    const trust: Trust = {
      space: 'main',
      operatorJwt: 'ey.operator.jwt',
      operatorSigningKey: generateKey('operator'),
      accountPublicKey: generateKey('account').publicKey,
      accountJwt: 'ey.account.jwt',
      accountSigningKey: signing,
      systemAccount: { publicKey: system.publicKey, jwt: 'ey.system.jwt' },
    };
    const trusted = lines({ trust });
    expect(trusted).toContain('operator: "ey.operator.jwt"');
    expect(trusted).toContain(`system_account: "${system.publicKey}"`);
    expect(trusted).toContain(`resolver_preload: { ${system.publicKey}: "ey.system.jwt" }`);
    expect(trusted.find((line) => line.startsWith('resolver:'))).toContain('allow_delete: false');
    for (const key of [signing, trust.operatorSigningKey]) {
      expect(trusted.join('\n')).not.toContain(key.seed.reveal());
    }
  });
});
