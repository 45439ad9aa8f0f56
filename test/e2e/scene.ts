import type { AgentRow, MeshStatus, PersonaRow } from '../../shared/api/contract.ts';
import type { FeedEntry, PeerView } from '../../shared/mesh-view/snapshot.ts';
import type { Scene } from './fake-host.ts';

const MINUTE = 60_000;
export const MESH = '0123456789abcdef';

/** A mesh with nobody on it but the person. */
export function emptyScene(now: number): Scene {
  return {
    status: status(now),
    snapshot: {
      space: 'ferrydesk',
      at: now,
      roster: 'current',
      agents: [],
      endpoints: [endpoint('marta', 'working', now, 1000)],
      channels: [{ channel: 'general', messages: 0, description: null, deliveryClass: 'durable' }],
      counts: { working: 0, waiting: 0, idle: 0, offline: 0 },
      oldestWaiting: null,
      msgsPerSec: 0,
      connected: true,
      connectedReason: null,
      dmVisible: true,
    },
    feed: [],
    agents: [],
    personas,
    screens: {},
  };
}

/** A mesh in the middle of a working day. */
export function busyScene(now: number): Scene {
  const scene = emptyScene(now);
  return {
    ...scene,
    snapshot: {
      ...scene.snapshot,
      agents: [
        agent('iris', 'lead', 'working', now, 8000, 'Splitting the fares migration into four reviews'),
        agent('otto', 'backend', 'working', now, 2000, 'Running the fares suite, 212 of 340'),
        agent('pax', 'reviewer', 'working', now, 31_000, 'Reading the refund path'),
        agent('juno', 'frontend', 'waiting', now, 6 * MINUTE, 'Keep the old seat picker behind a flag?'),
        agent('dex', 'ops', 'waiting', now, 3 * MINUTE, 'May it run terraform plan?'),
        agent('milo', 'docs', 'idle', now, 22 * MINUTE, 'Finished: changelog for 2.8'),
        agent('fern', 'data', 'offline', now, 58 * MINUTE, null),
      ],
      endpoints: [endpoint('marta', 'working', now, 1000), endpoint('ci-bridge', 'idle', now, 4 * MINUTE)],
      channels: [
        { channel: 'general', messages: 42, description: 'Everyone', deliveryClass: 'durable' },
        {
          channel: 'review',
          messages: 18,
          description: 'Who reviews what, and what came of it',
          deliveryClass: 'durable',
        },
        { channel: 'build', messages: 391, description: 'What CI says', deliveryClass: 'live' },
        { channel: 'team.api', messages: 7, description: null, deliveryClass: 'durable' },
      ],
      counts: { working: 3, waiting: 2, idle: 1, offline: 1 },
      msgsPerSec: 1.4,
    },
    feed: busyFeed(now),
    agents: [
      row('otto', 'backend', 'working', now, 2000),
      row('dex', 'ops', 'waiting', now, 3 * MINUTE),
      row('iris', 'lead', 'working', now, 8000),
    ],
    screens: { otto: OTTO, dex: DEX },
  };
}

const personas: PersonaRow[] = [
  persona('default', null, null, 'Asks before it uses a tool'),
  persona('demo', 'demo', 'guide', 'Reads, answers, asks for a grant, acts. Needs nothing installed'),
  persona('reviewer', 'claude', 'reviewer', 'Reads changes and says what is wrong with them'),
  { ...persona('broken', null, null, null), problem: 'The file has no closing --- line.' },
];

function persona(
  name: string,
  agent: string | null,
  role: string | null,
  description: string | null,
): PersonaRow {
  return { name, file: `/p/${name}.md`, role, agent, model: null, description, owner: null, problem: null };
}

function status(now: number): MeshStatus {
  const since = now - 42 * MINUTE;
  const process = (role: MeshStatus['processes'][number]['role'], pid: number) => ({
    role,
    pid,
    state: 'ready' as const,
    since,
    reason: null,
  });
  return {
    id: MESH,
    space: 'ferrydesk',
    server: 'nats://127.0.0.1:4222',
    mode: 'auth',
    root: '/home/marta/code/ferrydesk',
    state: 'ready',
    since,
    reason: null,
    processes: [
      process('host', 4711),
      process('broker', 4720),
      process('manager', 4711),
      process('person', 4711),
    ],
    warnings: [],
    broker: { path: '/opt/nats-server', version: '2.14.0', source: 'bundled' },
  };
}

function agent(
  name: string,
  role: string,
  state: PeerView['status'],
  now: number,
  age: number,
  activity: string | null,
): PeerView {
  return {
    id: `id-${name}`,
    name,
    role,
    kind: 'agent',
    status: state,
    activity,
    since: now - age,
    lastSign: now - age,
    harness: 'claude',
    model: 'sonnet',
    description: null,
  };
}

function endpoint(name: string, state: PeerView['status'], now: number, age: number): PeerView {
  return {
    ...agent(name, '', state, now, age, null),
    role: null,
    kind: 'endpoint',
    harness: null,
    model: null,
  };
}

