import type { AgentRow } from '../../shared/api/contract.ts';
import type { PeerView } from '../../shared/mesh-view/snapshot.ts';

/** Who is in the recorded scene. Ages are in milliseconds before the moment at which the page was opened. */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export const ROOT = '/home/marta/code/ferrydesk';

/** An instance id that looks like one and belongs to nobody. */
export function idOf(name: string): string {
  const letters = name.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
  return `U${letters}7Q4XK2NVD5JRT3WBZ6MHCP4LYG2SEF7AU5QK3XNVD2JRT6WBZ4MHCP7L`.slice(0, 56);
}

export const PERSON = { id: idOf('marta'), name: 'marta' } as const;

interface Part {
  readonly name: string;
  readonly role: string;
  readonly status: PeerView['status'];
  /** How long it has been in this state, and since its last sign of life. */
  readonly sinceMs: number;
  readonly signMs: number;
  readonly activity: string;
  readonly harness: string;
  readonly model: string;
  readonly persona: string;
  readonly cwd: string;
  readonly upMs: number;
  readonly reads: readonly string[];
  readonly posts: readonly string[];
  readonly capabilities?: readonly string[];
  readonly parent?: string;
}

const PARTS: readonly Part[] = [
  {
    name: 'iris',
    role: 'lead',
    status: 'working',
    sinceMs: 11 * MINUTE,
    signMs: 8 * SECOND,
    activity: 'Splitting the fares migration into four reviews',
    harness: 'claude',
    model: 'opus',
    persona: 'lead',
    cwd: ROOT,
    upMs: 5 * HOUR,
    reads: ['general', 'review', 'team.>', 'incidents'],
    posts: ['general', 'review', 'team.>', 'incidents'],
    capabilities: ['spawn'],
  },
  {
    name: 'otto',
    role: 'backend',
    status: 'working',
    sinceMs: 9 * MINUTE,
    signMs: 2 * SECOND,
    activity: 'Running the fares suite, 212 of 340',
    harness: 'claude',
    model: 'sonnet',
    persona: 'backend',
    cwd: `${ROOT}/.trees/fares-2`,
    upMs: 4 * HOUR,
    reads: ['general', 'review', 'team.api'],
    posts: ['general', 'review', 'team.api'],
  },
  {
    name: 'pax',
    role: 'reviewer',
    status: 'working',
    sinceMs: 2 * MINUTE,
    signMs: 31 * SECOND,
    activity: 'Reading the refund path in fares/refund.ts',
    harness: 'claude',
    model: 'sonnet',
    persona: 'reviewer',
    cwd: ROOT,
    upMs: 4 * HOUR,
    reads: ['general', 'review', 'build'],
    posts: ['general', 'review'],
  },
  {
    name: 'wren',
    role: 'tests',
    status: 'working',
    sinceMs: 15 * MINUTE,
    signMs: 14 * MINUTE,
    activity: 'Writing the refund tests',
    harness: 'opencode',
    model: 'qwen3-coder',
    persona: 'tester',
    cwd: `${ROOT}/.trees/refund`,
    upMs: 90 * MINUTE,
    reads: ['general', 'review', 'team.api'],
    posts: ['general'],
    parent: 'iris',
  },
  {
    name: 'juno',
    role: 'frontend',
    status: 'waiting',
    sinceMs: 6 * MINUTE,
    signMs: 6 * MINUTE,
    activity: 'Keep the old seat picker behind a flag?',
    harness: 'codex',
    model: 'gpt-5-codex',
    persona: 'frontend',
    cwd: `${ROOT}/.trees/seats`,
    upMs: 3 * HOUR,
    reads: ['general', 'review', 'team.web'],
    posts: ['general', 'review', 'team.web'],
  },
  {
    name: 'dex',
    role: 'ops',
    status: 'waiting',
    sinceMs: 3 * MINUTE,
    signMs: 3 * MINUTE,
    activity: 'Needs permission: may it run terraform plan?',
    harness: 'claude',
    model: 'sonnet',
    persona: 'ops',
    cwd: `${ROOT}/infra`,
    upMs: 3 * HOUR,
    reads: ['general', 'build', 'team.api', 'incidents'],
    posts: ['general', 'incidents'],
  },
  {
    name: 'milo',
    role: 'docs',
    status: 'idle',
    sinceMs: 22 * MINUTE,
    signMs: 22 * MINUTE,
    activity: 'Finished: changelog for 2.8',
    harness: 'claude',
    model: 'haiku',
    persona: 'docs',
    cwd: ROOT,
    upMs: 2 * HOUR,
    reads: ['general', 'review'],
    posts: ['general', 'review'],
  },
  {
    name: 'sable',
    role: 'security',
    status: 'idle',
    sinceMs: 41 * MINUTE,
    signMs: 41 * MINUTE,
    activity: 'Finished: dependency audit, 2 notes',
    harness: 'hermes',
    model: '4-large',
    persona: 'security',
    cwd: ROOT,
    upMs: 3 * HOUR,
    reads: ['general', 'review'],
    posts: ['general'],
  },
  {
    name: 'fern',
    role: 'data',
    status: 'offline',
    sinceMs: 58 * MINUTE,
    signMs: 58 * MINUTE,
    activity: 'Exited: provider quota reached',
    harness: 'codex',
    model: 'gpt-5-codex',
    persona: 'data',
    cwd: `${ROOT}/.trees/tariffs`,
    upMs: 3 * HOUR,
    reads: ['general', 'review', 'team.api'],
    posts: ['general', 'team.api'],
  },
];

