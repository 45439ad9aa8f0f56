import { describe, expect, it } from 'vitest';
import type { RosterRow } from '../../../state/roster.ts';
import { askOf, candidatesFor, complete, rolesOf, triggerAt, type Known } from './completion.ts';

const row = (name: string, role: string | null = null, fields: Partial<RosterRow> = {}): RosterRow => ({
  id: `id-${name}`,
  name,
  role,
  shape: 'working',
  word: 'working',
  activity: null,
  lastSign: 0,
  harness: null,
  model: null,
  hasTerminal: false,
  ...fields,
});
const peers = [row('iris', 'lead'), row('pax', 'reviewer'), row('otto', 'backend'), row('ci bridge')];
const known: Known = {
  peers,
  roles: new Map([
    ['reviewer', 2],
    ['lead', 1],
  ]),
  channels: ['general', 'review', 'team.api'],
};
const offered = (text: string, from: Known = known) => {
  const trigger = triggerAt(text, text.length);
  return trigger === undefined ? undefined : candidatesFor(trigger, from).map(({ key }) => key);
};

describe('triggerAt', () => {
  it('begins at a sign that stands where a mention may', () => {
    expect(triggerAt('hi @pa', 6)).toEqual({ sign: '@', query: 'pa', from: 3 });
    expect(triggerAt('(@', 2)).toEqual({ sign: '@', query: '', from: 1 });
    expect(triggerAt('see #team.a', 11)).toEqual({ sign: '#', query: 'team.a', from: 4 });
    expect(triggerAt('mail marta@ex', 13)).toBeUndefined();
    expect(triggerAt('@pax done', 9)).toBeUndefined();
  });
  it('looks at the caret, not at the end', () => {
    expect(triggerAt('@pa and more', 3)).toEqual({ sign: '@', query: 'pa', from: 0 });
  });
});

describe('candidatesFor', () => {
  it('offers peers by name, then roles; those that begin so come first', () => {
    expect(offered('@')).toEqual(['@id-iris', '@id-pax', '@id-otto', 'any reviewer', 'any lead']);
    expect(offered('@r')).toEqual(['@id-iris', 'any reviewer']);
    expect(offered('@an')).toEqual(['any reviewer', 'any lead']);
    expect(offered('#re')).toEqual(['#review']);
    expect(offered('@zzz')).toEqual([]);
  });
  it('leaves out a name that no mention can carry', () => {
    expect(offered('@ci')).toEqual([]);
  });
  it('knows when two are called the same', () => {
    const twins = { ...known, peers: [row('pax'), row('PAX', null, { id: 'other' })] };
    const [candidate] = candidatesFor({ sign: '@', query: 'pa', from: 0 }, twins);
    expect(candidate).toMatchObject({ kind: 'peer', isAmbiguous: true });
  });
});

describe('complete', () => {
  it('puts the name and a space in place of its beginning', () => {
    const trigger = { sign: '@', query: 'p', from: 5 } as const;
    const candidate = { kind: 'peer', key: '', row: row('pax'), isAmbiguous: false } as const;
    expect(complete('Good @p, thanks', 7, trigger, candidate)).toEqual({
      text: 'Good @pax , thanks',
      caret: 10,
    });
    expect(complete('Good @p now', 7, trigger, candidate)).toEqual({ text: 'Good @pax now', caret: 10 });
  });
  it('puts whom an ask goes to at its beginning', () => {
    const trigger = { sign: '@', query: 'rev', from: 11 } as const;
    const candidate = { kind: 'role', key: '', role: 'reviewer', holders: 2 } as const;
    const { text, caret } = complete('Look at it @rev', 15, trigger, candidate);
    expect(text).toBe('@any reviewer Look at it ');
    expect(caret).toBe(text.length);
    expect(askOf(text, known.roles)).toEqual({ role: 'reviewer', holders: 2, text: 'Look at it' });
  });
});

it('takes only a role that somebody has for an ask', () => {
  expect(askOf('@any pilot fly', known.roles)).toBeUndefined();
  expect(askOf('not @any reviewer', known.roles)).toBeUndefined();
  expect(askOf('@any reviewer', known.roles)?.text).toBe('');
});

it('counts who holds a role now', () => {
  const away = row('fern', 'reviewer', { word: 'offline', shape: 'offline' });
  expect([...rolesOf([...peers, away, row('wren', 'tests', { word: 'offline' })])]).toEqual([
    ['lead', 1],
    ['reviewer', 1],
    ['backend', 1],
    ['tests', 0],
  ]);
});
