import path from 'node:path';
import { decode, encodeAccount, encodeOperator, encodeUser, type Account } from '@nats-io/jwt';
import { connect } from '@nats-io/transport-node';
import { z } from 'zod';
import { Fault, messageOf } from '../../../shared/base/refusal.ts';
import { sanitizeToken } from '../../../shared/cotal/subjects.ts';
import { formatCreds, readCredsFile } from '../nats/credentials.ts';
import { generateKey, keyOfSeed, type NatsKey } from '../nats/keys.ts';
import type { Signer } from '../nats/mint.ts';
import { ensurePrivateDir, readJson, writeFileAtomic, writeJson } from '../workspace/files.ts';
import type { MeshPaths } from '../workspace/home.ts';

/** The trust of one space: operator over account over users (Cotal §9). */
export interface Trust extends Signer {
  readonly space: string;
  readonly operatorJwt: string;
  readonly operatorSigningKey: NatsKey;
  readonly accountJwt: string;
  readonly systemAccount: { readonly publicKey: string; readonly jwt: string };
}

const signerSchema = z.object({
  space: z.string(),
  operator: z.object({ jwt: z.string(), signingSeed: z.string() }),
  account: z.object({ pub: z.string(), jwt: z.string(), signingSeed: z.string() }),
  sys: z.object({ pub: z.string(), jwt: z.string() }),
});

const UNLIMITED = {
  conn: -1,
  leaf: -1,
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
};
const REMEDY = 'Restore it from a backup, or make the mesh anew: cotal down, move its folder away, cotal up.';

/** Reads the trust of a mesh, or makes it at the first bring-up. */
export async function openTrust(paths: MeshPaths, space: string): Promise<Trust> {
  return (await readTrust(paths)) ?? createTrust(paths, space);
}

async function readTrust(paths: MeshPaths): Promise<Trust | undefined> {
  const stored = await readJson(paths.signer, signerSchema, REMEDY);
  if (stored === undefined) return undefined;
  try {
    return {
      space: stored.space,
      operatorJwt: stored.operator.jwt,
      operatorSigningKey: keyOfSeed(stored.operator.signingSeed),
      accountPublicKey: stored.account.pub,
      accountJwt: stored.account.jwt,
      accountSigningKey: keyOfSeed(stored.account.signingSeed),
      systemAccount: { publicKey: stored.sys.pub, jwt: stored.sys.jwt },
    };
  } catch (error) {
    throw new Fault('corrupt-file', `${paths.signer} is damaged.`, {
      why: messageOf(error),
      remedy: REMEDY,
      cause: error,
    });
  }
}

async function createTrust(paths: MeshPaths, space: string): Promise<Trust> {
  await ensurePrivateDir(paths.authDir);
  const [operator, operatorSigning] = [generateKey('operator'), generateKey('operator')];
  const [account, accountSigning, sys] = [
    generateKey('account'),
    generateKey('account'),
    generateKey('account'),
  ];
  const token = sanitizeToken(space);
  const operatorJwt = await encodeOperator(`cotal-${token}`, operator.pair, {
    system_account: sys.publicKey,
    signing_keys: [operatorSigning.publicKey],
  });
  const accountJwt = await encodeAccount(
    token,
    account.pair,
    {
      limits: { ...UNLIMITED, mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 } as NonNullable<
        Account['limits']
      >,
      signing_keys: [accountSigning.publicKey],
    },
    { signer: operatorSigning.pair },
  );
  // The broker refuses to start when the system account has JetStream.
  const sysJwt = await encodeAccount(
    'SYS',
    sys.pair,
    { limits: { ...UNLIMITED, mem_storage: 0, disk_storage: 0 } as NonNullable<Account['limits']> },
    { signer: operatorSigning.pair },
  );
  await writeSystemUser(paths, sys);
  // The roots are needed only to replace a signing key; nothing in daily use reads this file.
  await writeJson(paths.roots, {
    space,
    operatorSeed: operator.seed.reveal(),
    accountSeed: account.seed.reveal(),
  });
  const trust: Trust = {
    space,
    operatorJwt,
    operatorSigningKey: operatorSigning,
    accountPublicKey: account.publicKey,
    accountJwt,
    accountSigningKey: accountSigning,
    systemAccount: { publicKey: sys.publicKey, jwt: sysJwt },
  };
  await writeTrust(paths, trust);
  return trust;
}

