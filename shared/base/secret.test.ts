import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Fault } from './refusal.ts';
import { secret } from './secret.ts';

const SEED = 'SUAFAKESEEDTHATMUSTNOTBEPRINTED';

test('only reveal gives the value out', () => {
  expect(secret(SEED).reveal()).toBe(SEED);
  expect(secret('').reveal()).toBe('');
});

test('printing, logging and serialising hide it', () => {
  const held = secret(SEED);
  const shown = [
    String(held),
    JSON.stringify(held),
    JSON.stringify({ creds: { seed: held }, list: [held] }),
    inspect(held, { depth: 10, showHidden: true }),
    inspect({ held }, { getters: true }),
    inspect(new Fault('x', 'It failed.', { why: `with ${String(held)}`, remedy: '', cause: { held } })),
    Object.values(held).filter((v) => typeof v === 'string'),
  ].join('\n');
  expect(shown).not.toContain(SEED);
  expect(String(held)).toBe('[secret]');
});
