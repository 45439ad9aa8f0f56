import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeMessage, messageSchema, parseDelivery, textOf, type CotalMessage } from './envelope.ts';

const alice = `U${'A'.repeat(55)}`;
const bob = `U${'B'.repeat(55)}`;
const chat = `cotal.main.chat.${alice}.team.backend`;

const message = {
  id: 'm1',
  ts: 1_710_000_000_000,
  space: 'main',
  from: { id: alice, name: 'alice' },
  channel: 'team.backend',
  parts: [{ kind: 'text', text: 'hello' }],
};

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const raw = (text: string): Uint8Array => new TextEncoder().encode(text);

function outcome(subject: string, payload: Uint8Array): string {
  const parsed = parseDelivery(subject, payload);
  return parsed.ok ? 'taken' : parsed.error.code;
}

describe('a delivered message', () => {
  test('is addressed by its subject, whatever its payload says', () => {
    const dm = parseDelivery(`cotal.main.inst.${bob}.${alice}`, bytes(message));
    expect(dm).toMatchObject({ ok: true, value: { kind: 'dm', to: bob, sender: alice } });
    const channel = parseDelivery(chat, bytes({ ...message, channel: undefined, to: bob }));
    expect(channel).toMatchObject({ ok: true, value: { kind: 'channel', channel: 'team.backend' } });
    const task = parseDelivery(`cotal.main.svc.reviewer.${alice}`, bytes(message));
    expect(task).toMatchObject({ ok: true, value: { kind: 'anycast', role: 'reviewer' } });
  });

  test('keeps fields it does not know', () => {
    const odd = { ...message, 'com.acme.trace': [1], from: { ...message.from, extra: true } };
    expect(parseDelivery(chat, bytes(odd))).toMatchObject({ ok: true, value: { message: odd } });
  });

  test('from somebody else than the broker proved is a spoof before it is anything else', () => {
    for (const from of [
      undefined,
      null,
      {},
      [],
      alice,
      { id: bob, name: 'alice' },
      { id: [alice], name: 'a' },
    ]) {
      expect(outcome(chat, bytes({ ...message, from })), JSON.stringify(from)).toBe('sender-mismatch');
    }
    expect(outcome(chat, bytes({ from: { id: bob } }))).toBe('sender-mismatch');
    for (const value of [null, 1, 'x', [], [message]])
      expect(outcome(chat, bytes(value))).toBe('sender-mismatch');
    // JSON keeps `__proto__` as an own key: it does not lend its fields.
    expect(outcome(chat, raw(`{"__proto__":{"from":{"id":"${alice}"}}}`))).toBe('sender-mismatch');
    // The last of two equal keys counts, for every reader of the value alike.
    const twice = `{"from":{"id":"${alice}","name":"a"},"from":{"id":"${bob}","name":"b"}}`;
    expect(outcome(chat, raw(twice))).toBe('sender-mismatch');
  });

  test('on a subject that carries no message is refused', () => {
    for (const subject of [`cotal.main.ctl.manager.${alice}`, `cotal.main.chat.${alice}`, '_INBOX_x.y', '']) {
      expect(outcome(subject, bytes(message)), subject).toBe('malformed-subject');
    }
  });

  test('that is not bounded UTF-8 JSON is refused', () => {
    expect(outcome(chat, Uint8Array.from([0x7b, 0xff, 0x7d]))).toBe('malformed-json');
    expect(outcome(chat, raw(JSON.stringify(message).slice(0, -1)))).toBe('malformed-json');
    expect(outcome(chat, new Uint8Array(0))).toBe('malformed-json');
    expect(outcome(chat, raw('['.repeat(10_000) + ']'.repeat(10_000)))).toBe('malformed-shape');
    const large = { ...message, parts: [{ kind: 'text', text: 'x'.repeat(1024 * 1024) }] };
    expect(outcome(chat, bytes(large))).toBe('malformed-shape');
  });

  test('with another shape is refused', () => {
    const shapes: readonly object[] = [
      { id: 1 },
      { ts: '1710000000000' },
      { ts: null },
      { space: undefined },
      { channel: undefined },
      { to: bob },
      { toService: null },
      { parts: undefined },
      { parts: {} },
      { parts: [null] },
      { parts: [{ kind: 'text' }] },
      { parts: [{ kind: 'data' }] },
      { parts: [{ kind: 'image', url: 'x' }] },
      { parts: [{ kind: '.a' }] },
      { parts: [{ kind: 'constructor' }] },
      { mentions: 'bob' },
      { mentions: [1] },
      { replyTo: 3 },
      { from: { id: alice } },
    ];
    for (const change of shapes) {
      expect(outcome(chat, bytes({ ...message, ...change })), JSON.stringify(change)).toBe('malformed-shape');
    }
  });

  test('is decided about without an exception, whatever the bytes', () => {
    const codes = ['taken', 'malformed-json', 'malformed-shape', 'sender-mismatch', 'malformed-subject'];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (payload) => codes.includes(outcome(chat, payload))),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(message)), (value, key) =>
        codes.includes(outcome(chat, bytes({ ...message, [key]: value }))),
      ),
    );
  });
});

test('the text of a message is its text and data parts, in order', () => {
  const parts = [
    { kind: 'text', text: 'one' },
    { kind: 'com.acme.snapshot', text: 'not text' },
    { kind: 'data', data: { a: [1] } },
    { kind: 'data', data: null },
    { kind: 'text', text: '' },
  ];
  expect(textOf(messageSchema.parse({ ...message, parts }))).toBe('one\n{"a":[1]}\nnull\n');
  expect(textOf(messageSchema.parse({ ...message, parts: [] }))).toBe('');
});

test('a message is encoded without undefined fields and read back equal', () => {
  const sent: CotalMessage = { ...message, mentions: undefined, replyTo: 'm0' } as CotalMessage;
  const encoded = encodeMessage(sent);
  expect(Object.keys(JSON.parse(encoded) as object)).toEqual([
    'id',
    'ts',
    'space',
    'from',
    'channel',
    'parts',
    'replyTo',
  ]);
  expect(parseDelivery(chat, raw(encoded))).toMatchObject({
    ok: true,
    value: { message: { ...message, replyTo: 'm0' } },
  });
});
