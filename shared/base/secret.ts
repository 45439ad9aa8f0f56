import type { Branded } from './ids.ts';

/** A secret text: whatever prints, logs or serialises it gets `[secret]`; only `reveal` gives it out. */
export interface Secret {
  readonly reveal: () => string;
  toString(): string;
  toJSON(): string;
}

const HIDDEN = '[secret]' as Branded<'Hidden'>;

export function secret(value: string): Secret {
  return { reveal: () => value, toString: () => HIDDEN, toJSON: () => HIDDEN };
}
