import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAgentFile } from '../../../shared/cotal/agent-file.ts';
import {
  blankPersona,
  LIST_KEYS,
  listFromWords,
  readForm,
  SCALAR_KEYS,
  writeForm,
  type PersonaForm,
} from './form.ts';

const FILE = [
  '---',
  '# Who reviews what reaches #team.api.',
  'name: pax',
  'role:   reviewer',
  '',
  "description: 'Reads, then says what is wrong: briefly'",
  'ticket.queue: api',
  'subscribe: [general, team.api]   ',
  'allowPublish: general',
  '# The end.',
  '---',
  '',
  'Read first.',
  '--- is not an end here.',
  '',
].join('\n');

describe('what the form shows', () => {
  it('is what the keys say, unquoted', () => {
    expect(readForm(FILE)).toEqual({
      name: 'pax',
      role: 'reviewer',
      description: 'Reads, then says what is wrong: briefly',
      agent: '',
      model: '',
      owner: '',
      subscribe: ['general', 'team.api'],
      allowSubscribe: null,
      allowPublish: ['general'],
      capabilities: null,
      prompt: '\nRead first.\n--- is not an end here.\n',
    });
  });

  it('is nothing for a text without frontmatter', () => {
    for (const text of ['', 'name: pax', '---\nname: pax', ' \n---\n---\n']) {
      expect(readForm(text)).toBeUndefined();
      expect(writeForm(text, { role: 'reviewer' })).toBe(text);
    }
  });
});

describe('what the form writes', () => {
  it('touches the line of the changed key alone', () => {
    const changed = writeForm(FILE, { role: 'lead' });
    expect(changed).toBe(FILE.replace('role:   reviewer', 'role:   lead'));
  });

  it('leaves a text alone when what it is told is there already', () => {
    expect(writeForm(FILE, readForm(FILE)!)).toBe(FILE);
  });

  it('puts a new key behind the ones that come before it', () => {
    expect(writeForm(FILE, { model: 'opus', capabilities: ['spawn'] })).toBe(
      FILE.replace(/(description: .*\n)/, '$1model: opus\n').replace(
        'allowPublish: general\n',
        'allowPublish: general\ncapabilities: [spawn]\n',
      ),
    );
  });

  it('takes a key away with its line, and nothing else', () => {
    expect(writeForm(FILE, { description: '', allowPublish: null })).toBe(
      FILE.replace(/description: .*\n/, '').replace('allowPublish: general\n', ''),
    );
  });

  it('tells an empty list from one that is not there', () => {
    const none = writeForm(FILE, { subscribe: [] });
    expect(none).toContain('subscribe: []');
    expect(readForm(none)?.subscribe).toEqual([]);
    expect(readForm(writeForm(FILE, { subscribe: null }))?.subscribe).toBeNull();
  });

  it('keeps the line endings of the file, and a byte order mark', () => {
    const file = `\uFEFF${FILE.replaceAll('\n', '\r\n')}`;
    const changed = writeForm(file, { model: 'opus', prompt: 'Two\nlines.\n' });
    expect(changed.replaceAll('\r\n', '')).not.toContain('\n');
    expect(changed.startsWith('\uFEFF---\r\n')).toBe(true);
    expect(readForm(changed)?.prompt).toBe('Two\nlines.\n');
  });

  it('gives a file that ends with its frontmatter a line for the prompt', () => {
    expect(writeForm('---\nname: pax\n---', { prompt: 'Read.' })).toBe('---\nname: pax\n---\nRead.');
  });

  it('does not let a value end its line', () => {
    const changed = writeForm(FILE, { role: 'a\nname: b\u2028c' });
    expect(readForm(changed)?.role).toBe('a name: b c');
    expect(changed.split('\n')).toHaveLength(FILE.split('\n').length);
  });

  it('takes channels as a person writes them', () => {
    expect(listFromWords(' #general, team.api  #team.> ,')).toEqual(['general', 'team.api', 'team.>']);
  });

  it('starts a persona that can be spawned', () => {
    const parsed = parseAgentFile(blankPersona('pax'), 'pax.md');
    expect(parsed).toMatchObject({ ok: true, value: { name: 'pax', allowPublish: ['general'] } });
  });
});

describe('any text, any change', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abz_-.:"\'[]#{}\\> ,é'.split('')) });
  const line = fc.oneof(
    fc.constantFrom(
      '',
      '# a comment',
      '  # another',
      'x-key: [kept,as it is]',
      'not a key',
      'quiet: [general]',
    ),
    fc.tuple(fc.constantFrom(...SCALAR_KEYS, ...LIST_KEYS), word).map(([key, value]) => `${key}: ${value}`),
    fc.tuple(fc.constantFrom(...LIST_KEYS), word).map(([key, value]) => `${key}: [${value}]`),
  );
  const text = fc
    .record({
      head: fc.array(line, { maxLength: 8 }),
      body: fc.array(fc.oneof(word, fc.constant('---')), { maxLength: 5 }),
      end: fc.constantFrom('\n', '\r\n'),
    })
    .map(({ head, body, end }) => ['---', ...head, '---', ...body].join(end));
  const item = fc.string({ unit: fc.constantFrom(...'abz_-.*>"\''.split('')), minLength: 1 });
  const list = fc.option(fc.array(item, { maxLength: 3 }));
  const change = fc.record(
    {
      ...Object.fromEntries(SCALAR_KEYS.map((key) => [key, word])),
      ...Object.fromEntries(LIST_KEYS.map((key) => [key, list])),
      prompt: fc.array(word).map((lines) => lines.join('\n')),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Partial<PersonaForm>>;

  it('is read back as it was written, with every other field as before', () => {
    fc.assert(
      fc.property(text, change, (before, wanted) => {
        const form = readForm(before)!;
        // Of a key that is given twice only the first counts; the file is refused as a whole for it.
        fc.pre(new Set(keysIn(before)).size === keysIn(before).length);
        expect(readForm(writeForm(before, wanted))).toEqual({ ...form, ...wanted });
      }),
    );
  });

  it('keeps every line that is not of a changed key, byte for byte and in order', () => {
    fc.assert(
      fc.property(text, change, (before, { prompt: _prompt, ...wanted }) => {
        const kept = (of: string): string[] =>
          of
            .split(/(?<=\n)/)
            .filter((each) => !Object.keys(wanted).some((key) => each.startsWith(`${key}:`)));
        expect(kept(writeForm(before, wanted))).toEqual(kept(before));
      }),
    );
  });

  function keysIn(of: string): string[] {
    return of.split(/\r?\n/).flatMap((each) => /^([A-Za-z_][\w.-]*):(?:\s|$)/.exec(each)?.[1] ?? []);
  }
});
