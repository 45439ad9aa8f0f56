import path from 'node:path';
import { startBroker, type Broker } from '../../main/cotal/broker/broker.ts';
import { findBroker } from '../../main/cotal/broker/find.ts';
import { openTrust, type Trust } from '../../main/cotal/broker/trust.ts';
import { openConnection } from '../../main/cotal/nats/connection.ts';
import { mint } from '../../main/cotal/nats/mint.ts';
import { provisionMember, provisionSpace } from '../../main/cotal/nats/provision.ts';
import { startEndpoint, type Endpoint } from '../../main/cotal/nats/endpoint.ts';
import { meshPaths } from '../../main/cotal/workspace/home.ts';
import type { ChannelPattern, MeshId, SpaceName } from '../../shared/base/ids.ts';
import { agentGrants, provisionerGrants } from '../../shared/cotal/profiles.ts';
import { spaceNames } from '../../shared/cotal/subjects.ts';

export const BUDGET = 1024 ** 3;
export const SPACE = 'bench' as SpaceName;
export const NAMES = spaceNames(SPACE);
const QUIET = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export interface BenchMesh {
  readonly server: string;
  readonly trust: Trust;
  readonly broker: Broker;
  agent(name: string): Promise<Endpoint>;
  stop(): Promise<void>;
}

/** A real broker with trust, streams and agents, without the host around it. */
export async function startBenchMesh(dir: string, appDir: string): Promise<BenchMesh> {
  const paths = meshPaths(dir, '0123456789abcdef' as MeshId);
  const trust = await openTrust(paths, SPACE);
  const broker = await startBroker({
    paths,
    serverName: 'cotal-bench',
    host: '127.0.0.1',
    port: -1,
    portIsExplicit: false,
    storeDir: path.join(dir, 'store'),
    budgetBytes: BUDGET,
    logFile: path.join(dir, 'nats.log'),
    trust,
    binary: () => findBroker(appDir),
    now: Date.now,
    log: QUIET,
  });
  const server = `nats://127.0.0.1:${broker.port}`;
  const { credentials } = await mint(trust, 'provisioner', (id) => provisionerGrants(NAMES, id), {
    now: Date.now(),
  });
  const c = await openConnection({
    servers: server,
    name: 'provisioner',
    id: credentials.id,
    credentials: () => credentials,
    firstConnectMs: 5000,
    now: Date.now,
  });
  await provisionSpace(c, NAMES, { budgetBytes: BUDGET, mode: 'auth', complete: false });
  const agents: Endpoint[] = [];
  return {
    server,
    trust,
    broker,
    async agent(name) {
      const channels = ['general'] as unknown as ChannelPattern[];
      const scope = { allowSubscribe: channels, allowPublish: channels, capabilities: [] };
      const minted = await mint(trust, 'agent', (id) => agentGrants(NAMES, { id, ...scope }), {
        now: Date.now(),
      });
      const own = minted.credentials;
      await provisionMember(c, NAMES, { id: own.id, ...scope }, Date.now());
      const endpoint = await startEndpoint({
        space: SPACE,
        servers: server,
        id: own.id,
        credentials: () => own,
        firstConnectMs: 5000,
        now: Date.now,
        card: { name, kind: 'agent' },
        subscribe: channels,
        spool: path.join(dir, 'spool', own.id),
        log: QUIET,
      });
      agents.push(endpoint);
      return endpoint;
    },
    async stop() {
      for (const agent of agents) await agent.close();
      await c.close();
      await broker.stop();
    },
  };
}
