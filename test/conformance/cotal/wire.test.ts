import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { encodeMessage, messageSchema, parseDelivery } from '../../../shared/cotal/envelope.ts';
import { parseSubject } from '../../../shared/cotal/subjects.ts';

/** Cotal §12: the test vectors of the wire specification, and its schema as the authority on shapes (§5). */

const vectors = process.env['COTAL_VECTORS'] ?? path.join(import.meta.dirname, '../../../../shared/vectors');
const schemaFile = path.join(vectors, '../spec/cotal.schema.json');

const alice = 'UAQGWOEVJKMIO4WXSYOTLARXYOZTCXFK67JASEH6AFFFYK6FOPSKQCAD';
const bob = 'UDI36ZKVNUM5WMO4QQ6HDQU7F4OH2RCXOJRX6GAIOS5SKVNNSKCDNLJA';

const multicast = {
  id: '018f1d0a-0000-7000-9000-000000000001',
  ts: 1710000000000,
  space: 'main',
  from: { id: alice, name: 'alice', role: 'planner' },
  channel: 'team.backend',
  mentions: ['bob'],
  parts: [{ kind: 'text', text: 'Can you review this?' }],
  contextId: 'ctx-1',
};
const unicast = {
  id: '018f1d0a-0000-7000-9000-000000000002',
  ts: 1710000001000,
  space: 'main',
  from: { id: alice, name: 'alice' },
  to: bob,
  parts: [{ kind: 'text', text: 'Direct note.' }],
};

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('§12 subjects', () => {
  test('are parsed as the table says', () => {
    const space = 'main';
    expect(parseSubject(`cotal.main.chat.${alice}.team.backend`)).toEqual({
      kind: 'chat',
      space,
      sender: alice,
      channel: 'team.backend',
    });
    expect(parseSubject(`cotal.main.inst.${bob}.${alice}`)).toEqual({
      kind: 'inst',
      space,
      sender: alice,
      target: bob,
    });
    expect(parseSubject(`cotal.main.svc.reviewer.${alice}`)).toEqual({
      kind: 'svc',
      space,
      sender: alice,
      role: 'reviewer',
    });
    expect(parseSubject(`cotal.main.ctl.manager.${alice}`)).toEqual({
      kind: 'ctl',
      space,
      sender: alice,
      service: 'manager',
    });
    expect(parseSubject(`cotal.main.chat.${alice}`)).toBeUndefined();
  });
});

describe('§12 sample messages', () => {
  test('are delivered on the subjects they belong to', () => {
    expect(parseDelivery(`cotal.main.chat.${alice}.team.backend`, bytes(multicast))).toEqual({
      ok: true,
      value: { kind: 'channel', channel: 'team.backend', sender: alice, message: multicast },
    });
    expect(parseDelivery(`cotal.main.inst.${bob}.${alice}`, bytes(unicast))).toEqual({
      ok: true,
      value: { kind: 'dm', to: bob, sender: alice, message: unicast },
    });
  });

  test('are rejected from another sender', () => {
    expect(parseDelivery(`cotal.main.chat.${bob}.team.backend`, bytes(multicast))).toMatchObject({
      ok: false,
      error: { code: 'sender-mismatch' },
    });
  });

  test('are encoded as they are written', () => {
    for (const sample of [multicast, unicast]) {
      expect(JSON.parse(encodeMessage(messageSchema.parse(sample)))).toEqual(sample);
    }
  });
});

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const json = fc.jsonValue({ maxDepth: 3 });
const part = fc.oneof(
  fc.record({ kind: fc.constant('text'), text }),
  fc.record({ kind: fc.constant('data'), data: json }),
  fc.record(
    { kind: fc.constantFrom('com.acme.snapshot', 'a.b', 'text.x'), text: json },
    { requiredKeys: ['kind'] },
  ),
);
const route = fc.oneof(fc.record({ channel: text }), fc.record({ to: text }), fc.record({ toService: text }));
const ref = fc.record({ id: text, name: text, role: text }, { requiredKeys: ['id', 'name'] });
const valid = fc
  .tuple(
    route,
    fc.record(
      {
        id: text,
        ts: fc.double({ noNaN: true, noDefaultInfinity: true }),
        space: text,
        from: ref,
        parts: fc.array(part, { maxLength: 4 }),
        mentions: fc.array(text, { maxLength: 3 }),
        replyTo: text,
        contextId: text,
      },
      { requiredKeys: ['id', 'ts', 'space', 'from', 'parts'] },
    ),
  )
  .map(([addressed, rest]) => ({ ...rest, ...addressed }));

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Mutation {
  readonly at: number;
  readonly change: 'replace' | 'remove' | 'add';
  readonly key: string;
  readonly value: unknown;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  change: fc.constantFrom('replace', 'remove', 'add'),
  key: fc.constantFrom(
    ...['channel', 'to', 'toService', 'kind', 'text', 'data', 'role', 'mentions', 'replyTo', 'extra'],
    ...['__proto__', 'constructor', 'toString', 'com.acme.x', ''],
  ),
  value: fc.oneof(
    json,
    part,
    ref,
    fc.constantFrom('text', 'data', 'image', 'a.b', '.a', 'a.', 'a..b', 'a.b\n', 'é.b'),
  ),
});

