import type { Check, HarnessRow } from '../../shared/api/contract.ts';

/** What the doctor finds in the recorded scene. */
export const sceneChecks: readonly Check[] = [
  ok('broker', 'Broker', 'nats-server 2.14.0 (bundled), up for 5 h.'),
  ok('mesh', 'Mesh', 'ferrydesk is ready at nats://127.0.0.1:4222.'),
  {
    id: 'delivery',
    title: 'Durable delivery',
    state: 'warn',
    detail: 'Not in this version: durable channels are joined live.',
    remedy: 'An agent that was away reads what it missed from the history of the channel.',
  },
  ok('version', 'Host and app', 'Host 0.1.0, build 7c1e04d2.'),
  {
    id: 'disk',
    title: 'Disk space',
    state: 'warn',
    detail: '1.9 GiB are free in /home/marta/.local/share/cotal.',
    remedy: 'Free disk space, or clear history: cotal history clear --force',
  },
  ok('clock', 'Clock', 'No peer has another time than this machine.'),
  {
    id: 'keychain',
    title: 'Keychain',
    state: 'unknown',
    detail: "This version keeps no key in the system's keychain; keys are files that only you can read.",
    remedy: null,
  },
  ok('harnesses', 'Harnesses', 'Usable: claude, codex, opencode, demo, shell. Not found: hermes.'),
  ok('git', 'Credentials and git', 'git keeps nothing of .cotal/.'),
  ok('home', "Cotal's own folder", 'Only you can read it.'),
  ok('log', 'Log', '214 KiB, and it can be written.'),
  ok('terminal', 'Terminals', 'A terminal was opened and closed.'),
];

function ok(id: string, title: string, detail: string): Check {
  return { id, title, state: 'ok', detail, remedy: null };
}

/** What agents can run in. */
export const sceneHarnesses: readonly HarnessRow[] = [
  { name: 'claude', state: 'usable', detail: '2.1.4', isDefault: true },
  { name: 'codex', state: 'usable', detail: '0.44.0', isDefault: false },
  { name: 'opencode', state: 'usable', detail: '0.14.6', isDefault: false },
  { name: 'demo', state: 'usable', detail: null, isDefault: false },
  { name: 'shell', state: 'usable', detail: null, isDefault: false },
  {
    name: 'hermes',
    state: 'missing',
    detail: 'Not on PATH. To get it: see the Hermes documentation.',
    isDefault: false,
  },
];

/** What would be given to somebody who helps. */
export function supportText(): string {
  return [
    'Cotal 0.1.0 (build 7c1e04d2) on Linux 6.8.0, 2026-03-05T14:30:00.000Z',
    '',
    'Checks',
    ...sceneChecks.map(
      (c) => `  [${c.state}] ${c.title}: ${c.detail}${c.remedy === null ? '' : ` → ${c.remedy}`}`,
    ),
    '',
    'Meshes',
    '  ferrydesk: ready (auth) at nats://127.0.0.1:4222, root ~/code/ferrydesk',
    '    broker: ready since 2026-03-05T09:12:04.000Z',
    '    manager: ready since 2026-03-05T09:12:06.000Z',
    '',
    'Log, the last 3 lines',
    '  {"level":"info","event":"agent-started","name":"wren","harness":"opencode"}',
    '  {"level":"warn","event":"agent-exited","name":"fern","code":1}',
    '  {"level":"info","event":"silent","name":"wren","text":"[left out]"}',
    '',
  ].join('\n');
}
