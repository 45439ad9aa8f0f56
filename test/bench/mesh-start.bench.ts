import { promises as fs } from 'node:fs';
import path from 'node:path';
import { startBroker } from '../../main/cotal/broker/broker.ts';
import { findBroker } from '../../main/cotal/broker/find.ts';
import { openTrust } from '../../main/cotal/broker/trust.ts';
import { mint } from '../../main/cotal/nats/mint.ts';
import { meshPaths } from '../../main/cotal/workspace/home.ts';
import type { InstanceId, MeshId } from '../../shared/base/ids.ts';
import { bucketSpecs, streamSpecs } from '../../shared/cotal/streams.ts';
import { provisionerGrants } from '../../shared/cotal/profiles.ts';
import { jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { median, row, runToEnd, timed, withTempDir, type Row } from './floor.ts';
import { BUDGET, NAMES, SPACE } from './mesh.ts';

const RUNS = 7;
const appDir = path.resolve('out', 'app');

/** `cotal up --detach` in an empty folder of an empty machine home, from the command to its end. */
async function ours(base: string): Promise<number> {
  const folder = path.join(base, 'work');
  await fs.mkdir(folder);
  const env = { ...process.env, COTAL_HOME: path.join(base, 'home'), XDG_RUNTIME_DIR: base };
  const cli = (args: readonly string[]): Promise<void> =>
    runToEnd(process.execPath, [path.join(appDir, 'main', 'cli.mjs'), ...args], { cwd: folder, env });
  const ms = await timed(() => cli(['up', '--detach']));
  const { pid } = JSON.parse(await fs.readFile(path.join(base, 'home', 'host', 'state.json'), 'utf8')) as {
    pid: number;
  };
  await cli(['down']);
  await ended(pid);
  return ms;
}

/** The host goes on for a moment after the last mesh is down; the next run must not share the machine with it. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The same steps with bare parts: two Node starts, keys, nats-server, the same streams by a raw client. */
async function floor(base: string): Promise<number> {
  const paths = meshPaths(base, '0123456789abcdef' as MeshId);
  let stop: () => Promise<void> = async () => undefined;
  const ms = await timed(async () => {
    for (let i = 0; i < 2; i++) await runToEnd(process.execPath, ['-e', '0']);
    const trust = await openTrust(paths, SPACE);
    const quiet = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    };
    const broker = await startBroker({
      paths,
      serverName: 'bare',
      host: '127.0.0.1',
      port: -1,
      portIsExplicit: false,
      storeDir: path.join(base, 'store'),
      budgetBytes: BUDGET,
      logFile: path.join(base, 'nats.log'),
      trust,
      binary: () => findBroker(appDir),
      now: Date.now,
      log: quiet,
    });
    const { credentials } = await mint(trust, 'raw', (id: InstanceId) => provisionerGrants(NAMES, id), {
      now: Date.now(),
    });
    const seed = new TextEncoder().encode(credentials.key.seed.reveal());
    const nc = await connect({
      servers: `nats://127.0.0.1:${broker.port}`,
      authenticator: jwtAuthenticator(credentials.jwt.reveal(), seed),
      inboxPrefix: `_INBOX_${credentials.id}`,
    });
    const jsm = await jetstreamManager(nc, { checkAPI: false });
    for (const spec of [...streamSpecs(NAMES, BUDGET), ...bucketSpecs(NAMES, BUDGET)])
      await jsm.streams.add(spec as unknown as StreamConfig);
    stop = async () => {
      await nc.close();
      await broker.stop();
    };
  });
  await stop();
  return ms;
}

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const mine: number[] = [];
  const bare: number[] = [];
  // Interleaved, so that a slow moment of the machine meets both.
  for (let i = 0; i < RUNS; i++) {
    mine.push(await withTempDir(ours));
    bare.push(await withTempDir(floor));
  }
  return {
    name: 'mesh-start',
    rows: [row('cotal up --detach, empty folder to ready', 'ms', median(mine), median(bare), RUNS)],
  };
}
