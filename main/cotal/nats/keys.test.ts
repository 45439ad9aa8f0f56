import { inspect } from 'node:util';
import { fromPublic, fromSeed } from '@nats-io/nkeys';
import { expect, test } from 'vitest';
import { generateKey, keyOfSeed, type KeyKind } from './keys.ts';

const KINDS: readonly (readonly [KeyKind, string, string])[] = [
  ['operator', 'O', 'SO'],
  ['account', 'A', 'SA'],
  ['user', 'U', 'SU'],
];
const data = new TextEncoder().encode('what is signed');

test('a key says its kind in its first letters and comes back from its seed', () => {
  for (const [kind, publicPrefix, seedPrefix] of KINDS) {
    const key = generateKey(kind);
    expect(key.publicKey, kind).toMatch(new RegExp(`^${publicPrefix}[A-Z2-7]{55}$`));
    expect(key.seed.reveal(), kind).toMatch(new RegExp(`^${seedPrefix}[A-Z2-7]{56}$`));
    expect(keyOfSeed(key.seed.reveal()).publicKey).toBe(key.publicKey);
    expect(generateKey(kind).publicKey).not.toBe(key.publicKey);
  }
});

test('a signature is the one that the key library makes', () => {
  for (let i = 0; i < 20; i++) {
    const key = generateKey('user');
    const theirs = fromSeed(new TextEncoder().encode(key.seed.reveal())).sign(data);
    expect(key.sign(data)).toEqual(theirs);
    expect(key.pair.sign(data)).toEqual(theirs);
    expect(fromPublic(key.publicKey).verify(data, key.sign(data))).toBe(true);
  }
});

test('a signature of other data, another key or other bytes is no signature', () => {
  const key = generateKey('user');
  const signature = key.sign(data);
  expect(key.pair.verify(data, signature)).toBe(true);
  expect(key.pair.verify(new TextEncoder().encode('other'), signature)).toBe(false);
  expect(generateKey('user').pair.verify(data, signature)).toBe(false);
  signature[0] = (signature[0] ?? 0) ^ 1;
  expect(key.pair.verify(data, signature)).toBe(false);
});

test('what is not exactly a seed is refused', () => {
  const key = generateKey('user');
  const seed = key.seed.reveal();
  const flipped = `${seed.slice(0, 20)}${seed[20] === 'A' ? 'B' : 'A'}${seed.slice(21)}`;
  const bad = [
    '',
    'SU',
    seed.slice(1),
    seed.slice(0, -1),
    `${seed}A`,
    seed.toLowerCase(),
    ` ${seed}`,
    `${seed}\n`,
  ];
  for (const text of [...bad, flipped, key.publicKey, 'x'.repeat(58), '日本', `${seed}=`]) {
    expect(() => keyOfSeed(text), JSON.stringify(text)).toThrow();
  }
});

test('a refusal does not repeat the seed, and printing a key does not show it', () => {
  const seed = generateKey('account').seed.reveal();
  for (const broken of [`${seed}A`, seed.slice(0, -1), seed.toLowerCase()]) {
    try {
      keyOfSeed(broken);
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain(broken.slice(2, 40));
    }
  }
  const key = keyOfSeed(seed);
  expect(inspect(key, { depth: 10 }) + JSON.stringify(key)).not.toContain(seed);
});
