import { describe, expect, test } from 'vitest';
import { createRoster, LIVENESS_MS, parsePresence, type Presence, type PresenceRoster } from './presence.ts';

const alice = `U${'A'.repeat(55)}`;
const T0 = 1_710_000_000_000;

function presence(over: Partial<Presence> = {}): Presence {
  return { card: { id: alice, name: 'alice', kind: 'agent' }, status: 'idle', ts: T0, ...over };
}

function current(): PresenceRoster {
  const roster = createRoster();
  roster.setState('current');
  return roster;
}

describe('one record', () => {
  const read = (key: string, value: unknown) =>
    parsePresence(key, new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));

  test('is taken from the key of its card only, with the fields it brings', () => {
    const full = presence({
      activity: 'tests',
      attention: 'dnd',
      channelModes: { general: 'muted' },
      extra: 1,
    });
    expect(read(alice, full)).toEqual(full);
    expect(read(`U${'B'.repeat(55)}`, full)).toBeUndefined();
    expect(read('', presence({ card: { id: alice, name: '', kind: 'agent' } }))).toBeUndefined();
  });

  test('of another shape is nobody’s', () => {
    const bad: readonly object[] = [
      { status: 'busy' },
      { status: undefined },
      { ts: '1' },
      { ts: null },
      { card: undefined },
      { card: { id: alice, name: 'alice', kind: 'robot' } },
      { card: { id: alice, kind: 'agent' } },
      { attention: 'loud' },
      { channelModes: { general: 'silent' } },
      { activity: {} },
    ];
    for (const over of bad)
      expect(read(alice, { ...presence(), ...over }), JSON.stringify(over)).toBeUndefined();
    for (const value of ['', '{', 'null', '[]', '1', '['.repeat(10_000)])
      expect(read(alice, value)).toBeUndefined();
    expect(parsePresence(alice, Uint8Array.from([0xff]))).toBeUndefined();
    expect(read(alice, presence({ activity: 'x'.repeat(64 * 1024) }))).toBeUndefined();
  });

  test('with prototype keys changes no prototype', () => {
    const text = `{"card":{"id":"${alice}","name":"a","kind":"agent","meta":{"__proto__":{"bad":1}}},
      "status":"idle","ts":1,"channelModes":{"__proto__":"muted"},"__proto__":{"bad":1}}`;
    const parsed = read(alice, text);
    expect((parsed as { bad?: unknown } | undefined)?.bad).toBeUndefined();
    expect('bad' in {}).toBe(false);
  });
});

describe('liveness', () => {
  test('is counted from our receipt, so a constant clock offset is skew and not absence', () => {
    for (const offset of [-86_400_000, -7000, 0, 7000, 86_400_000]) {
      const roster = current();
      for (let beat = 0; beat <= 20; beat++) {
        const now = T0 + beat * 2000;
        roster.record(presence({ ts: now + offset }), now);
        expect(roster.sweep(now + 1999), `offset ${offset}`).toEqual([]);
      }
      expect(roster.peer(alice)).toMatchObject({ status: 'idle', skewMs: offset, lastSign: T0 + 40_000 });
    }
  });

  test('ends when the window passes without a record, and not before', () => {
    const roster = current();
    roster.record(presence(), T0);
    expect(roster.sweep(T0 + LIVENESS_MS)).toEqual([]);
    expect(roster.sweep(T0 + LIVENESS_MS + 1)).toEqual([alice]);
    expect(roster.peer(alice)).toMatchObject({
      status: 'offline',
      since: T0 + LIVENESS_MS + 1,
      lastSign: T0,
    });
    expect(roster.sweep(T0 + 60_000)).toEqual([]);
  });

  test('ends when ts stands still, however many records come', () => {
    const roster = current();
    for (let at = 0; at <= LIVENESS_MS; at += 500) expect(roster.record(presence(), T0 + at)).toBe(at === 0);
    expect(roster.sweep(T0 + LIVENESS_MS + 1)).toEqual([alice]);
    expect(roster.record(presence(), T0 + LIVENESS_MS + 2)).toBe(false);
    expect(roster.peer(alice)?.status).toBe('offline');
  });

  test('is not given by a replay of an older record', () => {
    const roster = current();
    roster.record(presence({ ts: T0 + 10, status: 'working' }), T0);
    expect(roster.record(presence({ ts: T0, status: 'idle' }), T0 + 5000)).toBe(false);
    expect(roster.peer(alice)?.status).toBe('working');
    expect(roster.sweep(T0 + LIVENESS_MS + 1)).toEqual([alice]);
  });

  test('survives a clock that was set back: the next advancing record counts', () => {
    const roster = current();
    roster.record(presence({ ts: T0 }), T0);
    const back = T0 - 3_600_000;
    roster.record(presence({ ts: back + 2000 }), T0 + 2000);
    roster.record(presence({ ts: back + 4000 }), T0 + 4000);
    expect(roster.sweep(T0 + 4000 + LIVENESS_MS)).toEqual([]);
    expect(roster.peer(alice)).toMatchObject({ status: 'idle', skewMs: -3_600_000 });
  });

  test('comes back with the next advancing record', () => {
    const roster = current();
    roster.record(presence(), T0);
    roster.sweep(T0 + 7000);
    expect(roster.record(presence({ ts: T0 + 8000 }), T0 + 8000)).toBe(true);
    expect(roster.peer(alice)).toMatchObject({ status: 'idle', since: T0 + 8000 });
  });

  test('is claimed only while the roster is current', () => {
    const roster = createRoster();
    expect(roster.state()).toBe('unpopulated');
    roster.snapshotRecord(presence(), T0, 0);
    expect(roster.sweep(T0 + 60_000)).toEqual([]);
    roster.setState('stale');
    expect(roster.sweep(T0 + 60_000)).toEqual([]);
    roster.setState('current');
    expect(roster.sweep(T0 + 60_000)).toEqual([alice]);
  });
});

