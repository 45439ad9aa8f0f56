import { describe, expect, it } from 'vitest';
import { channelAccess } from '../../../shared/mesh-view/channel-access.ts';
import { countMembers, explainPeerStanding, explainReplay, explainStanding } from './channel-words.ts';

const peer = (name: string, subscribe: readonly string[], allowSubscribe: readonly string[]) => ({
  id: name,
  name,
  subscribe,
  allowSubscribe,
  allowPublish: [],
});
const access = channelAccess(
  'review',
  [
    peer('iris', ['review'], ['>']),
    peer('fern', ['review'], ['>']),
    peer('wren', [], ['>']),
    peer('dex', [], []),
  ],
  [{ id: 'ci', name: 'ci' }],
);
const standing = (name: string, backstop: 'ready' | 'not running' | 'unknown') =>
  explainPeerStanding(
    access.find((row) => row.name === name)!,
    'durable',
    backstop,
  );

describe('how one stands to a channel', () => {
  it('claims the present only while it is known', () => {
    expect(explainStanding('live', false)).toBe('you are joined live');
    expect(explainStanding('durable', true)).toBe('you were joined durable');
    expect(explainStanding('readable', false)).toContain('a mention can reach you');
  });
  it('calls nobody joined durable while nothing delivers durably', () => {
    expect(standing('iris', 'ready')).toBe('joined durable');
    expect(standing('iris', 'not running')).toBe('joined live');
    expect(standing('iris', 'unknown')).toBe('joined');
    expect(standing('wren', 'ready')).toContain('a mention reaches it');
    expect(standing('dex', 'ready')).toBe('cannot be reached here');
    expect(standing('ci', 'ready')).toBe('not known');
  });
  it('counts members, and those who are here', () => {
    const rows = new Map([
      ['iris', { shape: 'working' as const }],
      ['fern', { shape: 'offline' as const }],
      ['wren', { shape: 'idle' as const }],
    ]);
    expect(countMembers(access, rows, false)).toBe('2 · 1 live');
    expect(countMembers(access, rows, true)).toBe('2 · not known who is live');
  });
});

it('says how far back one reads', () => {
  expect(explainReplay({ replay: true, replayWindowMs: 1_800_000 })).toContain('30 m');
  expect(explainReplay({ replay: true, replayWindowMs: null })).toContain('as far as is kept');
  expect(explainReplay({ replay: false, replayWindowMs: 1 })).toContain('nothing');
});