/** A login of the system account that can push account claims, and nothing else; the account's seed is not kept. */
async function writeSystemUser(paths: MeshPaths, sys: NatsKey): Promise<void> {
  const user = generateKey('user');
  const permissions = {
    pub: { allow: ['$SYS.REQ.CLAIMS.UPDATE'], deny: [] },
    sub: { allow: ['_INBOX.>'], deny: [] },
  };
  const jwt = await encodeUser('claims', user.pair, sys.pair, permissions, { signer: sys.pair });
  await writeFileAtomic(paths.sysCreds, formatCreds(jwt, user.seed.reveal()));
}

async function writeTrust(paths: MeshPaths, trust: Trust): Promise<void> {
  await writeJson(paths.signer, {
    space: trust.space,
    operator: { jwt: trust.operatorJwt, signingSeed: trust.operatorSigningKey.seed.reveal() },
    account: {
      pub: trust.accountPublicKey,
      jwt: trust.accountJwt,
      signingSeed: trust.accountSigningKey.seed.reveal(),
    },
    sys: { pub: trust.systemAccount.publicKey, jwt: trust.systemAccount.jwt },
  });
}

/** Where the broker's resolver keeps account tokens. */
export const resolverDir = (storeDir: string): string => path.join(storeDir, 'jwt');

/** Puts the account token where the broker looks it up, unless a newer one is there. */
export async function seedResolver(storeDir: string, trust: Trust): Promise<void> {
  const dir = resolverDir(storeDir);
  await ensurePrivateDir(dir);
  await writeFileAtomic(path.join(dir, `${trust.accountPublicKey}.jwt`), trust.accountJwt);
}

/**
 * Revokes identities: everything minted for them until now stops working, and the broker drops their connections.
 * The new account token is on disk before it is pushed, so a crash in between cannot lose the revocation.
 */
export async function revoke(
  paths: MeshPaths,
  trust: Trust,
  server: string,
  storeDir: string,
  ids: readonly string[],
  now: number,
): Promise<Trust> {
  const claims = decode<Account>(trust.accountJwt);
  const revocations = {
    ...claims.nats.revocations,
    ...Object.fromEntries(ids.map((id) => [id, Math.floor(now / 1000)])),
  };
  const {
    type: _type,
    version: _version,
    ...account
  } = claims.nats as Account & { type?: string; version?: number };
  const accountJwt = await encodeAccount(
    claims.name,
    trust.accountPublicKey,
    { ...account, revocations },
    { signer: trust.operatorSigningKey.pair },
  );
  const next: Trust = { ...trust, accountJwt };
  await writeTrust(paths, next);
  await pushClaims(paths, server, accountJwt).catch(async (error: unknown) => {
    // A broker that is down reads the token from the folder when it starts.
    await seedResolver(storeDir, next);
    throw error;
  });
  return next;
}

async function pushClaims(paths: MeshPaths, server: string, jwt: string): Promise<void> {
  const creds = readCredsFile(paths.sysCreds);
  const nc = await connect({
    servers: server,
    name: 'cotal:claims',
    authenticator: (nonce?: string) => ({
      jwt: creds.jwt.reveal(),
      nkey: creds.id,
      sig: Buffer.from(creds.key.sign(new TextEncoder().encode(nonce ?? ''))).toString('base64url'),
    }),
    reconnect: false,
    timeout: 3000,
  });
  try {
    const reply = await nc.request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout: 3000 });
    const answer = reply.json<{ error?: { description?: string } }>();
    if (answer.error !== undefined)
      throw new Error(answer.error.description ?? 'the broker refused the new account token');
  } finally {
    await nc.close();
  }
}
