import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { ChannelPattern, InstanceId } from '../../shared/base/ids.ts';
import type { Logger } from '../../shared/base/log.ts';
import type { Now } from '../../shared/base/time.ts';
import { agentGrants, type AgentScope, type Grants } from '../../shared/cotal/profiles.ts';
import type { SpaceNames } from '../../shared/cotal/subjects.ts';
import { revoke, type Trust } from '../cotal/broker/trust.ts';
import { openConnection, type Connection } from '../cotal/nats/connection.ts';
import { readCredsFile, type Credentials } from '../cotal/nats/credentials.ts';
import { generateKey } from '../cotal/nats/keys.ts';
import { mint, type Minted } from '../cotal/nats/mint.ts';
import { provisionMember, retireMember } from '../cotal/nats/provision.ts';
import { exists, writeFileAtomic } from '../cotal/workspace/files.ts';
import type { MeshPlace } from './mesh-record.ts';

/** Who acts on a mesh for the host, and the minting of everybody else. In open mode there are no credentials. */
export interface Identities {
  /** A connection under one of the host's own narrow profiles. */
  connect(name: string, grants: (n: SpaceNames, id: InstanceId) => Grants): Promise<Connection>;
  /** Runs something as the provisioner, over a connection that lives only that long. */
  asProvisioner<T>(work: (c: Connection) => Promise<T>): Promise<T>;
  /** An identity that is kept in a file: read, or made and provisioned. */
  keep(
    file: string,
    scope: Omit<AgentScope, 'id'>,
  ): Promise<{ id: InstanceId; credentials?: () => Credentials }>;
  admit(
    scope: Omit<AgentScope, 'id'>,
    keep: InstanceId | undefined,
  ): Promise<{ id: InstanceId; credsFile?: string }>;
  retire(id: InstanceId): Promise<void>;
  /** Mints for somebody outside; provisioned on demand. */
  mintFor(
    profile: string,
    grants: (id: InstanceId) => Grants,
    member: Omit<AgentScope, 'id'> | undefined,
  ): Promise<Minted>;
  stop(): void;
}

const RENEW_BEFORE_MS = 10 * 86_400_000;
const RENEW_CHECK_MS = 3_600_000;

