import { describe, expect, it } from 'vitest';
import type { MeshSnapshot, PeerView } from '../../shared/mesh-view/snapshot.ts';
import { explainPresence, logPresence, type PresenceEvent } from './presence-log.ts';

const peer = (name: string, status: PeerView['status'], change: Partial<PeerView> = {}): PeerView => ({
  id: `id-${name}`,
  name,
  role: null,
  kind: 'agent',
  status,
  activity: null,
  since: 0,
  lastSign: 0,
  harness: null,
  model: null,
  description: null,
  ...change,
});
const snapshot = (at: number, agents: PeerView[], change: Partial<MeshSnapshot> = {}): MeshSnapshot => ({
  space: 'main',
  at,
  roster: 'current',
  agents,
  endpoints: [],
  channels: [],
  counts: { working: 0, waiting: 0, idle: 0, offline: 0 },
  oldestWaiting: null,
  msgsPerSec: 0,
  connected: true,
  connectedReason: null,
  dmVisible: true,
  ...change,
});
const told = (log: readonly PresenceEvent[]) =>
  log.map(({ from, before, status }) => `${from.name} ${before} ${status}`);

describe('logPresence', () => {
  it('tells who changed, who came and who went, agents and endpoints', () => {
    const log = logPresence(
      [],
      snapshot(1, [peer('otto', 'working'), peer('iris', 'idle'), peer('fern', 'idle')]),
      snapshot(2, [peer('otto', 'waiting'), peer('iris', 'idle'), peer('fern', 'offline')], {
        endpoints: [peer('ci', 'working', { kind: 'endpoint' })],
      }),
    );
    expect(told(log)).toEqual(['otto working waiting', 'fern idle offline', 'ci null working']);
    expect(log[0]).toMatchObject({ ts: 2, from: { id: 'id-otto' }, delivery: 'presence' });
    expect(new Set(log.map(({ id }) => id)).size).toBe(3);
  });

  it('is the same log when nothing changed, or only what is being done', () => {
    const log = logPresence([], snapshot(1, []), snapshot(2, [peer('otto', 'idle')]));
    const same = logPresence(
      log,
      snapshot(2, [peer('otto', 'idle')]),
      snapshot(3, [peer('otto', 'idle', { activity: 'other', lastSign: 9 })]),
    );
    expect(same).toBe(log);
  });

  it('claims nothing from or to a roster that is not current', () => {
    const here = snapshot(1, [peer('otto', 'working')]);
    const gone = [peer('otto', 'offline')];
    expect(logPresence([], null, here)).toEqual([]);
    expect(logPresence([], here, null)).toEqual([]);
    expect(logPresence([], here, snapshot(2, gone, { roster: 'stale' }))).toEqual([]);
    expect(logPresence([], here, snapshot(2, gone, { connected: false }))).toEqual([]);
    expect(logPresence([], snapshot(0, [], { roster: 'unpopulated' }), here)).toEqual([]);
    expect(told(logPresence([], here, snapshot(2, gone)))).toEqual(['otto working offline']);
  });

  it('does not tell of an old record that appears', () => {
    expect(logPresence([], snapshot(1, []), snapshot(2, [peer('fern', 'offline')]))).toEqual([]);
  });

  it('stays bounded and keeps the newest', () => {
    let log: readonly PresenceEvent[] = [];
    for (let at = 1; at <= 2010; at++) {
      const states = at % 2 === 0 ? (['idle', 'working'] as const) : (['working', 'idle'] as const);
      log = logPresence(log, snapshot(at, [peer('o', states[0])]), snapshot(at + 1, [peer('o', states[1])]));
    }
    expect(log).toHaveLength(2000);
    expect(log.at(-1)?.ts).toBe(2011);
  });
});

describe('explainPresence', () => {
  const event = (change: Partial<PresenceEvent>): string =>
    explainPresence({
      id: 'x',
      ts: 0,
      from: { id: 'i', name: 'otto', role: null },
      delivery: 'presence',
      status: 'idle',
      before: 'working',
      activity: null,
      ...change,
    });
  it('is a sentence for each change', () => {
    expect(event({})).toBe('Idle');
    expect(event({ activity: 'Finished: changelog' })).toBe('Idle: Finished: changelog');
    expect(event({ before: null })).toBe('Came online, idle');
    expect(event({ before: 'offline', status: 'working', activity: 'tests' })).toBe(
      'Came online, working: tests',
    );
    expect(event({ status: 'offline' })).toBe('Went offline; it was working before.');
  });
});