/** The agents as the mesh shows them. */
export function castPeers(now: number): PeerView[] {
  return PARTS.map((part) => ({
    id: idOf(part.name),
    name: part.name,
    role: part.role,
    kind: 'agent',
    status: part.status,
    activity: part.activity,
    since: now - part.sinceMs,
    lastSign: now - part.signMs,
    harness: part.harness,
    model: part.model,
    description: null,
  }));
}

/** Everybody on the mesh who is no agent. */
export function castEndpoints(now: number): PeerView[] {
  const endpoint = (name: string, role: string | null, status: PeerView['status'], signMs: number) => ({
    id: idOf(name),
    name,
    role,
    kind: 'endpoint' as const,
    status,
    activity: null,
    since: now - signMs,
    lastSign: now - signMs,
    harness: null,
    model: null,
    description: null,
  });
  return [endpoint(PERSON.name, 'human', 'working', SECOND), endpoint('ci-bridge', null, 'idle', 4 * MINUTE)];
}

/** The agents as the host runs them. */
export function castAgents(now: number): AgentRow[] {
  return PARTS.map((part, index) => {
    const exited = part.status === 'offline';
    const up = now - part.upMs;
    return {
      name: part.name,
      id: idOf(part.name),
      role: part.role,
      agent: part.harness,
      status: part.status,
      activity: part.activity,
      since: now - part.sinceMs,
      process: exited ? 'exited' : 'running',
      pid: exited ? null : 4800 + index,
      exit: exited ? { code: 1, signal: null, at: now - part.signMs } : null,
      lastOutputAt: now - part.signMs,
      restartedAt: null,
      persona: part.persona,
      cwd: part.cwd,
      model: part.model,
      subscribe: part.reads.filter((channel) => !/[*>]/.test(channel)),
      allowSubscribe: [...part.reads],
      allowPublish: [...part.posts],
      capabilities: [...(part.capabilities ?? [])],
      parent: part.parent ?? null,
      start: {
        processAt: up + 400,
        connectedAt: up + 1500,
        orientedAt: up + 4200,
        firstTurnAt: up + 9000,
      },
      lastLines: exited ? FERN_LINES : [],
    };
  });
}

const FERN_LINES = [
  'Loading tariff tables for 2024 to 2026',
  'error: 429 insufficient_quota',
  'You exceeded your current quota; check your plan and billing details.',
];