/** One change somewhere in a JSON value, keeping `__proto__` an ordinary key, as it is on the wire. */
function mutate(message: unknown, { at, change, key, value }: Mutation): unknown {
  const root = JSON.parse(JSON.stringify({ message })) as Json;
  const places: (readonly [Json[] | { [key: string]: Json }, string])[] = [];
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [k, child] of Object.entries(node)) {
      places.push([node, k]);
      visit(child);
    }
  };
  visit(root);
  const [holder, k] = places[at % places.length]!;
  const set = (target: object, name: string): unknown =>
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  if (change === 'remove') Reflect.deleteProperty(holder, k);
  else if (change === 'replace') set(holder, k);
  else {
    const child = Object.getOwnPropertyDescriptor(holder, k)?.value as Json;
    if (typeof child !== 'object' || child === null)
      return mutate(message, { at: at + 1, change: 'replace', key, value });
    set(child, Array.isArray(child) ? String(child.length) : key);
  }
  const mutated = JSON.parse(JSON.stringify(root)) as { message?: unknown };
  return mutated.message ?? null;
}

describe('the schema of the specification', () => {
  beforeEach((ctx) => {
    if (!existsSync(schemaFile))
      ctx.skip('the shared folder with the specification is absent (COTAL_VECTORS)');
  });

  let compiled: ValidateFunction | undefined;
  const accepts = (value: unknown): boolean => {
    compiled ??= new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as object);
    return compiled(value);
  };

  test('accepts the sample messages', () => {
    expect([multicast, unicast].map(accepts)).toEqual([true, true]);
  });

  test('and ours refuse a routing field that a prototype would lend', () => {
    const { to: _to, ...unaddressed } = unicast;
    const lent: unknown = JSON.parse(`{"__proto__":{"to":"x"},${JSON.stringify(unaddressed).slice(1)}`);
    expect([accepts(lent), messageSchema.safeParse(lent).success]).toEqual([false, false]);
    const twice: unknown = JSON.parse(`{"__proto__":{"channel":"x"},${JSON.stringify(unicast).slice(1)}`);
    expect([accepts(twice), messageSchema.safeParse(twice).success]).toEqual([true, true]);
  });

  test('and ours accept every well-formed message', () => {
    fc.assert(
      fc.property(valid, (generated) => {
        const message: unknown = JSON.parse(JSON.stringify(generated));
        expect(accepts(message)).toBe(true);
        expect(messageSchema.safeParse(message).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('and ours agree on every mutated message', () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }), (message, mutations) => {
        const mutated = mutations.reduce<unknown>(
          (m, change) => (m === null ? m : mutate(m, change)),
          message,
        );
        const wanted = accepts(mutated);
        seen[wanted ? 'accepted' : 'refused'] += 1;
        expect(messageSchema.safeParse(mutated).success, JSON.stringify(mutated)).toBe(wanted);
      }),
      { numRuns: 5000 },
    );
    // Agreement on one side only would prove nothing.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(500);
  });

  test('accepts what we put on the wire, and it is read back equal', () => {
    fc.assert(
      fc.property(valid, (generated) => {
        const message = messageSchema.parse(JSON.parse(JSON.stringify(generated)));
        const sent: unknown = JSON.parse(encodeMessage(message));
        expect(accepts(sent)).toBe(true);
        expect(sent).toEqual(message);
      }),
    );
  });
});
