import type { z } from 'zod';

/**
 * A decision against something that came from outside: returned, never thrown.
 * `code` is the specification's token where it has one; `ref` names the section that decided.
 */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: string;
  readonly ref: string;
  readonly sentence: string;
}

export function refusal(code: string, ref: string, sentence: string): Refusal {
  return { kind: 'refusal', code, ref, sentence };
}

/** What a fault tells the person besides its first sentence. */
export interface FaultDetail {
  /** Why it happened, one sentence. */
  readonly why: string;
  /** What the person can do about it, one sentence. */
  readonly remedy: string;
  readonly cause?: unknown;
}

/** A local failure: thrown, with a cause, and in words that can be shown to a person as they are. */
export class Fault extends Error {
  readonly code: string;
  readonly what: string;
  readonly why: string;
  readonly remedy: string;

  constructor(code: string, what: string, detail: FaultDetail) {
    super(`${what} ${detail.why}`.trim(), detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'Fault';
    this.code = code;
    this.what = what;
    this.why = detail.why;
    this.remedy = detail.remedy;
  }
}

/** The message of anything that was thrown, in one line. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Wraps whatever was thrown in a Fault; a Fault passes through unchanged. */
export function asFault(thrown: unknown, code: string, what: string, remedy: string): Fault {
  if (thrown instanceof Fault) return thrown;
  return new Fault(code, what, { why: messageOf(thrown), remedy, cause: thrown });
}

/** The first problem that a schema found, as `path: message`. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'does not have the expected shape';
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

/** Marks code that cannot be reached when every case of a union is handled. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
