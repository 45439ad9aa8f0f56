import { describe, expect, it } from 'vitest';
import { matchText } from './match.ts';

describe('matching what was typed', () => {
  it('finds a run of letters anywhere and says where', () => {
    expect(matchText('Restart agent', 'art')?.runs).toEqual([[4, 7]]);
    expect(matchText('Restart agent', 'RES')?.runs).toEqual([[0, 3]]);
  });
  it('finds the beginnings of words', () => {
    expect(matchText('Restart the agent', 'ra')?.runs).toEqual([
      [0, 1],
      [12, 13],
    ]);
  });
  it('prefers the beginning of the text to the middle, and a whole run to letters apart', () => {
    const start = matchText('spawn an agent', 'spawn')?.score ?? 0;
    const middle = matchText('an agent to spawn', 'spawn')?.score ?? 0;
    expect(start).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(matchText('split a wn', 'spawn')?.score ?? -1);
  });
  it('says no when a letter is missing or the letters are all over the place', () => {
    expect(matchText('Monitor', 'mx')).toBeUndefined();
    expect(matchText('all the beautiful coloured deer everywhere', 'abcde')).toBeDefined();
    expect(matchText('xaxbxcxdxexf', 'abcdef')).toBeUndefined();
  });
  it('takes an empty query as everything', () => {
    expect(matchText('anything', '  ')).toEqual({ score: 0, runs: [] });
  });
  it('stays quick on a long text', () => {
    expect(matchText('a'.repeat(200_000), 'ab')).toBeUndefined();
  });
});