export function createIdentities(deps: {
  readonly place: MeshPlace;
  readonly names: SpaceNames;
  readonly trust: Trust | undefined;
  readonly server: () => string;
  readonly credsDir: string;
  readonly provisionerGrants: (n: SpaceNames, id: InstanceId) => Grants;
  readonly now: Now;
  readonly log: Logger;
}): Identities {
  const { place, names, now, log } = deps;
  let { trust } = deps;
  /** Trust changes one after the other: each signs the whole account token anew. */
  let revoking: Promise<void> = Promise.resolve();
  const managed = new Map<InstanceId, Omit<AgentScope, 'id'>>();
  const fileOf = (id: InstanceId): string => path.join(deps.credsDir, 'managed', `${id}.creds`);

  async function connect(
    name: string,
    grants: (n: SpaceNames, id: InstanceId) => Grants,
  ): Promise<Connection> {
    const base = { servers: deps.server(), name, firstConnectMs: 5000, now };
    if (trust === undefined)
      return openConnection({ ...base, id: generateKey('user').publicKey as InstanceId });
    const signer = trust;
    let current = await mint(signer, name, (id) => grants(names, id), { now: now() });
    const { id, key } = current.credentials;
    const credentials = (): Credentials => {
      const { expiresAt } = current.credentials;
      if (expiresAt !== null && expiresAt - now() < RENEW_BEFORE_MS) {
        void mint(signer, name, (i) => grants(names, i), { now: now(), key }).then((m) => (current = m));
      }
      return current.credentials;
    };
    return openConnection({ ...base, id, credentials });
  }

  async function asProvisioner<T>(work: (c: Connection) => Promise<T>): Promise<T> {
    const c = await connect('provisioner', deps.provisionerGrants);
    try {
      return await work(c);
    } finally {
      await c.close();
    }
  }

  const provision = (id: InstanceId, scope: Omit<AgentScope, 'id'>): Promise<void> =>
    asProvisioner((c) => provisionMember(c, names, { id, ...scope }, now()));

  async function mintAgent(scope: Omit<AgentScope, 'id'>, key?: Credentials['key']): Promise<Minted> {
    if (trust === undefined) throw new Error('an open mesh mints nothing');
    return mint(trust, 'agent', (id) => agentGrants(names, { id, ...scope }), {
      now: now(),
      ...(key === undefined ? {} : { key }),
    });
  }

  async function renew(): Promise<void> {
    for (const [id, scope] of managed) {
      const file = fileOf(id);
      const { key, expiresAt } = readCredsFile(file);
      if (expiresAt === null || expiresAt - now() > RENEW_BEFORE_MS) continue;
      await writeFileAtomic(file, (await mintAgent(scope, key)).creds.reveal());
      log.info({ id }, 'a managed credential was renewed');
    }
  }
  const timer = setInterval(
    () =>
      void renew().catch((error: unknown) => log.error({ err: error }, 'credentials could not be renewed')),
    RENEW_CHECK_MS,
  );

  return {
    connect,
    asProvisioner,
    async keep(file, scope) {
      if (trust === undefined) {
        const idFile = `${file}.id`;
        const stored = (await exists(idFile)) ? (await fs.readFile(idFile, 'utf8')).trim() : undefined;
        const id = (stored ?? generateKey('user').publicKey) as InstanceId;
        if (stored === undefined) await writeFileAtomic(idFile, `${id}\n`);
        await provision(id, scope);
        return { id };
      }
      const old = (await exists(file)) ? readCredsFile(file) : undefined;
      const fresh = old !== undefined && (old.expiresAt === null || old.expiresAt - now() > RENEW_BEFORE_MS);
      const minted = fresh ? undefined : await mintAgent(scope, old?.key);
      if (minted !== undefined) await writeFileAtomic(file, minted.creds.reveal());
      const id = minted?.credentials.id ?? readCredsFile(file).id;
      if (old === undefined) await provision(id, scope);
      return { id, credentials: () => readCredsFile(file) };
    },
    async admit(scope, keep) {
      if (trust === undefined) {
        const id = keep ?? (generateKey('user').publicKey as InstanceId);
        await provision(id, scope);
        return { id };
      }
      const key =
        keep !== undefined && (await exists(fileOf(keep))) ? readCredsFile(fileOf(keep)).key : undefined;
      const minted = await mintAgent(scope, key);
      const { id } = minted.credentials;
      await writeFileAtomic(fileOf(id), minted.creds.reveal());
      try {
        await provision(id, scope);
      } catch (error) {
        if (keep === undefined) await fs.rm(fileOf(id), { force: true });
        throw error;
      }
      managed.set(id, scope);
      return { id, credsFile: fileOf(id) };
    },
    async retire(id) {
      managed.delete(id);
      await fs.rm(fileOf(id), { force: true });
      await asProvisioner((c) => retireMember(c, names, id));
      if (trust === undefined) return;
      const next = revoking.then(async () => {
        if (trust !== undefined)
          trust = await revoke(place.paths, trust, deps.server(), place.record.storeDir, [id], now());
      });
      revoking = next.catch(() => undefined);
      await next;
    },
    async mintFor(profile, grants, member) {
      if (trust === undefined) throw new Error('an open mesh mints nothing');
      const minted = await mint(trust, profile, grants, { now: now() });
      if (member !== undefined) await provision(minted.credentials.id, member);
      return minted;
    },
    stop: () => clearInterval(timer),
  };
}

/** What the person may do in their own space: read and write every channel. */
export const PERSON_SCOPE = {
  role: 'human',
  allowSubscribe: ['>'] as unknown as ChannelPattern[],
  allowPublish: ['>'] as unknown as ChannelPattern[],
  capabilities: [],
} as unknown as Omit<AgentScope, 'id'>;
