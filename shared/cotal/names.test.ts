import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isUserNkey,
  parseAgentName,
  parseChannelName,
  parseChannelPattern,
  parseDisplayName,
  parseInstanceId,
  parseRoleName,
  parseSpaceName,
} from './names.ts';
import { sanitizeToken } from './subjects.ts';

const naughty = [
  '',
  ' ',
  'a b',
  'a/b',
  '../x',
  'a\\b',
  'a\0',
  'a\n',
  'é',
  '日本',
  '😀',
  'a\u202eb',
  '.',
  '*',
  '>',
];
const policy = { parseSpaceName, parseRoleName, parseAgentName };

test('a name that carries policy is taken only if sanitizing leaves it alone', () => {
  for (const [what, parse] of Object.entries(policy)) {
    for (const raw of naughty) expect(parse(raw).ok, `${what} ${JSON.stringify(raw)}`).toBe(false);
    expect(parse('Main-2_x').ok, what).toBe(true);
    expect([parse('x'.repeat(64)).ok, parse('x'.repeat(65)).ok], what).toEqual([true, false]);
    fc.assert(fc.property(fc.string(), (raw) => !parse(raw).ok || sanitizeToken(raw) === raw));
  }
});

test('a channel is concrete and dotted', () => {
  for (const good of ['general', 'team.backend', 'a-b.c_d.E', '__proto__']) {
    expect(parseChannelName(good)).toEqual({ ok: true, value: good });
  }
  for (const bad of [...naughty, 'a.', '.a', 'a..b', 'a.b*', 'team/backend', '=defaults', 'x'.repeat(201)]) {
    expect(parseChannelName(bad).ok, JSON.stringify(bad)).toBe(false);
  }
  const wild = ['*', '>', 'team.>', 'team.*'].map((raw) => parseChannelName(raw));
  expect(wild.map((r) => (r.ok ? 'taken' : r.error.code))).toEqual(Array(4).fill('wildcard-channel'));
});

test('a pattern has wildcards only as whole segments, > only last', () => {
  for (const good of ['general', '*', '>', 'team.*', 'team.>', '*.x.>', '*.*']) {
    expect(parseChannelPattern(good), good).toEqual({ ok: true, value: good });
  }
  for (const bad of ['', 'a.', '>.a', 'a.>.b', 'a*', 'a.b>', '**', '>>', 'a b', 'a.\n', 'x.'.repeat(101)]) {
    expect(parseChannelPattern(bad).ok, JSON.stringify(bad)).toBe(false);
  }
});

test('a display name is visible and cannot leave a folder', () => {
  for (const good of ['Ada', 'Ada Lovelace', 'Žofie', '日本', '__proto__', 'x'.repeat(64)]) {
    expect(parseDisplayName(good), good).toEqual({ ok: true, value: good });
  }
  const bad = [
    '',
    ' ',
    ' a',
    'a ',
    'a/b',
    'a\\b',
    'a\nb',
    'a\u001b[31m',
    'a\u202eb',
    'a\u200bb',
    'a\u2066b',
    '\0',
  ];
  for (const raw of [...bad, 'x'.repeat(65)])
    expect(parseDisplayName(raw).ok, JSON.stringify(raw)).toBe(false);
});

test('an instance id is one token; only a user nkey is an authenticated one', () => {
  const id = `U${'A2'.repeat(27)}B`;
  expect(id).toHaveLength(56);
  expect(isUserNkey(id)).toBe(true);
  for (const other of [
    `A${id.slice(1)}`,
    `S${id}`,
    id.slice(1),
    `${id}A`,
    id.toLowerCase(),
    `${id.slice(0, 55)}1`,
    `${id}\n`,
  ]) {
    expect(isUserNkey(other), JSON.stringify(other)).toBe(false);
  }
  expect(parseInstanceId(id)).toEqual({ ok: true, value: id });
  expect(parseInstanceId('open-mode-1').ok).toBe(true);
  for (const raw of [...naughty, 'a.b', 'x'.repeat(129)]) expect(parseInstanceId(raw).ok, raw).toBe(false);
});

test('a refusal never repeats an unbounded input', () => {
  const huge = `${'x'.repeat(100_000)}.`;
  const parsers = [
    parseSpaceName,
    parseRoleName,
    parseChannelName,
    parseChannelPattern,
    parseDisplayName,
    parseInstanceId,
  ];
  for (const parse of parsers) {
    for (const raw of [huge, `${huge}*`]) {
      const parsed = parse(raw);
      expect(parsed.ok ? 'taken' : parsed.error.sentence.length < 400, parse.name).toBe(true);
    }
  }
});
