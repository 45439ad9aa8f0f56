import { readFileSync } from 'node:fs';
import { decode, type User } from '@nats-io/jwt';
import type { InstanceId } from '../../../shared/base/ids.ts';
import { Fault, messageOf, refusal, type Refusal } from '../../../shared/base/refusal.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { secret, type Secret } from '../../../shared/base/secret.ts';
import { isUserNkey } from '../../../shared/cotal/names.ts';
import { keyOfSeed, type NatsKey } from './keys.ts';

/** One identity on the mesh: a token of the space's account and the key that it names (Cotal §2, §9). */
export interface Credentials {
  readonly id: InstanceId;
  readonly jwt: Secret;
  readonly key: NatsKey;
  /** Epoch milliseconds, or `null` for a credential without an end. */
  readonly expiresAt: number | null;
}

const MAX_CREDS = 128 * 1024;

/** The standard two-block text of a credential. */
export function formatCreds(jwt: string, seed: string): string {
  return [
    '-----BEGIN NATS USER JWT-----',
    jwt,
    '------END NATS USER JWT------',
    '',
    '************************* IMPORTANT *************************',
    'NKEY Seed printed below can be used to sign and prove identity.',
    'NKEYs are sensitive and should be treated as secrets.',
    '',
    '-----BEGIN USER NKEY SEED-----',
    seed,
    '------END USER NKEY SEED------',
    '',
    '*************************************************************',
    '',
  ].join('\n');
}

/** Parses a creds file. The token has to name the very key that the seed makes: a spliced file is refused. */
export function parseCreds(text: string): Result<Credentials, Refusal> {
  const bad = (sentence: string) => err(refusal('bad-creds', 'Cotal §2', sentence));
  if (text.length > MAX_CREDS) return bad('The credentials are larger than they can be.');
  const blocks = blocksOf(text);
  const [jwt, seed] = blocks;
  if (jwt === undefined || seed === undefined || blocks.length !== 2)
    return bad('The file does not hold a token block and a seed block.');
  try {
    const key = keyOfSeed(seed);
    const claims = decode<User>(jwt);
    if (claims.sub !== key.publicKey)
      return bad('The token and the seed in the file belong to different identities.');
    if (!isUserNkey(key.publicKey)) return bad('The seed in the file is not a user key.');
    const expiresAt = claims.exp === undefined || claims.exp === 0 ? null : claims.exp * 1000;
    return ok({ id: key.publicKey as InstanceId, jwt: secret(jwt), key, expiresAt });
  } catch (error) {
    return bad(`The credentials cannot be read (${messageOf(error)}).`);
  }
}

/** What stands between BEGIN and END lines. By line, because one pattern over a hostile file takes quadratic time. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let inside: string[] | undefined;
  for (const line of text.split('\n').map((l) => l.trim())) {
    if (/^-{3,}BEGIN [A-Z ]+-{3,}$/.test(line)) inside = [];
    else if (inside !== undefined && /^-{3,}END [A-Z ]+-{3,}$/.test(line)) {
      blocks.push(inside.join(' '));
      inside = undefined;
    } else if (line !== '') inside?.push(line);
  }
  return blocks;
}

/** Reads a creds file, synchronously because a reconnecting client asks for its newest content in a callback. */
export function readCredsFile(file: string): Credentials {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Fault('no-creds', `The credentials ${file} could not be read.`, {
      why: messageOf(error),
      remedy: 'Mint them again: cotal mint <name>.',
      cause: error,
    });
  }
  const parsed = parseCreds(text);
  if (parsed.ok) return parsed.value;
  throw new Fault('bad-creds', `The credentials ${file} cannot be used.`, {
    why: parsed.error.sentence,
    remedy: 'Mint them again: cotal mint <name>.',
  });
}