describe('a snapshot', () => {
  test('tells liveness by the time the broker stored the record', () => {
    for (const [ageMs, status] of [
      [LIVENESS_MS, 'idle'],
      [LIVENESS_MS + 1, 'offline'],
    ] as const) {
      const roster = createRoster();
      roster.snapshotRecord(presence({ ts: T0 - 86_400_000 }), T0, ageMs);
      expect(roster.peer(alice)).toMatchObject({ status, lastSign: T0 - ageMs, skewMs: null });
    }
  });

  test('does not overwrite a newer live record', () => {
    const roster = current();
    roster.record(presence({ ts: T0 + 1, status: 'working' }), T0);
    roster.snapshotRecord(presence({ ts: T0, status: 'idle' }), T0, 0);
    expect(roster.peer(alice)?.status).toBe('working');
  });

  test('does not bring back a peer by the record it went offline with', () => {
    const roster = current();
    roster.record(presence(), T0);
    roster.sweep(T0 + 7000);
    roster.snapshotRecord(presence(), T0 + 7000, 0);
    expect(roster.peer(alice)?.status).toBe('offline');
    roster.snapshotRecord(presence({ ts: T0 + 7001 }), T0 + 7001, 0);
    expect(roster.peer(alice)?.status).toBe('idle');
  });
});

describe('going offline', () => {
  const attentive = presence({ status: 'waiting', attention: 'focus', channelModes: { general: 'quiet' } });

  test('is immediate when the peer says so or its key is deleted', () => {
    const said = current();
    said.record(attentive, T0);
    expect(said.record({ ...attentive, status: 'offline' }, T0 + 1)).toBe(true);
    const deleted = current();
    deleted.record(attentive, T0);
    expect(deleted.removed(alice, T0 + 1)).toBe(true);
    expect(deleted.removed(alice, T0 + 2)).toBe(false);
    expect(deleted.removed('unknown', T0)).toBe(false);
    for (const roster of [said, deleted]) {
      expect(roster.peer(alice)).toMatchObject({ status: 'offline', since: T0 + 1 });
      expect(roster.peers()).toHaveLength(1);
    }
  });

  test('only then can a peer be forgotten', () => {
    const roster = current();
    roster.record(attentive, T0);
    roster.forget(alice);
    expect(roster.peer(alice)).toBeDefined();
    roster.removed(alice, T0);
    roster.forget(alice);
    expect(roster.peers()).toEqual([]);
  });
});

test('a heartbeat is no change; a new status, activity or card is; since is kept while the status holds', () => {
  const roster = current();
  expect(roster.record(presence(), T0)).toBe(true);
  expect(roster.record(presence({ ts: T0 + 2000 }), T0 + 2000)).toBe(false);
  expect(roster.record(presence({ ts: T0 + 4000, activity: 'reading' }), T0 + 4000)).toBe(true);
  expect(roster.peer(alice)).toMatchObject({ since: T0, activity: 'reading', lastSign: T0 + 4000 });
  expect(roster.record(presence({ ts: T0 + 6000, status: 'working' }), T0 + 6000)).toBe(true);
  expect(roster.peer(alice)).toMatchObject({ since: T0 + 6000, status: 'working' });
  expect(roster.peer(alice)).not.toHaveProperty('activity');
});
