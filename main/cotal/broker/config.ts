import type { Trust } from './trust.ts';

/** Everything the broker's configuration depends on. */
export interface BrokerConfig {
  /** Carries this mesh's nonce: whoever answers with it is this mesh's broker. */
  readonly serverName: string;
  readonly host: string;
  /** -1 lets the server choose, once. */
  readonly port: number;
  readonly storeDir: string;
  readonly resolverDir: string;
  readonly portsDir: string;
  readonly logFile: string;
  readonly budgetBytes: number;
  readonly trust: Trust | undefined;
}

const MEMORY_BUDGET = 256 * 1024 * 1024;

/** The configuration file, written anew at every start (decision 9). */
export function brokerConfigText(c: BrokerConfig): string {
  const q = (text: string): string => JSON.stringify(text);
  const lines = [
    `server_name: ${q(c.serverName)}`,
    `host: ${q(c.host)}`,
    `port: ${c.port}`,
    `ports_file_dir: ${q(c.portsDir)}`,
    `log_file: ${q(c.logFile)}`,
    'logfile_size_limit: 10MB',
    'logfile_max_num: 4',
    // A user token with many channels passes the default of 4 KiB, and the server then just drops the connection.
    'max_control_line: 65536',
    'jetstream {',
    `  store_dir: ${q(c.storeDir)}`,
    // "Sent" has to survive a power cut: there is no replica, this disk is the only copy.
    '  sync_interval: always',
    `  max_file_store: ${c.budgetBytes}`,
    `  max_memory_store: ${MEMORY_BUDGET}`,
    '}',
  ];
  if (c.trust !== undefined) {
    lines.push(
      `operator: ${q(c.trust.operatorJwt)}`,
      `system_account: ${q(c.trust.systemAccount.publicKey)}`,
      // The full resolver takes pushed account tokens: a revocation drops one user, not everybody.
      `resolver: { type: full, dir: ${q(c.resolverDir)}, allow_delete: false, interval: "2m" }`,
      `resolver_preload: { ${c.trust.systemAccount.publicKey}: ${q(c.trust.systemAccount.jwt)} }`,
    );
  }
  return `${lines.join('\n')}\n`;
}
