import { createPrivateKey, sign as edSign, type KeyObject } from 'node:crypto';
import {
  createAccount,
  createOperator,
  createUser,
  fromPublic,
  fromSeed,
  type KeyPair,
} from '@nats-io/nkeys';
import { secret, type Secret } from '../../../shared/base/secret.ts';

/**
 * NATS keys authenticate connections and sign NATS tokens only; they never sign a protocol object. Signatures are
 * made by node:crypto: the pure JavaScript ones of the key library cost 8 ms each, ours a tenth.
 */
export interface NatsKey {
  readonly publicKey: string;
  readonly seed: Secret;
  sign(data: Uint8Array): Uint8Array;
  /** In the key library's own shape, for its token encoder; signs with node:crypto all the same. */
  readonly pair: KeyPair;
}

export type KeyKind = 'operator' | 'account' | 'user';

const CREATE = { operator: createOperator, account: createAccount, user: createUser } as const;

export function generateKey(kind: KeyKind): NatsKey {
  return wrap(CREATE[kind]());
}

/** The key of a seed text. Throws when it is not a seed. */
export function keyOfSeed(seed: string): NatsKey {
  // The library accepts more than one spelling of a seed and keeps the one it got; only the canonical one may pass:
  // 36 bytes in 58 characters, the last of which has two bits to spare.
  if (!/^S[A-Z2-7]{57}$/.test(seed) || BASE32.indexOf(seed.slice(-1)) % 4 !== 0) {
    throw new Error('it is not a seed in its canonical spelling');
  }
  return wrap(fromSeed(new TextEncoder().encode(seed)));
}

function wrap(pair: KeyPair): NatsKey {
  const seed = new TextDecoder().decode(pair.getSeed());
  const publicKey = pair.getPublicKey();
  const key = privateKeyOf(seed);
  const sign = (data: Uint8Array): Uint8Array => new Uint8Array(edSign(null, data, key));
  const verifier = fromPublic(publicKey);
  return {
    publicKey,
    seed: secret(seed),
    sign,
    pair: {
      getPublicKey: () => publicKey,
      getPrivateKey: () => pair.getPrivateKey(),
      getSeed: () => pair.getSeed(),
      sign,
      verify: (data, signature) => verifier.verify(data, signature),
      clear: () => pair.clear(),
      seal: (input, recipient, nonce) => pair.seal(input, recipient, nonce),
      open: (message, sender) => pair.open(message, sender),
    },
  };
}

// RFC 8410: the fixed head of an Ed25519 private key in PKCS#8, followed by the 32 raw bytes.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKeyOf(seed: string): KeyObject {
  // A seed text is base32 of two prefix bytes, 32 key bytes and a checksum.
  const raw = base32(seed).subarray(2, 34);
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, raw]), format: 'der', type: 'pkcs8' });
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(text: string): Buffer {
  const out: number[] = [];
  let bits = 0;
  let value = 0;
  for (const char of text) {
    value = ((value << 5) | BASE32.indexOf(char)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      out.push((value >> bits) & 0xff);
    }
  }
  return Buffer.from(out);
}
