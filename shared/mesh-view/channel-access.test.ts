import { describe, expect, it } from 'vitest';
import { channelAccess, explainPosting, listNames, type ScopedPeer } from './channel-access.ts';

const agent = (name: string, scope: Partial<ScopedPeer> = {}): ScopedPeer => ({
  id: `id-${name}`,
  name,
  subscribe: [],
  allowSubscribe: [],
  allowPublish: [],
  ...scope,
});
const row = (channel: string, scope: Partial<ScopedPeer>) =>
  channelAccess(channel, [agent('iris', scope)], [])[0];

describe('channelAccess', () => {
  it('names the pattern that lets somebody read and post', () => {
    const scope = { allowSubscribe: ['general', 'team.>'], allowPublish: ['team.*'] };
    expect(row('team.api', scope)).toMatchObject({
      mayRead: true,
      readGrant: 'team.>',
      mayPost: true,
      postGrant: 'team.*',
      by: 'its credential',
    });
    expect(row('team.api.v2', scope)).toMatchObject({ mayRead: true, mayPost: false, postGrant: null });
  });
  it('does not let team.> cover the bare team', () => {
    expect(row('team', { allowSubscribe: ['team.>'], allowPublish: ['team.>'] })).toMatchObject({
      mayRead: false,
      mayPost: false,
    });
  });
  it('calls nobody joined who may not read, whatever it wants to follow', () => {
    expect(row('review', { subscribe: ['review'] })?.isJoined).toBe(false);
    expect(row('review', { subscribe: ['review'], allowSubscribe: ['review'] })?.isJoined).toBe(true);
    expect(row('review', { subscribe: ['general'], allowSubscribe: ['>'] })?.isJoined).toBe(false);
  });
  it('says of peers with a credential from elsewhere that it is not known', () => {
    const rows = channelAccess(
      'review',
      [agent('otto')],
      [
        { id: 'id-otto', name: 'otto' },
        { id: 'id-ci', name: 'ci-bridge' },
      ],
    );
    expect(rows.map(({ name, by, mayPost }) => [name, by, mayPost])).toEqual([
      ['ci-bridge', 'unknown', null],
      ['otto', 'its credential', false],
    ]);
  });
});

describe('explainPosting', () => {
  const marta = agent('marta', { allowSubscribe: ['>'], allowPublish: ['>'] });
  const writer = (name: string) => agent(name, { allowSubscribe: ['>'], allowPublish: ['review'] });
  const reader = (name: string) => agent(name, { allowSubscribe: ['review'] });
  const explain = (agents: readonly ScopedPeer[], strangers: readonly string[] = []) =>
    explainPosting(
      channelAccess(
        'review',
        agents,
        strangers.map((name) => ({ id: `id-${name}`, name })),
      ),
      'id-marta',
    );

  it('names who may post beside the person, and who may only read', () => {
    expect(explain([marta, writer('otto'), writer('iris'), reader('wren')])).toBe(
      'You may post here, and so may iris and otto. wren may only read.',
    );
  });
  it('is short when nobody else may', () => {
    expect(explain([marta, agent('sable')])).toBe('You may post here.');
  });
  it('says what it does not know', () => {
    expect(explain([marta], ['ci-bridge'])).toBe(
      'You may post here. What ci-bridge may do is not known here: its credential was made elsewhere.',
    );
  });
  it('says when the person may not', () => {
    expect(explain([{ ...marta, allowPublish: [] }, writer('iris')])).toBe(
      'You may not post here; iris may.',
    );
  });
});

describe('listNames', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `a${i}` }));
  it('counts those that are too many', () => {
    expect(listNames(names(6))).toBe('a0, a1, a2, a3, a4 and a5');
    expect(listNames(names(9))).toBe('a0, a1, a2, a3, a4 and 4 others');
  });
  it('makes a hostile name visible', () => {
    expect(listNames([{ name: 'a\u202Eb' }])).toBe('a\\u{202e}b');
  });
});
