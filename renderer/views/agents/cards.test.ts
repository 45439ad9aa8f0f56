import { describe, expect, it } from 'vitest';
import type { AgentRow, NeedItem } from '../../../shared/api/contract.ts';
import type { MeshSnapshot, PeerView } from '../../../shared/mesh-view/snapshot.ts';
import { rosterOf } from '../../state/roster.ts';
import { dmKey } from '../../state/ui.ts';
import { cardsOf, isSameCard, placeAfter, type CardSources } from './cards.ts';

const peer = (name: string, status: PeerView['status'], change: Partial<PeerView> = {}): PeerView => ({
  id: `id-${name}`,
  name,
  role: null,
  kind: 'agent',
  status,
  activity: null,
  since: 100,
  lastSign: 200,
  harness: 'claude',
  model: null,
  description: null,
  ...change,
});
const own = (name: string, change: Partial<AgentRow> = {}): AgentRow => ({
  name,
  id: `id-${name}`,
  role: null,
  agent: 'claude',
  status: 'working',
  activity: null,
  since: 0,
  process: 'running',
  pid: 1,
  exit: null,
  lastOutputAt: null,
  restartedAt: null,
  persona: 'default',
  cwd: '/',
  model: null,
  subscribe: [],
  allowSubscribe: [],
  allowPublish: [],
  capabilities: [],
  parent: null,
  start: { processAt: 50, connectedAt: null, orientedAt: null, firstTurnAt: null },
  lastLines: [],
  ...change,
});
const need = (kind: NeedItem['kind'], name: string, change: Partial<NeedItem> = {}): NeedItem => ({
  id: `${kind} ${name}`,
  kind,
  agent: { id: `id-${name}`, name },
  since: 70,
  text: 'Keep the flag?',
  isQuoted: false,
  evidence: [],
  choices: [],
  acts: [],
  snoozedUntil: null,
  isAskerGone: false,
  ...change,
});
function card(peers: PeerView[], change: Partial<CardSources> = {}) {
  const snapshot = { agents: peers, endpoints: [] } as unknown as MeshSnapshot;
  const agents = change.agents ?? [];
  const [first] = cardsOf({
    roster: rosterOf(snapshot, agents, change.isStale ?? false),
    agents,
    snapshot,
    needs: [],
    unread: new Map(),
    isStale: false,
    clock: (at) => `at ${at}`,
    ...change,
  });
  return first!;
}

describe('cardsOf', () => {
  it('shows the age of the last output of somebody at work, else of its last sign', () => {
    expect(card([peer('a', 'working')], { agents: [own('a', { lastOutputAt: 300 })] })).toMatchObject({
      word: 'working',
      since: 300,
      evidence: 'output',
      isOurs: true,
    });
    expect(card([peer('a', 'working')])).toMatchObject({ since: 200, evidence: 'last sign', isOurs: false });
  });

  it('shows since when one waits or is idle, whatever signs it gave since', () => {
    expect(card([peer('a', 'idle')])).toMatchObject({ since: 100, evidence: 'idle since' });
  });

  it('draws a silent one as not current, and says so', () => {
    expect(card([peer('a', 'working')], { needs: [need('silent', 'a')] })).toMatchObject({
      shape: 'stale',
      word: 'silent',
      since: 70,
      doing: 'Claims to be working; nothing has moved',
    });
    expect(card([peer('a', 'idle')], { needs: [need('silent', 'a')] }).word).toBe('idle');
  });

  it('shows what it asks, what it says it does, or that it says nothing', () => {
    const quoted = need('question', 'a', { isQuoted: true });
    expect(card([peer('a', 'waiting')], { needs: [quoted] })).toMatchObject({
      doing: 'Asks: Keep the flag?',
      isDoingSaid: true,
    });
    expect(card([peer('a', 'working', { activity: 'tests' })]).doing).toBe('tests');
    expect(card([peer('a', 'waiting')], { needs: [need('provider', 'a')] }).doing).toBe('Keep the flag?');
    expect(card([peer('a', 'idle')])).toMatchObject({
      doing: 'Says nothing about what it does',
      isDoingSaid: false,
    });
  });

  it('says how one ended', () => {
    const exit = { code: 1, signal: null, at: 900 };
    expect(card([peer('a', 'offline')], { agents: [own('a', { process: 'exited', exit })] })).toMatchObject({
      word: 'offline',
      since: 900,
      doing: 'Exited at 900 with code 1',
      hasEnded: true,
    });
    const killed = own('a', { process: 'exited', exit: { code: null, signal: 9, at: 900 } });
    expect(card([], { agents: [killed] }).doing).toBe('Exited at 900 with signal 9');
  });

  it('shows one that has not come to the mesh yet', () => {
    expect(card([], { agents: [own('a', { status: 'starting' })] })).toMatchObject({
      shape: 'starting',
      since: 50,
      doing: 'Not on the mesh yet',
    });
  });

  it('is of the past while nothing is known', () => {
    expect(card([peer('a', 'working')], { isStale: true, needs: [need('silent', 'a')] })).toMatchObject({
      shape: 'stale',
      word: 'was working',
      since: 200,
    });
  });

  it('counts what was not read', () => {
    expect(card([peer('a', 'idle')], { unread: new Map([[dmKey('id-a'), 3]]) }).unread).toBe(3);
  });
});

describe('isSameCard', () => {
  it('tells whether anything shown has changed', () => {
    const one = card([peer('a', 'idle')]);
    expect(isSameCard(one, card([peer('a', 'idle', { lastSign: 999 })]))).toBe(true);
    expect(isSameCard(one, card([peer('a', 'waiting')]))).toBe(false);
  });
});

describe('placeAfter', () => {
  // 0 1 2 / 3 4 5 / 6 7
  it.each([
    ['ArrowRight', 2, 3],
    ['ArrowRight', 7, 7],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 7, 7],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 2, 2],
    ['Home', 5, 0],
    ['End', 0, 7],
    ['x', 0, undefined],
  ])('%s from %i is %s', (key, from, to) => expect(placeAfter(key, from, 8, 3)).toBe(to));
});
