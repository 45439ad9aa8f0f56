import { describe, expect, test } from 'vitest';
import type { ChannelName, InstanceId, RoleName } from '../base/ids.ts';
import type { Delivery } from '../cotal/envelope.ts';
import type { Peer, PresenceStatus, RosterState } from '../cotal/presence.ts';
import { createMeshView, type MeshView } from './mesh-view.ts';
import { meshSnapshotSchema, feedEntrySchema } from './snapshot.ts';

const T0 = 1_710_000_000_000;
const idOf = (letter: string): InstanceId => `U${letter.repeat(55)}` as InstanceId;
const [alice, bob, carol] = [idOf('A'), idOf('B'), idOf('C')];

function peer(
  id: InstanceId,
  name: string,
  status: PresenceStatus = 'idle',
  over: Partial<Peer['card']> = {},
): Peer {
  return { id, card: { id, name, kind: 'agent', ...over }, status, since: T0, lastSign: T0, skewMs: 0 };
}

/** A view whose sources can be moved by the test. */
function world(window = 100) {
  const state = {
    now: T0,
    peers: [peer(alice, 'alice'), peer(bob, 'bob')] as Peer[],
    roster: 'current' as RosterState,
    connection: { connected: true, reason: null as string | null },
  };
  const view = createMeshView({
    space: 'main',
    now: () => state.now,
    peers: () => state.peers,
    rosterState: () => state.roster,
    connection: () => state.connection,
    channels: () => [],
    dmVisible: true,
    window,
  });
  return { view, state };
}

type Where = { channel: string } | { to: InstanceId } | { role: string };

function delivery(
  id: string,
  where: Where,
  text = 'hello',
  over: { ts?: number; sender?: InstanceId } = {},
): Delivery {
  const sender = over.sender ?? alice;
  const base = {
    sender,
    message: {
      id,
      ts: over.ts ?? T0,
      space: 'main',
      from: { id: sender, name: 'claimed' },
      parts: [{ kind: 'text' as const, text }],
    },
  };
  if ('channel' in where) return { ...base, kind: 'channel', channel: where.channel as ChannelName };
  if ('to' in where) return { ...base, kind: 'dm', to: where.to };
  return { ...base, kind: 'anycast', role: where.role as RoleName };
}

/** A post to #general that calls out these names. */
function calling(id: string, mentions: readonly string[]): Delivery {
  const post = delivery(id, { channel: 'general' });
  return { ...post, message: { ...post.message, mentions: [...mentions] } };
}

const ids = (view: MeshView): string[] => view.feed().map((e) => e.id);

describe('the feed', () => {
  test('tells how a message was addressed', () => {
    const { view } = world();
    expect(view.add(delivery('1', { channel: 'team.x' }), false)).toMatchObject({
      delivery: 'multicast',
      channel: 'team.x',
      toIds: [],
      toService: null,
      historical: false,
    });
    expect(view.add(delivery('2', { to: bob }), true)).toMatchObject({
      delivery: 'unicast',
      toIds: [bob],
      toNames: ['bob'],
      historical: true,
    });
    expect(view.add(delivery('3', { role: 'reviewer' }), false)).toMatchObject({
      delivery: 'anycast',
      toService: 'reviewer',
    });
    expect(view.add(delivery('4', { to: carol }, 'other'), false)?.toNames).toEqual([
      `${carol.slice(0, 8)}…`,
    ]);
    for (const entry of view.feed()) expect(feedEntrySchema.parse(entry)).toEqual(entry);
  });

  test('shows a message once, however it came', () => {
    const { view } = world();
    expect(view.add(delivery('1', { channel: 'a' }), false)).toBeDefined();
    expect(view.add(delivery('1', { channel: 'a' }), true)).toBeUndefined();
    expect(view.feed()).toHaveLength(1);
  });

  test('does not let one sender suppress the message of another by its id', () => {
    const { view } = world();
    view.add(delivery('1', { channel: 'a' }, 'mine', { sender: bob }), false);
    expect(view.add(delivery('1', { channel: 'a' }, 'hers'), false)?.text).toBe('hers');
  });

  test('takes an empty id for no id', () => {
    const { view } = world();
    view.add(delivery('', { channel: 'a' }, 'one'), false);
    view.add(delivery('', { channel: 'a' }, 'two'), false);
    expect(view.feed().map((e) => e.text)).toEqual(['one', 'two']);
  });

  test('gives every entry an id of its own, also when it is full', () => {
    const { view } = world(3);
    for (let i = 0; i < 6; i++) view.add(delivery('', { channel: 'a' }, `text ${i}`), false);
    expect(new Set(ids(view)).size).toBe(3);
  });

  test('is ordered by time, keeps arrival order at equal times, and keeps the newest', () => {
    const { view } = world(3);
    view.add(delivery('b', { channel: 'a' }, 'b', { ts: T0 + 2 }), false);
    view.add(delivery('a', { channel: 'a' }, 'a', { ts: T0 + 1 }), true);
    view.add(delivery('c', { channel: 'a' }, 'c', { ts: T0 + 2 }), false);
    expect(ids(view)).toEqual(['a', 'b', 'c']);
    view.add(delivery('d', { channel: 'a' }, 'd', { ts: T0 + 3 }), false);
    expect(ids(view)).toEqual(['b', 'c', 'd']);
  });

  test('bounds the text of an entry', () => {
    const { view } = world();
    expect(view.add(delivery('1', { channel: 'a' }, 'x'.repeat(100_000)), false)?.text).toHaveLength(16_000);
  });
});

