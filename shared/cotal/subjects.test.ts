import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChannelName, InstanceId, RoleName, SpaceName } from '../base/ids.ts';
import {
  chatReadSubject,
  chatSubject,
  ctlReplySubject,
  ctlSubject,
  instSubject,
  parseSubject,
  sanitizeToken,
  spaceNames,
  subjectMatches,
  svcDurable,
  svcSubject,
} from './subjects.ts';

const n = spaceNames('main' as SpaceName);
const alice = `U${'A'.repeat(55)}` as InstanceId;
const bob = `U${'B'.repeat(55)}` as InstanceId;
const role = 'reviewer' as RoleName;

test('a token is made of whatever comes in, and is always one token', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => /^[A-Za-z0-9_-]+$/.test(sanitizeToken(raw))));
  const made: readonly (readonly [string, string])[] = [
    [' team space ', 'team_space'],
    ['a.b', 'a_b'],
    ['*', '_'],
    ['>', '_'],
    ['', '_'],
    [' \t', '_'],
    ['a\r\nPUB x', 'a__PUB_x'],
    ['é', '_'],
  ];
  for (const [raw, token] of made) expect(sanitizeToken(raw), raw).toBe(token);
});

test('what is built is parsed back', () => {
  const channel = 'team.backend' as ChannelName;
  expect(parseSubject(chatSubject(n, alice, channel))).toEqual({
    kind: 'chat',
    space: 'main',
    sender: alice,
    channel,
  });
  expect(parseSubject(instSubject(n, bob, alice))).toEqual({
    kind: 'inst',
    space: 'main',
    sender: alice,
    target: bob,
  });
  expect(parseSubject(svcSubject(n, role, alice))).toEqual({
    kind: 'svc',
    space: 'main',
    sender: alice,
    role,
  });
  expect(parseSubject(ctlSubject(n, 'admin', alice))).toEqual({
    kind: 'ctl',
    space: 'main',
    sender: alice,
    service: 'admin',
  });
});

test('a control reply is never taken for a request', () => {
  expect(parseSubject(ctlReplySubject(ctlSubject(n, 'manager', alice), 'abc'))).toBeUndefined();
});

test('anything that is not exactly one of the four shapes has no sender', () => {
  const malformed = [
    '',
    '.',
    'cotal',
    'cotal.main.chat',
    `cotal.main.chat.${alice}`,
    `cotal.main.chat.${alice}.`,
    `cotal.main.chat.${alice}..x`,
    `cotal.main.chat.${alice}.*`,
    `cotal.main.chat.${alice}.>`,
    'cotal.main.chat.*.general',
    `cotal..chat.${alice}.general`,
    `Cotal.main.chat.${alice}.general`,
    `cotal.main.CHAT.${alice}.general`,
    `cotal.main.inst.${bob}`,
    `cotal.main.inst.${bob}.${alice}.extra`,
    `cotal.main.svc.reviewer.${alice}.extra`,
    `cotal.main.trace.${alice}.x`,
    `cotal.main.control.${alice}.x`,
    `cotal.main.__proto__.a.b`,
    `cotal.main.constructor.a.b`,
    `$KV.cotal_presence_main.${alice}.a.b`,
    `_INBOX.${alice}.a.b.c`,
    `cotal.main.chat.${alice}.general `,
    `cotal.main.chat.${alice}.gene ral`,
    `cotal.main.chat.${alice}.general\n`,
    ` cotal.main.chat.${alice}.general`,
  ];
  for (const subject of malformed) expect(parseSubject(subject), JSON.stringify(subject)).toBeUndefined();
});

test('parsing never throws and only yields concrete tokens', () => {
  const token = fc.oneof(
    fc.constantFrom('cotal', 'main', 'chat', 'inst', 'svc', 'ctl', '*', '>', '', '__proto__', alice),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
      const parsed = parseSubject(tokens.join('.'));
      if (parsed !== undefined) expect(Object.values(parsed).join('.')).toMatch(/^[A-Za-z0-9_.-]+$/);
    }),
  );
});

test('a pattern covers what a NATS server would deliver for it', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['a.b', 'a.b', true],
    ['a.b', 'a.b.c', false],
    ['a.b.c', 'a.b', false],
    ['a.*', 'a.b', true],
    ['a.*', 'a', false],
    ['a.*', 'a.b.c', false],
    ['a.>', 'a.b.c', true],
    ['a.>', 'a', false],
    ['>', 'a', true],
    ['*.b', 'a.b', true],
    // A pattern covers narrower patterns, never wider ones.
    ['a.*', 'a.*', true],
    ['a.b', 'a.*', false],
    ['a.*', 'a.>', false],
    ['a.>', 'a.*', true],
    ['a.>', 'a.>', true],
    ['*.*', 'a.>', false],
  ];
  for (const [pattern, subject, covered] of cases) {
    expect(subjectMatches(pattern, subject), `${pattern} over ${subject}`).toBe(covered);
  }
  expect(
    subjectMatches(
      chatReadSubject(n, 'general' as ChannelName),
      chatSubject(n, bob, 'general' as ChannelName),
    ),
  ).toBe(true);
});

test('two spaces share no subject, stream or bucket', () => {
  const other = spaceNames('main2' as SpaceName);
  const all = (s: typeof n): string[] => [s.prefix, ...Object.values(s.streams), ...Object.values(s.buckets)];
  expect(all(n).filter((name) => all(other).includes(name))).toEqual([]);
  expect(new Set(all(n)).size).toBe(all(n).length);
  expect(svcDurable('a.b>' as RoleName)).toBe('svc_a_b_');
});
