import { usePresenceLog, type PresenceEvent } from '../state/presence-log.ts';
import { useWindow } from '../state/store.ts';
import { idOf, MINUTE, SECOND } from './cast.ts';
import { click, fill } from './pilot.ts';
import { snapshotOf } from './scene.ts';
import type { Stage } from './stage.ts';

/** What befalls the recorded scene once its window stands. Times: epoch ms. */

const LOST_AGO_MS = 41 * SECOND;

/** The changes of state that a window which was open all along would have seen. */
export function rememberPresence({ now }: Stage): void {
  const change = (
    name: string,
    role: string,
    agoMs: number,
    to: Pick<PresenceEvent, 'status' | 'before' | 'activity'>,
  ): PresenceEvent => ({
    id: `presence ${name} ${agoMs}`,
    ts: now() - agoMs,
    from: { id: idOf(name), name, role },
    delivery: 'presence',
    ...to,
  });
  usePresenceLog.setState({
    events: [
      change('milo', 'docs', 7 * MINUTE, {
        status: 'idle',
        before: 'working',
        activity: 'Finished: changelog for 2.8',
      }),
      change('juno', 'frontend', 6 * MINUTE, {
        status: 'waiting',
        before: 'working',
        activity: 'Keep the old seat picker behind a flag?',
      }),
      change('dex', 'ops', 3 * MINUTE, {
        status: 'waiting',
        before: 'working',
        activity: 'Needs permission: may it run terraform plan?',
      }),
    ],
  });
}

/** The shell cannot reach the host any more; what was on its way has come. */
export async function loseHost({ now, later }: Stage): Promise<void> {
  await new Promise<void>((resolve) => later(1000, resolve));
  useWindow.setState({
    link: { state: 'reconnecting', reason: 'The host does not answer.', since: now() - LOST_AGO_MS },
  });
}

/** The broker stopped, and restarting it did not help. */
export function loseBroker({ scene, now, tell }: Stage): void {
  const mesh = scene.status.id;
  const reason = 'the broker stopped: the disk is full, and three restarts failed for the same reason.';
  const since = now() - LOST_AGO_MS;
  tell('mesh.snapshot', { mesh, snapshot: snapshotOf(scene, since) });
  scene.disconnected = 'the broker stopped';
  scene.status = {
    ...scene.status,
    state: 'failing',
    since,
    reason,
    processes: scene.status.processes.map((process) =>
      process.role === 'broker' ? { ...process, pid: null, state: 'failing', since, reason } : process,
    ),
    warnings: ['The disk of this mesh is full: 0 B of 494 GB are free.'],
  };
  scene.needs = [
    {
      id: 'mesh:state',
      kind: 'mesh',
      agent: null,
      since,
      text: 'The mesh "ferrydesk" is failing.',
      isQuoted: false,
      evidence: [reason],
      choices: [],
      acts: ['retry', 'dismiss'],
      snoozedUntil: null,
      isAskerGone: false,
    },
    ...scene.needs,
  ];
  tell('mesh.status', scene.status);
  tell('mesh.snapshot', { mesh, snapshot: snapshotOf(scene, now()) });
  tell('mesh.needs', { mesh, items: scene.needs });
}

/** Somebody opened a link of ours. */
export function openLink({ tell }: Stage): void {
  tell('shell.link', { url: 'cotal://join?space=ferrydesk&server=nats%3A%2F%2F192.0.2.14%3A4222' });
}

const STEPS = [
  ['folder', 40],
  ['keys', 310],
  ['broker', 620],
  ['streams', 410],
  ['person', 180],
  ['manager', 90],
] as const;

/** The steps of a start that went well. */
export function finishFirstRun({ scene, tell }: Stage): void {
  for (const [step, ms] of STEPS) tell('mesh.progress', { mesh: scene.status.id, step, state: 'done', ms });
}

/** A start that ended at the broker. */
export function failFirstRun({ scene, now, tell }: Stage): void {
  const mesh = scene.status.id;
  for (const [step, ms] of STEPS.slice(0, 2)) tell('mesh.progress', { mesh, step, state: 'done', ms });
  tell('mesh.progress', { mesh, step: 'broker', state: 'failed', ms: 20_000 });
  const reason =
    'The broker did not become ready within 20 s. Port 4222 is taken by another program (pid 812, nats-server).';
  scene.status = { ...scene.status, state: 'failing', since: now(), reason };
  tell('mesh.status', scene.status);
}

/** What a person would do to get further. */

export async function spawnReed(): Promise<void> {
  await fill('Name', 'reed');
  await fill(
    'First prompt',
    'Take over the refund tests from wren. Read #team.api first; ask otto for the branch. Post results in #review.',
  );
  await click('[role=dialog] button[type=submit]', 'Spawn');
}

export async function openFind(): Promise<void> {
  await click('button', 'Find in dex');
  await fill('Find', 'plan');
}

export async function mentionSomebody(): Promise<void> {
  await fill('Message to #review', 'Good catch on line 88. Please add the group of 11 to the suite, @p');
}

export async function showAgentDetails(): Promise<void> {
  const { useAgentsView } = await import('../views/agents/control.ts');
  useAgentsView.setState({ hasDetails: true });
}

export async function showDetails(): Promise<void> {
  await click('[aria-label=Thread] button', 'Details');
}

export async function showAccess(): Promise<void> {
  await click('[role=dialog] label', 'Access');
}

export async function showMembers(): Promise<void> {
  await click('main button', 'Members');
}

export async function editPersona(): Promise<void> {
  await fill('Description', 'Reads changes of the fares service and says what is wrong with them');
}

export async function savePersona(): Promise<void> {
  await editPersona();
  await fill('May read', 'general, review, build, team.>');
  await click('main button', 'Save');
}

export async function showBundle(): Promise<void> {
  await click('main button', 'Preview');
}
