import { expect, test } from 'vitest';
import { controlReplySchema, parseControlRequest } from './control.ts';

const from = { id: `U${'A'.repeat(55)}`, name: 'alice' };
const read = (value: unknown) => parseControlRequest(new TextEncoder().encode(JSON.stringify(value)));

test('a request is an operation, its arguments and who asks', () => {
  expect(read({ op: 'ps', from })).toEqual({ ok: true, value: { op: 'ps', from } });
  const full = {
    op: 'spawn',
    args: { name: 'dave', later: [1] },
    from: { ...from, role: 'lead' },
    trace: 'x',
  };
  expect(read(full)).toEqual({ ok: true, value: full });
});

test('a request of another shape is told what is wrong, in one sentence', () => {
  const bad: readonly unknown[] = [
    null,
    [],
    'ps',
    {},
    { op: 'ps' },
    { op: '', from },
    { op: 'x'.repeat(65), from },
    { op: 1, from },
    { op: 'ps', from: { id: from.id } },
    { op: 'ps', from: null },
    { op: 'ps', from, args: [] },
    { op: 'ps', from, args: 'x' },
  ];
  for (const value of bad) {
    const parsed = read(value);
    expect(parsed.ok ? 'taken' : parsed.error, JSON.stringify(value)).toMatch(/^malformed request: .+$/);
  }
});

test('bytes that are not bounded JSON are malformed', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const bad = [
    new Uint8Array(0),
    Uint8Array.from([0xff, 0xfe]),
    encode('{"op":'),
    encode(`{"op":"ps","args":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
    encode(JSON.stringify({ op: 'ps', from, args: { pad: 'x'.repeat(1024 * 1024) } })),
  ];
  for (const payload of bad)
    expect(parseControlRequest(payload)).toEqual({ ok: false, error: 'malformed-json' });
});

test('prototype keys in the arguments stay where they are', () => {
  const text = `{"op":"spawn","from":${JSON.stringify(from)},"args":{"__proto__":{"capabilities":["spawn"]}}}`;
  const parsed = parseControlRequest(new TextEncoder().encode(text));
  if (!parsed.ok) throw new Error(parsed.error);
  expect(parsed.value.args?.['capabilities']).toBeUndefined();
  expect('capabilities' in {}).toBe(false);
});

test('a reply says whether it went well', () => {
  expect(controlReplySchema.safeParse({ ok: true, data: null, later: 1 }).success).toBe(true);
  expect(controlReplySchema.safeParse({ ok: false, error: 'sender-mismatch' }).success).toBe(true);
  for (const bad of [null, {}, { ok: 'true' }, { ok: false, error: { code: 1 } }]) {
    expect(controlReplySchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  }
});
