import { describe, expect, it } from 'vitest';
import type { NeedItem } from '../../../shared/api/contract.ts';
import type { MeshSnapshot, PeerView } from '../../../shared/mesh-view/snapshot.ts';
import { rosterOf } from '../../state/roster.ts';
import { tilesOf, type TileSources } from './tiles.ts';

const NOW = 10_000_000;
const MINUTE = 60_000;

const peer = (name: string, status: PeerView['status'], minutes: number): PeerView => ({
  id: `id-${name}`,
  name,
  role: null,
  kind: 'agent',
  status,
  activity: null,
  since: NOW - minutes * MINUTE,
  lastSign: NOW - minutes * MINUTE,
  harness: null,
  model: null,
  description: null,
});
const need = (kind: NeedItem['kind'], name: string | null, minutes: number): NeedItem => ({
  id: `${kind} ${name}`,
  kind,
  agent: name === null ? null : { id: `id-${name}`, name },
  since: NOW - minutes * MINUTE,
  text: '',
  isQuoted: false,
  evidence: [],
  choices: [],
  acts: [],
  snoozedUntil: null,
  isAskerGone: false,
});
function tiles(agents: PeerView[], change: Partial<TileSources> = {}): Record<string, string> {
  const snapshot = { roster: 'current', agents, endpoints: [] } as unknown as MeshSnapshot;
  const roster = rosterOf(snapshot, [], change.stale !== undefined);
  const all = tilesOf({
    roster,
    snapshot,
    agents: [],
    waiting: [],
    stale: undefined,
    now: NOW,
    clock: (at) => `at ${NOW - at}`,
    ...change,
  });
  return Object.fromEntries(
    all.map(({ id, label, figure, sentence }) => [id, `${label} ${figure}: ${sentence}`]),
  );
}

describe('tilesOf', () => {
  it('says what each figure rests on', () => {
    const day = [
      peer('iris', 'working', 0),
      peer('otto', 'working', 0),
      peer('wren', 'working', 14),
      peer('juno', 'waiting', 6),
      peer('dex', 'waiting', 3),
      peer('milo', 'idle', 22),
      peer('sable', 'idle', 41),
      peer('fern', 'offline', 58),
    ];
    const waiting = [need('silent', 'wren', 14), need('question', 'juno', 6), need('permission', 'dex', 3)];
    expect(tiles(day, { waiting })).toEqual({
      working: 'Working 2: 1 more, but silent',
      waiting: 'Waiting 2: both on you',
      idle: 'Idle 2: longest 41 m, sable',
      offline: 'Offline 1: fern, 58 m ago',
      oldest: 'Oldest unattended 14 m: wren is silent',
    });
  });

  it('names those who work, and says who waits for somebody else', () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => peer(name, 'working', 0));
    const shown = tiles([...names, peer('x', 'waiting', 2), peer('y', 'waiting', 9)]);
    expect(shown['working']).toBe('Working 4: a, b and 2 more');
    expect(shown['waiting']).toBe('Waiting 2: longest 9 m, y');
    const half = tiles([peer('x', 'waiting', 2), peer('y', 'waiting', 9)], {
      waiting: [need('question', 'x', 2)],
    });
    expect(half['waiting']).toBe('Waiting 2: 1 of them on you');
  });

  it('is empty in words', () => {
    expect(tiles([])).toEqual({
      working: 'Working 0: nobody yet',
      waiting: 'Waiting 0: nobody yet',
      idle: 'Idle 0: nobody yet',
      offline: 'Offline 0: nobody yet',
      oldest: 'Oldest unattended none: nothing waits for you',
    });
  });

  it('tells when one exited', () => {
    const exited = { id: 'id-fern', exit: { code: 1, signal: null, at: NOW - 7 } };
    const shown = tiles([peer('fern', 'offline', 1)], {
      agents: [exited as unknown as TileSources['agents'][number]],
    });
    expect(shown['offline']).toBe('Offline 1: fern, exited at 7');
  });

  it('claims nothing about the present while it is stale', () => {
    const stale = { reason: 'x', since: NOW - 5 };
    const shown = tiles([peer('iris', 'working', 1)], { stale, waiting: [need('mesh', null, 3)] });
    expect(shown['working']).toBe('Was working 1: not known since at 5');
    expect(shown['oldest']).toBe('Was oldest unattended 3 m: not known since at 5');
  });

  it('shows what is not known yet as not known', () => {
    const unpopulated = { roster: 'unpopulated', agents: [] } as unknown as MeshSnapshot;
    for (const snapshot of [null, unpopulated]) {
      expect(tiles([], { snapshot })['idle']).toBe('Idle –: not known yet');
      expect(tiles([], { snapshot })['oldest']).toBe('Oldest unattended –: not known yet');
    }
  });
});