function row(name: string, role: string, state: AgentRow['status'], now: number, age: number): AgentRow {
  return {
    name,
    id: `id-${name}`,
    role,
    agent: 'claude',
    status: state,
    activity: null,
    since: now - 30 * MINUTE,
    process: 'running',
    pid: 4800,
    exit: null,
    lastOutputAt: now - age,
    restartedAt: null,
    persona: 'default',
    cwd: '/home/marta/code/ferrydesk/.trees/fares-2',
  };
}

type Line = readonly [from: string, to: string, text: string, count?: number];

const LINES: readonly Line[] = [
  ['wren', 'otto', 'Starting the refund tests on your branch.'],
  ['iris', '#general', 'Fares migration is four reviews; order is in the pinned note.'],
  ['ci-bridge', '@reviewer', 'Build 1184 is green, two snapshots changed. Who looks?'],
  ['pax', 'ci-bridge', 'Taken.'],
  ['otto', '#review', 'fares/rounding.ts is up: half-even everywhere, 41 cases.'],
  [
    'pax',
    '#review',
    'Line 88 still rounds the child discount before the total.\nTwo cases show it:\n- child + return, 3 seats: expected 86.40, got 86.41\n- group of 11, off season: expected 412.50, got 412.51\nEverything else reads well, and the names are better than before. I would take it with that one line moved.',
  ],
  ['otto', '#review', 'Right. Moved it behind the sum, test added.'],
  ['juno', 'marta', 'Keep the old seat picker behind a flag, or remove it?'],
  ['ci-bridge', '#build', '1185 queued', 12],
  ['iris', 'otto', 'When rounding merges, tell me: I ask for the restart.'],
  ['ci-bridge', '#build', '1185 passed · 340 tests · coverage 91.4 % (+0.3)'],
  [
    'dex',
    '#general',
    'Name check: \u202Etxt.exe\u202C and a bell \u0007 are shown, not obeyed. <img src=x onerror=alert(1)>',
  ],
  ['otto', 'iris', 'Merged as 9f31c0e.'],
  ['pax', '#review', 'Rounding approved. Next: the refund path.'],
  ['iris', '#team.api', 'Refund path: otto writes, pax reviews, wren covers tests.'],
];

function busyFeed(now: number): FeedEntry[] {
  return LINES.map(([from, to, text, count], index) => {
    const kind = to.startsWith('#') ? 'multicast' : to.startsWith('@') ? 'anycast' : 'unicast';
    return {
      id: `m${index}`,
      ts: now - (LINES.length - index) * 53_000,
      from: { id: `id-${from}`, name: from, role: null },
      delivery: kind,
      channel: kind === 'multicast' ? to.slice(1) : null,
      toService: kind === 'anycast' ? to.slice(1) : null,
      toIds: kind === 'unicast' ? [`id-${to}`] : [],
      toNames: kind === 'unicast' ? [to] : [],
      count: count ?? 1,
      text,
      replyTo: null,
      historical: index < 9,
    };
  });
}

const ESC = '\u001B';
const paint = (code: number, text: string): string => `${ESC}[${code}m${text}${ESC}[0m`;

const OTTO = [
  `${paint(90, '~/code/ferrydesk/.trees/fares-2')}  ${paint(35, 'fares/rounding')}`,
  `❯ ${paint(1, 'npm test -- fares')}`,
  '',
  ` ${paint(32, '✓')} fares/discount.test.ts ${paint(90, '(58)')}       1.2 s`,
  ` ${paint(32, '✓')} fares/currency.test.ts ${paint(90, '(33)')}       0.8 s`,
  ` ${paint(32, '✓')} fares/season.test.ts ${paint(90, '(80)')}         2.1 s`,
  ` ${paint(31, '✗')} fares/rounding.test.ts ${paint(90, '(41, 2 failed)')}`,
  `   ${paint(31, 'child + return, 3 seats')}`,
  `     expected ${paint(32, '86.40')}  got ${paint(31, '86.41')}`,
  `     at ${ESC}[4;34mfares/rounding.ts:88:14${ESC}[0m`,
  `   ${paint(31, 'group of 11, off season')}`,
  `     expected ${paint(32, '412.50')}  got ${paint(31, '412.51')}`,
  ` ${paint(33, '›')} fares/refund.test.ts ${paint(90, 'running…')}`,
  '',
  `${paint(36, '●')} Both failures come from line 88: the child`,
  '  discount is rounded before the sum. Moving it.',
  '',
  '❯ ',
].join('\r\n');

const DEX = [
  `${paint(36, '●')} The staging module pins provider 5.90; I need a`,
  '  plan before I change it.',
  '',
  `  ${paint(1, 'terraform plan -out staging.plan')}`,
  `  ${paint(90, 'in infra/staging, reads remote state')}`,
  '',
  `  ${paint(33, 'Do you want to run this?')}`,
  `❯ ${paint(34, '1. Yes, once')}`,
  '  2. Yes, and not again for terraform plan',
  '  3. No, and say what to do instead',
].join('\r\n');
