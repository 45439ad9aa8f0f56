import { decode, type User } from '@nats-io/jwt';
import { describe, expect, test } from 'vitest';
import type { InstanceId, SpaceName } from '../../../shared/base/ids.ts';
import { agentGrants, supervisorGrants, type Grants } from '../../../shared/cotal/profiles.ts';
import { spaceNames } from '../../../shared/cotal/subjects.ts';
import { parseCreds } from './credentials.ts';
import { generateKey } from './keys.ts';
import { mint, type Signer } from './mint.ts';

const NOW = 1_710_000_000_500;
const account = generateKey('account');
const signer: Signer = { accountPublicKey: account.publicKey, accountSigningKey: generateKey('account') };
const n = spaceNames('main' as SpaceName);
const grants = (id: InstanceId): Grants =>
  agentGrants(n, { id, allowSubscribe: [], allowPublish: [], capabilities: [] });

describe('a minted credential', () => {
  test('is read back from its file text as itself', async () => {
    const { credentials, creds } = await mint(signer, 'agent', grants, { now: NOW });
    const parsed = parseCreds(creds.reveal());
    if (!parsed.ok) throw new Error(parsed.error.sentence);
    expect(parsed.value.id).toBe(credentials.id);
    expect(parsed.value.expiresAt).toBe(credentials.expiresAt);
    expect(parsed.value.jwt.reveal()).toBe(credentials.jwt.reveal());
    expect(parsed.value.key.seed.reveal()).toBe(credentials.key.seed.reveal());
  });

  test('names its account, is signed by the signing key, and allows exactly the grants of its own id', async () => {
    const { credentials } = await mint(signer, 'agent', grants, { now: NOW });
    const claims = decode<User>(credentials.jwt.reveal());
    const own = grants(credentials.id);
    expect(claims).toMatchObject({
      name: 'agent',
      sub: credentials.id,
      iss: signer.accountSigningKey.publicKey,
      nats: {
        issuer_account: account.publicKey,
        pub: { allow: own.pubAllow, deny: own.pubDeny },
        sub: { allow: own.subAllow },
      },
    });
    expect(claims.nats).not.toHaveProperty('resp');
    expect(JSON.stringify(claims)).not.toContain('undefined');
  });

  test('ends, in whole seconds, after thirty days or when it is told to', async () => {
    const usual = await mint(signer, 'agent', grants, { now: NOW });
    expect(usual.credentials.expiresAt).toBe(1_710_000_000_000 + 30 * 86_400_000);
    const short = await mint(signer, 'agent', grants, { now: NOW, lifeMs: 60_000 });
    expect(decode<User>(short.credentials.jwt.reveal()).exp).toBe(1_710_000_060);
  });

  test('of a new identity is new, of a given key is a renewal', async () => {
    const first = await mint(signer, 'agent', grants, { now: NOW });
    const second = await mint(signer, 'agent', grants, { now: NOW });
    expect(second.credentials.id).not.toBe(first.credentials.id);
    const renewed = await mint(signer, 'agent', grants, { now: NOW + 1000, key: first.credentials.key });
    expect(renewed.credentials.id).toBe(first.credentials.id);
    expect(renewed.credentials.jwt.reveal()).not.toBe(first.credentials.jwt.reveal());
  });

  test('may answer requests only where its profile says so', async () => {
    const { credentials } = await mint(signer, 'supervisor', (id) => supervisorGrants(n, id), { now: NOW });
    expect(decode<User>(credentials.jwt.reveal()).nats).toMatchObject({
      resp: { max: 1, ttl: 60_000_000_000 },
    });
  });

  test('does not show its secrets when it is printed', async () => {
    const minted = await mint(signer, 'agent', grants, { now: NOW });
    const shown = JSON.stringify(minted);
    expect(shown).not.toContain(minted.credentials.key.seed.reveal());
    expect(shown).not.toContain(minted.credentials.jwt.reveal());
  });
});
