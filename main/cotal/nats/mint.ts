import { encodeUser } from '@nats-io/jwt';
import type { InstanceId } from '../../../shared/base/ids.ts';
import { secret, type Secret } from '../../../shared/base/secret.ts';
import type { Grants } from '../../../shared/cotal/profiles.ts';
import { formatCreds, type Credentials } from './credentials.ts';
import { generateKey, type NatsKey } from './keys.ts';

/** What mints the credentials of a space: the account and its signing key, nothing above it. */
export interface Signer {
  readonly accountPublicKey: string;
  readonly accountSigningKey: NatsKey;
}

export interface Minted {
  readonly credentials: Credentials;
  /** The creds file text. */
  readonly creds: Secret;
}

const DAY_MS = 86_400_000;
/** Credentials expire; managed ones are renewed before they do (decision 6). */
const CREDENTIAL_LIFE_MS = 30 * DAY_MS;

/**
 * Mints one credential. `grants` gets the new id, because grants name it; pass `key` to renew an identity.
 * `name` is the profile, as the public peers have it.
 */
export async function mint(
  signer: Signer,
  name: string,
  grants: (id: InstanceId) => Grants,
  options: { readonly now: number; readonly lifeMs?: number; readonly key?: NatsKey },
): Promise<Minted> {
  const key = options.key ?? generateKey('user');
  const id = key.publicKey as InstanceId;
  const allowed = grants(id);
  const expiresAt = Math.floor((options.now + (options.lifeMs ?? CREDENTIAL_LIFE_MS)) / 1000);
  const permissions = {
    pub: { allow: [...allowed.pubAllow], deny: [...allowed.pubDeny] },
    sub: { allow: [...allowed.subAllow], deny: [] },
    ...(allowed.responsesMs === undefined ? {} : { resp: { max: 1, ttl: allowed.responsesMs * 1_000_000 } }),
  };
  // With a signing key the account has to be named as issuer, else the token lacks `issuer_account`.
  const jwt = await encodeUser(name, key.pair, signer.accountPublicKey, permissions, {
    signer: signer.accountSigningKey.pair,
    exp: expiresAt,
  });
  const credentials: Credentials = { id, jwt: secret(jwt), key, expiresAt: expiresAt * 1000 };
  return { credentials, creds: secret(formatCreds(jwt, key.seed.reveal())) };
}
