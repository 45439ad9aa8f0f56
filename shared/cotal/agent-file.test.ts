import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAgentFile, parseScope, type AgentFile } from './agent-file.ts';

const file = (...head: readonly string[]): string => ['---', ...head, '---', 'Be brief.'].join('\n');

function read(...head: readonly string[]): AgentFile {
  const parsed = parseAgentFile(file(...head), 'dave.md');
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value;
}

function problem(...head: readonly string[]): string {
  const parsed = parseAgentFile(file(...head), 'dave.md');
  return parsed.ok ? 'taken' : parsed.error.sentence;
}

test('a full persona is read field by field', () => {
  const persona = read(
    'name: Dave Builder',
    'role: builder',
    'kind: endpoint',
    'description: "Builds: everything"',
    'tags: [edit, \'test\', "x y"]',
    'subscribe: [general, team.backend]',
    'allowSubscribe: [general, team.>]',
    'allowPublish: [general]',
    'quiet: [general]',
    'muted: team.backend',
    '',
    '# a note',
    'agent: shell',
    'model: opus',
    'variant: high',
    'capabilities: [spawn]',
    'owner: UABC',
    'com.acme.color: red',
  );
  expect(persona).toEqual({
    name: 'Dave Builder',
    role: 'builder',
    kind: 'endpoint',
    description: 'Builds: everything',
    tags: ['edit', 'test', 'x y'],
    subscribe: ['general', 'team.backend'],
    allowSubscribe: ['general', 'team.>'],
    allowPublish: ['general'],
    quiet: ['general'],
    muted: ['team.backend'],
    agent: 'shell',
    model: 'opus',
    variant: 'high',
    capabilities: ['spawn'],
    owner: 'UABC',
    meta: { 'com.acme.color': 'red' },
    persona: 'Be brief.',
  });
});

test('what is left out is read narrowly: posting nowhere, reading general', () => {
  expect(read('name: dave')).toEqual({
    name: 'dave',
    kind: 'agent',
    tags: [],
    subscribe: ['general'],
    allowSubscribe: ['general'],
    allowPublish: [],
    quiet: [],
    muted: [],
    capabilities: [],
    meta: {},
    persona: 'Be brief.',
  });
  expect(read('name: dave', 'subscribe: []', 'allowPublish:')).toMatchObject({
    subscribe: [],
    allowPublish: [],
  });
  expect(read('name: dave', 'role:', 'model: ""')).not.toHaveProperty('role');
});

test('line ends, a byte order mark and --- in the body are no obstacle', () => {
  const parsed = parseAgentFile('\uFEFF---\r\nname: dave\r\n---\r\n\r\nOne\r\n---\r\nTwo\r\n', 'dave.md');
  expect(parsed).toMatchObject({ ok: true, value: { name: 'dave', persona: 'One\n---\nTwo' } });
});

describe('a persona is refused', () => {
  test('when its frontmatter is missing, cut short or not key and value', () => {
    for (const text of [
      '',
      'name: dave',
      '---\nname: dave\n',
      '--\nname: dave\n---\n',
      ' x\n---\nname: d\n---',
    ]) {
      expect(parseAgentFile(text, 'dave.md'), text).toMatchObject({
        ok: false,
        error: { code: 'bad-persona' },
      });
    }
    expect(problem('name: dave', 'just words')).toContain('dave.md: line 3 ');
    for (const line of ['name : x', 'a b: x', '- x', ': x', 'role:builder', '  - edit', '1a: x']) {
      expect(problem('name: dave', line), line).toContain('is not "key: value"');
    }
  });

  test('when a field is given twice, renamed, or of the other kind', () => {
    expect(problem('name: dave', 'name: eve')).toContain('"name" is given twice');
    expect(problem('name: dave', 'channels: [a]')).toContain('"channels" is called "subscribe" now');
    expect(problem('name: dave', 'publish: [a]')).toContain('"publish" is called "allowPublish" now');
    expect(problem('name: [dave]')).toContain('"name" is a single value');
    expect(problem('name: dave', 'x: [a]')).toContain('"x" is a single value');
    expect(problem('name: dave', 'kind: robot')).toContain('not "robot"');
  });

  test('when its names are no names', () => {
    expect(problem('role: builder')).toContain('no "name"');
    for (const bad of ['../x', 'a/b', 'a\\b', 'a\u202eb', 'x'.repeat(65)]) {
      expect(problem(`name: ${bad}`), bad).toContain('cannot be a name');
    }
    for (const bad of ['a b', 'a.b', '*', '>', 'é']) {
      expect(problem('name: dave', `role: ${bad}`), bad).toContain('cannot be a role name');
    }
    for (const bad of ['team/backend', 'a..b', 'a*', '>.a', '$JS.API']) {
      for (const list of ['subscribe', 'allowSubscribe', 'allowPublish', 'quiet']) {
        expect(problem('name: dave', `${list}: [${bad}]`), `${list} ${bad}`).toContain('cannot be a channel');
      }
    }
  });

  test('when it listens outside its read ACL', () => {
    expect(problem('name: d', 'subscribe: [a, b]', 'allowSubscribe: [a]')).toContain('subscribes to "b"');
    expect(problem('name: d', 'subscribe: [team]', 'allowSubscribe: [team.>]')).toContain(
      'subscribes to "team"',
    );
    expect(problem('name: d', 'subscribe: [team.>]', 'allowSubscribe: [team.*]')).toContain('subscribes to');
    expect(problem('name: d', 'allowSubscribe: []')).toContain('subscribes to "general"');
  });

  test('when quiet or muted name what is not one readable channel, or the same one', () => {
    expect(problem('name: d', 'muted: [other]')).toContain('cannot be read');
    expect(problem('name: d', 'subscribe: [>]', 'quiet: [a.*]')).toContain('single channels');
    expect(problem('name: d', 'quiet: [general]', 'muted: [general]')).toContain('both quiet and muted');
  });

  test('when it is larger than a persona may be', () => {
    const parsed = parseAgentFile(`${file('name: dave')}${'x'.repeat(256 * 1024)}`, 'dave.md');
    expect(parsed).toMatchObject({
      ok: false,
      error: { sentence: expect.stringContaining('256 KiB') as string },
    });
  });
});

describe('other keys', () => {
  test('cannot claim a connector or reach a prototype', () => {
    const persona = read(
      'name: dave',
      'connector: claude',
      'ai.cotal.trust: high',
      '__proto__: bad',
      'constructor: bad',
      'prototype: bad',
      'toString: said',
      'hint: "x"',
    );
    expect({ ...persona.meta }).toEqual({ hint: 'x', toString: 'said' });
    expect(Object.getPrototypeOf(persona.meta)).toBe(Object.prototype);
  });
});

test('any text is decided about without an exception', () => {
  const line = fc.oneof(
    fc.constantFrom('---', 'name: dave', 'subscribe: [', 'tags: ]', 'quiet: [,]', '__proto__: x', '', '#'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const parsed = parseAgentFile(lines.join('\n'), 'f.md');
      expect(parsed.ok || parsed.error.code === 'bad-persona').toBe(true);
    }),
  );
});

test('a scope names each channel once', () => {
  expect(parseScope({ subscribe: ['a', 'a'], allowPublish: ['b', 'b'] })).toEqual({
    ok: true,
    value: { subscribe: ['a'], allowSubscribe: ['a'], allowPublish: ['b'] },
  });
});
