import { describe, expect, it } from 'vitest';
import type { HarnessRow, PersonaRow } from '../../../shared/api/contract.ts';
import {
  commandLine,
  emptyDraft,
  harnessProblem,
  nameProblem,
  NOTHING_SAID,
  personaOf,
  planOf,
  requestOf,
  withPersona,
  type SpawnDraft,
  type SpawnPlace,
} from './spawn-draft.ts';

const persona = (name: string, change: Partial<PersonaRow> = {}): PersonaRow => ({
  name,
  file: `/p/${name}.md`,
  role: null,
  agent: null,
  model: null,
  description: null,
  owner: null,
  subscribe: ['general'],
  allowSubscribe: ['general'],
  allowPublish: ['general'],
  capabilities: [],
  isDefault: false,
  problem: null,
  ...change,
});
const harness = (name: string, state: HarnessRow['state'], isDefault = false): HarnessRow => ({
  name,
  state,
  detail: null,
  isDefault,
});
const place: SpawnPlace = {
  taken: ['otto', 'reviewer'],
  personName: 'marta',
  harnesses: [harness('claude', 'missing'), harness('demo', 'usable', true), harness('codex', 'found')],
  root: '/home/marta/code',
};
const draft = (change: Partial<SpawnDraft> = {}): SpawnDraft => ({ ...emptyDraft(null), ...change });

describe('personaOf', () => {
  const personas = [
    persona('broken', { problem: 'no end' }),
    persona('demo'),
    persona('default', { isDefault: true }),
  ];
  it('is the chosen one, else the default, else one that can be spawned', () => {
    expect(personaOf(draft({ persona: 'demo' }), personas)?.name).toBe('demo');
    expect(personaOf(draft(), personas)?.name).toBe('default');
    expect(personaOf(draft({ persona: 'broken' }), personas.slice(0, 2))?.name).toBe('demo');
    expect(personaOf(draft(), personas.slice(0, 1))).toBeUndefined();
  });
});

describe('planOf', () => {
  it('is as the persona says until the person says otherwise', () => {
    const tester = persona('tester', { agent: 'claude', model: 'sonnet', role: 'tester' });
    expect(planOf(draft(), tester, place)).toMatchObject({
      name: 'tester',
      harness: 'claude',
      model: 'sonnet',
      folder: '/home/marta/code',
      role: 'tester',
      subscribe: ['general'],
    });
    expect(planOf(draft(), persona('tester'), place).harness).toBe('demo');
    expect(planOf(draft({ harness: 'demo', model: '' }), tester, place)).toMatchObject({
      harness: 'demo',
      model: '',
    });
  });

  it('proposes a name that is free', () => {
    expect(planOf(draft(), persona('reviewer'), place).name).toBe('reviewer-2');
    expect(planOf(draft({ name: 'reviewer' }), persona('reviewer'), place).name).toBe('reviewer');
  });

  it('lets it read what was added, and not what was taken out', () => {
    const lists = { subscribe: ['general', 'review'], allowSubscribe: ['general', 'review', 'team.>'] };
    const of = (subscribe: string[]) =>
      planOf(draft({ subscribe }), persona('p', lists), place).allowSubscribe;
    expect(of(['general', 'review'])).toEqual(['general', 'review', 'team.>']);
    expect(of(['general'])).toEqual(['general', 'team.>']);
    expect(of(['general', 'review', 'team.api'])).toEqual(['general', 'review', 'team.>']);
    expect(of(['build'])).toEqual(['team.>', 'build']);
  });
});

describe('withPersona', () => {
  it('keeps what does not belong to the persona', () => {
    const said = draft({
      name: 'reed',
      folder: '/x',
      prompt: 'Go',
      harness: 'demo',
      model: 'm',
      subscribe: [],
    });
    expect(withPersona(said, 'tester')).toEqual({
      ...emptyDraft('tester'),
      name: 'reed',
      folder: '/x',
      prompt: 'Go',
    });
  });
});

describe('nameProblem', () => {
  it.each([
    ['', /needs a name/],
    ['Otto', /already/],
    ['MARTA', /your own name/],
    ['a/b', /slashes/],
    [' reed', /cannot be a name/],
  ])('%j cannot be taken', (name, why) => expect(nameProblem(name, place)).toMatch(why));
  it('lets a free name be', () => expect(nameProblem('reed', place)).toBeUndefined());
});

describe('harnessProblem', () => {
  it('says why a harness cannot be used', () => {
    expect(harnessProblem('demo', place.harnesses)).toBeUndefined();
    expect(harnessProblem(null, place.harnesses)).toBeUndefined();
    expect(harnessProblem('codex', place.harnesses)).toMatch(/installed, but/);
    expect(harnessProblem('claude', place.harnesses)).toMatch(/not on this machine/);
  });
});

describe('requestOf', () => {
  const tester = persona('tester', { agent: 'claude', model: 'sonnet' });
  it('says only what differs from the persona', () => {
    expect(requestOf(draft(), tester, place)).toEqual({
      ...NOTHING_SAID,
      persona: 'tester',
      name: 'tester',
    });
    const same = draft({
      harness: 'claude',
      model: 'sonnet',
      folder: '/home/marta/code',
      subscribe: ['general'],
      allowPublish: ['general'],
      prompt: ' \n',
    });
    expect(requestOf(same, tester, place)).toEqual(requestOf(draft(), tester, place));
  });

  it('says all lists of channels that were changed', () => {
    const request = requestOf(
      draft({ subscribe: ['general', 'build'], allowPublish: [], harness: 'demo', prompt: 'Go' }),
      tester,
      place,
    );
    expect(request).toMatchObject({
      agent: 'demo',
      prompt: 'Go',
      subscribe: ['general', 'build'],
      allowSubscribe: ['general', 'build'],
      allowPublish: [],
    });
  });
});

describe('commandLine', () => {
  it('is the shortest command that does the same', () => {
    expect(commandLine({ ...NOTHING_SAID, persona: 'tester', name: 'tester' })).toBe(
      'cotal spawn tester --detach',
    );
  });

  it('quotes whatever a shell would act on', () => {
    const request = {
      ...NOTHING_SAID,
      persona: 'tester',
      name: "re'ed",
      prompt: 'run $(id)\nnow',
      subscribe: ['team.>'],
      allowSubscribe: ['team.>'],
      allowPublish: [],
    };
    expect(commandLine(request)).toBe(
      String.raw`cotal spawn tester --detach --name 're'\''ed' --prompt 'run $(id)` +
        "\nnow' --subscribe 'team.>' --allow-subscribe 'team.>' --allow-publish ''",
    );
  });
});
