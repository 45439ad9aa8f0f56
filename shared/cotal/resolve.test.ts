import { describe, expect, test } from 'vitest';
import type { InstanceId } from '../base/ids.ts';
import type { Peer, PresenceStatus } from './presence.ts';
import { extractMentions, resolveName } from './resolve.ts';

const NOW = 1_710_000_000_000;
const idOf = (letter: string): InstanceId => `U${letter.repeat(55)}` as InstanceId;

function peer(letter: string, name: string, status: PresenceStatus = 'idle', role?: string): Peer {
  const id = idOf(letter);
  const card = { id, name, kind: 'agent' as const, ...(role === undefined ? {} : { role }) };
  return { id, card, status, since: NOW, lastSign: NOW - 3000, skewMs: 0 };
}

function resolve(
  name: string,
  peers: readonly Peer[],
  roster: 'current' | 'stale' | 'unpopulated' = 'current',
) {
  const result = resolveName(name, peers, roster, NOW);
  return result.ok ? result.value : result.error;
}

describe('a name', () => {
  const alice = peer('A', 'Alice');
  const offline = peer('B', 'bob', 'offline');

  test('is that of the one live peer, in any case, with or without @', () => {
    for (const name of ['Alice', 'alice', '@ALICE']) {
      expect(resolve(name, [alice, offline])).toEqual({ id: alice.id, name: 'Alice', live: true });
    }
  });

  test('of a unique offline peer is allowed and said to wait', () => {
    expect(resolve('bob', [alice, offline])).toEqual({ id: offline.id, name: 'bob', live: false });
  });

  test('of a live peer wins over any number of offline ones', () => {
    const peers = [peer('C', 'alice', 'offline'), alice, peer('D', 'alice', 'offline')];
    expect(resolve('alice', peers)).toMatchObject({ id: alice.id, live: true });
  });

  test('that two peers have is refused with what tells them apart', () => {
    const twins = [peer('A', 'twin', 'working', 'planner'), peer('B', 'Twin', 'waiting')];
    const error = resolve('twin', twins);
    expect(error).toMatchObject({ code: 'ambiguous-name' });
    const { sentence } = error as { sentence: string };
    expect(sentence).toContain('2 live peers');
    expect(sentence).toContain(`${idOf('A')} (planner, last sign 3 s ago)`);
    expect(sentence).toContain(`${idOf('B')} (no role, last sign 3 s ago)`);
    const gone = twins.map((p) => ({ ...p, status: 'offline' as const }));
    expect(resolve('twin', gone)).toMatchObject({
      code: 'ambiguous-name',
      sentence: expect.stringContaining('2 offline peers') as string,
    });
  });

  test('is said to be absent only by a current roster', () => {
    expect(resolve('carol', [alice])).toMatchObject({ code: 'no-such-peer' });
    for (const state of ['stale', 'unpopulated'] as const) {
      expect(resolve('carol', [alice], state)).toMatchObject({ code: 'roster-not-current' });
      expect(resolve('alice', [alice], state)).toMatchObject({ id: alice.id });
    }
  });

  test('like a prototype key or nothing is an ordinary absent name', () => {
    for (const name of ['', '@', '__proto__', 'constructor', 'toString', ' alice', 'alice\n']) {
      expect(resolve(name, [alice]), JSON.stringify(name)).toMatchObject({ code: 'no-such-peer' });
    }
  });
});

describe('an id', () => {
  test('always works, whether or not its peer was ever seen', () => {
    const twins = [peer('A', 'twin'), peer('B', 'twin', 'offline')];
    expect(resolve(idOf('A'), twins)).toEqual({ id: idOf('A'), name: 'twin', live: true });
    expect(resolve(idOf('B'), twins)).toMatchObject({ id: idOf('B'), live: false });
    expect(resolve(idOf('C'), twins, 'unpopulated')).toEqual({ id: idOf('C'), name: idOf('C'), live: false });
  });

  test('is not hijacked by a peer that takes it as its name', () => {
    const impostor = peer('B', idOf('A'));
    expect(resolve(idOf('A'), [impostor, peer('A', 'alice')])).toMatchObject({ id: idOf('A') });
    expect(resolve(idOf('A'), [impostor])).toMatchObject({ id: idOf('A'), live: false });
  });
});

test('mentions are called-out names, not addresses and not sentence ends', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['@Bob please', ['bob']],
    ['thanks @bob.', ['bob']],
    ['(@bob, @carol) "@dan" {@eve} [@fay]', ['bob', 'carol', 'dan', 'eve', 'fay']],
    ['@bob @BOB @bob', ['bob']],
    ['line\n@bob\t@carol', ['bob', 'carol']],
    ['@team.lead-1 and @x_y', ['team.lead-1', 'x_y']],
    ['mail bob@example.com, a@b', []],
    ['@ bob, @@bob, @-x, @.', []],
    ['', []],
    ['@constructor', ['constructor']],
  ];
  for (const [text, names] of cases) expect(extractMentions(text), text).toEqual(names);
});

test('mentions are found in linear time', () => {
  const started = performance.now();
  expect(extractMentions(`@${'a'.repeat(200_000)}${'.-'.repeat(200_000)}`)).toHaveLength(1);
  expect(extractMentions('@'.repeat(400_000))).toEqual([]);
  expect(performance.now() - started).toBeLessThan(2000);
});
