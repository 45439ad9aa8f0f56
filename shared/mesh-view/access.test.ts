import { describe, expect, it } from 'vitest';
import { explainPattern, explainScope, joinWords, type Access } from './access.ts';

const access = (change: Partial<Access>): Access => ({
  subscribe: ['general'],
  allowSubscribe: ['general'],
  allowPublish: [],
  role: null,
  capabilities: [],
  ...change,
});
const said = (change: Partial<Access>): Record<string, string> =>
  Object.fromEntries(explainScope(access(change)).map(({ label, text }) => [label, text]));

describe('explainScope', () => {
  it('names each right in the same order, also where there is none', () => {
    expect(explainScope(access({})).map(({ label }) => label)).toEqual([
      'Read',
      'Post',
      'Direct',
      'Role',
      'Spawn',
    ]);
    expect(said({})).toEqual({
      Read: '#general',
      Post: 'nowhere; it answers directly',
      Direct: 'anyone; only it and you read its own',
      Role: 'none; nobody asks it by role',
      Spawn: 'nothing',
    });
  });

  it('says what it reads only later', () => {
    const lists = { subscribe: ['general'], allowSubscribe: ['general', 'team.>'] };
    expect(said(lists)['Read']).toBe('#general and every channel under #team; from the start #general');
    expect(said({ subscribe: [], allowSubscribe: ['general'] })['Read']).toBe(
      '#general, and none from the start',
    );
    expect(said({ subscribe: [], allowSubscribe: [] })['Read']).toBe('no channel');
  });

  it('does not repeat what it listens to when that is all it may read', () => {
    expect(said({ subscribe: ['team.>'], allowSubscribe: ['team.>', 'team.api'] })['Read']).toBe(
      'every channel under #team and #team.api',
    );
  });

  it('says where it reads and may not post', () => {
    const lists = { allowSubscribe: ['general', 'review', 'team.>'], allowPublish: ['general', 'review'] };
    expect(said(lists)['Post']).toBe('#general and #review, not every channel under #team');
    expect(said({ allowSubscribe: ['team.api'], allowPublish: ['team.>'] })['Post']).toBe(
      'every channel under #team',
    );
  });

  it('lists what it may not as a whole', () => {
    const lists = { allowSubscribe: ['general', 'review', 'build'], allowPublish: ['general'] };
    expect(said(lists)['Post']).toBe('#general, not #review or #build');
  });

  it('says so when it may post to a part of a pattern that it reads', () => {
    expect(said({ allowSubscribe: ['team.>'], allowPublish: ['team.api'] })['Post']).toBe(
      '#team.api, not the rest of what it reads under #team',
    );
    expect(said({ allowSubscribe: ['>'], allowPublish: ['general'] })['Post']).toBe(
      '#general, not the rest of what it reads',
    );
  });

  it('names the role and the right to start others', () => {
    expect(said({ role: 'tester', capabilities: ['spawn'] })).toMatchObject({
      Role: 'takes work sent to any tester',
      Spawn: 'may start agents, and stop those it started',
    });
  });
});

describe('explainPattern', () => {
  it.each([
    ['general', '#general'],
    ['team.api', '#team.api'],
    ['team.>', 'every channel under #team'],
    ['team.*', 'every channel directly under #team'],
    ['>', 'every channel'],
    ['*', 'every channel that fits *'],
    ['*.api', 'every channel that fits *.api'],
  ])('%s is %s', (pattern, words) => expect(explainPattern(pattern)).toBe(words));
});

describe('joinWords', () => {
  it('joins as a sentence does', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => joinWords(words))).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
  });
});
