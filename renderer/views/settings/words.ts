import type { Check, MeshStatus, ProcessView } from '../../../shared/api/contract.ts';

/** Sentences about how a mesh is set up. */

type Broker = NonNullable<MeshStatus['broker']>;

const SOURCES: Readonly<Record<Broker['source'], string>> = {
  bundled: 'Built in, started with the mesh',
  path: 'Found on your PATH, started with the mesh',
  env: 'Named by COTAL_NATS_SERVER, started with the mesh',
  adopted: 'Was running already and was taken over, with what it holds',
  external: 'Runs outside; this app uses it and does not start or stop it',
};

export function explainBroker(broker: MeshStatus['broker']): string {
  if (broker === null) return 'It is not known which broker runs.';
  const version = broker.version === '' ? '' : `nats-server ${broker.version}. `;
  return `${version}${SOURCES[broker.source]}.`;
}

/** Where it listens, and who can reach that. */
export function explainAddress(server: string): string {
  const host = /^[a-z]+:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/]+)/.exec(server)?.[1];
  const isHere = host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){1,3}$/.test(host ?? '');
  return isHere ? 'Reachable from this machine only.' : 'Reachable from other machines.';
}

export function explainMode(mode: MeshStatus['mode']): string {
  return mode === 'auth'
    ? 'Only programs with a credential of this mesh may join it.'
    : 'Anybody who can reach the address may join it and read everything.';
}

const ROLES: Readonly<Record<ProcessView['role'], string>> = {
  host: 'Host',
  broker: 'Broker',
  manager: 'Manager',
  delivery: 'Delivery',
  person: 'You on the mesh',
};

export function nameRole(role: ProcessView['role']): string {
  return ROLES[role];
}

/** What becomes of the agents when their mesh is brought down. */
export function explainDown(running: readonly string[]): string {
  if (running.length === 0) return 'No agent is running.';
  const [only] = running;
  return running.length === 1
    ? `The agent ${only} is asked to finish, and then stopped.`
    : `${running.length} agents are asked to finish, and then stopped: ${running.join(', ')}.`;
}

/** How the checks came out: `11 of 12 pass`. */
export function explainChecks(checks: readonly Check[]): string {
  const passed = checks.filter(({ state }) => state === 'ok').length;
  return passed === checks.length ? `all ${checks.length} pass` : `${passed} of ${checks.length} pass`;
}

const CHECK_STATES: Readonly<Record<Check['state'], string>> = {
  ok: 'passes',
  warn: 'warning',
  fail: 'failed',
  unknown: 'not known',
};

export function nameCheckState(state: Check['state']): string {
  return CHECK_STATES[state];
}

/** What needs looking at comes first; otherwise as the doctor has it. */
export function inUrgency(checks: readonly Check[]): readonly Check[] {
  const order: readonly Check['state'][] = ['fail', 'warn', 'unknown', 'ok'];
  return checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** Whether this window may notify, in words. */
export function explainPermission(permission: 'default' | 'granted' | 'denied' | 'missing'): string {
  switch (permission) {
    case 'granted':
      return 'Your browser shows them.';
    case 'denied':
      return 'Your browser refuses them for this page. Allow them in its settings for this page.';
    case 'default':
      return 'Your browser has not been asked yet.';
    case 'missing':
      return 'Your browser has no notifications.';
  }
}
