import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Tokens by their hash, each with an end: what is kept cannot be used by whoever reads it. */
export interface TokenStore {
  /** A new random token of 32 bytes that lives `lifeMs`. */
  issue(lifeMs: number): string;
  /** Is it one of ours, and not past its end? */
  accepts(token: string): boolean;
  /** As `accepts`, and used up whatever comes of it. */
  redeem(token: string): boolean;
}

/** The oldest goes when there are more; nobody opens as many windows within their life. */
const MAX_TOKENS = 64;

/** Keeps tokens hashed and compares them in constant time. */
export function createTokenStore(now: () => number): TokenStore {
  let entries: { readonly digest: Buffer; readonly until: number }[] = [];
  const find = (token: string) => {
    const digest = digestOf(token);
    return entries.filter((entry) => timingSafeEqual(entry.digest, digest))[0];
  };
  return {
    issue(lifeMs) {
      const token = randomSecret();
      entries = entries.filter((entry) => entry.until > now()).slice(1 - MAX_TOKENS);
      entries.push({ digest: digestOf(token), until: now() + lifeMs });
      return token;
    },
    accepts(token) {
      const found = find(token);
      return found !== undefined && found.until > now();
    },
    redeem(token) {
      const found = find(token);
      entries = entries.filter((entry) => entry !== found);
      return found !== undefined && found.until > now();
    },
  };
}

/** 32 random bytes as text. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Are these the same secret? By digest, so that neither length nor content shows in the time it takes. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b));
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
