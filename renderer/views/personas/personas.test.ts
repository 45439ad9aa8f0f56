import { describe, expect, it } from 'vitest';
import type { AgentRow } from '../../../shared/api/contract.ts';
import { runningOf } from './data.ts';
import { parseDraft, withLineEnds } from './draft.ts';
import { freeName, nameProblem } from './NewDialog.tsx';

describe('an unsaved edit', () => {
  it('comes back with the revision it was made from', () => {
    for (const draft of [
      { text: '---\n', revision: 'a1' },
      { text: '', revision: null },
    ]) {
      expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
    }
  });

  it('that cannot be read is none', () => {
    for (const kept of [
      undefined,
      '',
      '{',
      '"a"',
      'null',
      '{"text":1,"revision":"a"}',
      '{"text":"a","revision":1}',
    ]) {
      expect(parseDraft(kept)).toBeUndefined();
    }
  });

  it('has the line ends that the file had', () => {
    expect(withLineEnds('a\nb', 'x\r\ny')).toBe('a\r\nb');
    expect(withLineEnds('a\nb', 'x\ny\r\n')).toBe('a\nb');
    expect(withLineEnds('a\r\nb', 'x\r\n')).toBe('a\r\nb');
  });
});

describe('a new name', () => {
  it('is refused in a sentence when it cannot be, or is taken', () => {
    expect(nameProblem('pax', [])).toBeUndefined();
    expect(nameProblem('pax', ['pax'])).toBe('A persona called "pax" is there already.');
    expect(nameProblem('a/b', [])).toMatch(/cannot be an agent name/);
  });

  it('of a copy is one that nobody has', () => {
    expect(freeName('pax', ['pax'])).toBe('pax-copy');
    expect(freeName('pax', ['pax', 'pax-copy', 'pax-copy-2'])).toBe('pax-copy-3');
  });
});

it('counts as running what runs, by the name or the file of the persona', () => {
  const agent = (name: string, persona: string, process: AgentRow['process']) =>
    ({ name, persona, process }) as AgentRow;
  const agents = [
    agent('a', 'pax', 'running'),
    agent('b', 'pax', 'exited'),
    agent('c', '/r/.cotal/agents/pax.md', 'running'),
    agent('d', 'paxos', 'running'),
  ];
  expect(runningOf(agents, { name: 'pax', file: '/r/.cotal/agents/pax.md' })).toEqual(['a', 'c']);
});