describe('one direct message to several peers', () => {
  test('is one entry', () => {
    const { view } = world();
    view.add(delivery('1', { to: bob }), false);
    const burst = view.add(delivery('2', { to: carol }, 'hello', { ts: T0 + 400 }), false);
    expect(burst).toMatchObject({ id: '1', count: 2, toIds: [bob, carol] });
    expect(view.feed()).toHaveLength(1);
  });

  test('is not what is later, other, from another, or to the same peer again', () => {
    const { view } = world();
    view.add(delivery('1', { to: bob }), false);
    view.add(delivery('2', { to: carol }, 'hello', { ts: T0 + 401 }), false);
    view.add(delivery('3', { to: carol }, 'other'), false);
    view.add(delivery('4', { to: carol }, 'hello', { sender: carol }), false);
    view.add(delivery('5', { to: bob }), false);
    view.add(delivery('6', { channel: 'a' }), false);
    expect(view.feed().map((e) => e.count)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('a snapshot', () => {
  test('lists agents by status, then name, and endpoints apart', () => {
    const { view, state } = world();
    state.peers = [
      peer(idOf('D'), 'dan', 'offline'),
      peer(idOf('E'), 'eve', 'idle'),
      peer(idOf('F'), 'fay', 'working'),
      peer(idOf('G'), 'gil', 'waiting'),
      peer(idOf('H'), 'adam', 'idle'),
      peer(idOf('J'), 'logger', 'working', { kind: 'endpoint' }),
    ];
    const snapshot = view.snapshot();
    expect(snapshot.agents.map((p) => p.name)).toEqual(['fay', 'gil', 'adam', 'eve', 'dan']);
    expect(snapshot.endpoints.map((p) => p.name)).toEqual(['logger']);
    expect(snapshot.counts).toEqual({ working: 1, waiting: 1, idle: 2, offline: 1 });
    expect(meshSnapshotSchema.parse(snapshot)).toEqual(snapshot);
  });

  test('tells since when the longest waiting agent waits', () => {
    const { view, state } = world();
    expect(view.snapshot().oldestWaiting).toBeNull();
    state.peers = [
      { ...peer(alice, 'alice', 'waiting'), since: T0 - 10 },
      { ...peer(bob, 'bob', 'waiting'), since: T0 - 50 },
    ];
    expect(view.snapshot().oldestWaiting).toBe(T0 - 50);
  });

  test('counts the live messages of the last ten seconds', () => {
    const { view, state } = world();
    for (let i = 0; i < 5; i++) view.add(delivery(`l${i}`, { channel: 'a' }), false);
    view.add(delivery('h', { channel: 'a' }), true);
    view.add(delivery('l0', { channel: 'a' }), false);
    expect(view.snapshot().msgsPerSec).toBe(0.5);
    state.now += 10_001;
    expect(view.snapshot().msgsPerSec).toBe(0);
  });

  test('says what it is not sure of', () => {
    const { view, state } = world();
    state.roster = 'stale';
    state.connection = { connected: false, reason: 'the broker is gone' };
    expect(view.snapshot()).toMatchObject({
      roster: 'stale',
      connected: false,
      connectedReason: 'the broker is gone',
      at: T0,
    });
  });

  test('takes harness and model from a card only when they are text', () => {
    const { view, state } = world();
    state.peers = [
      peer(alice, 'a', 'idle', { meta: { connector: 'shell', model: 'opus' } }),
      peer(bob, 'b', 'idle', { meta: { connector: { evil: 1 }, model: 3 } }),
      peer(carol, 'c', 'idle', {
        meta: JSON.parse('{"__proto__":{"connector":"lent"}}') as Record<string, unknown>,
      }),
    ];
    expect(view.snapshot().agents.map((p) => [p.harness, p.model])).toEqual([
      ['shell', 'opus'],
      [null, null],
      [null, null],
    ]);
  });
});

describe('what an entry points at', () => {
  test('mentions are the ids of those who bear the names, also of one who comes later', () => {
    const { view, state } = world();
    expect(view.add(calling('1', ['bob', 'nobody', 'Bob']), false)?.mentions).toEqual([bob]);
    expect(view.add(calling('2', ['carol']), true)?.mentions).toEqual([]);
    state.peers.push(peer(carol, 'carol'));
    expect(view.feed().map((e) => e.mentions)).toEqual([[bob], [carol]]);
    state.peers.push(peer(idOf('D'), 'carol'));
    // Two live peers with one name: nobody can say who is meant.
    expect(view.add(calling('3', ['carol']), false)?.mentions).toEqual([]);
  });

  test('the subject says how it came', () => {
    const { view } = world();
    const subject = (d: Delivery): string | undefined => view.add(d, false)?.subject;
    expect(subject(delivery('1', { channel: 'team.x' }))).toBe(`cotal.main.chat.${alice}.team.x`);
    expect(subject(delivery('2', { to: bob }, 'a'))).toBe(`cotal.main.inst.${bob}.${alice}`);
    expect(subject(delivery('3', { role: 'reviewer' }))).toBe(`cotal.main.svc.reviewer.${alice}`);
  });

  test('a forgotten channel leaves the feed, and what was said elsewhere stays', () => {
    const { view } = world();
    view.add(delivery('1', { channel: 'a' }), false);
    view.add(delivery('2', { channel: 'b' }), false);
    view.add(delivery('3', { to: bob }), false);
    view.forget('a');
    expect(ids(view)).toEqual(['2', '3']);
  });
});

describe('what senders say without measure', () => {
  const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

  test('whoever begins to watch is told all of the feed in one frame', () => {
    const { view } = world(300);
    for (let i = 0; i < 300; i++) {
      const post = delivery(`m${i}`, { channel: 'general' }, '\u0001'.repeat(900_000));
      const from = { id: alice, name: '\u0001'.repeat(50_000), role: '\u0001'.repeat(50_000) };
      view.add({ ...post, message: { ...post.message, from, replyTo: 'r'.repeat(50_000) } }, false);
    }
    expect(bytesOf(view.feed())).toBeLessThan(10 * 1024 * 1024);
    expect(view.feed().at(-1)?.id).toBe('m299');
    expect(view.feed().length).toBeGreaterThan(50);
  });

  test('what is let go makes room again, whichever way it goes', () => {
    const { view } = world(300);
    const big = '\u0001'.repeat(16_000);
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 80; i++) view.add(delivery(`${round}/${i}`, { channel: 'general' }, big), false);
      view.forget('general');
    }
    for (let i = 0; i < 300; i++) view.add(delivery(`d${i}`, { to: bob }, `short ${i}`), false);
    expect(view.feed()).toHaveLength(300);
  });

  test('a peer is shown with the beginning of what it says', () => {
    const { view, state } = world();
    const long = 'x'.repeat(60_000);
    const over = { role: long, description: long, meta: { connector: long, model: long } };
    state.peers = [{ ...peer(alice, long, 'idle', over), activity: long }];
    const [shown] = view.snapshot().agents;
    expect(bytesOf(shown)).toBeLessThan(8000);
    expect(shown?.name).toMatch(/^x{127}…$/);
  });

  test.each(['', '   ', '\u200b\u3164\u2800', '\n'])('nobody is nameless: %j', (name) => {
    const { view, state } = world();
    state.peers = [peer(alice, name, 'idle', { role: name })];
    expect(view.snapshot().agents[0]).toMatchObject({ name: 'UAAAAAAA…', role: null });
  });
});
