import type { NeedItem } from '../../shared/api/contract.ts';
import { HOUR, idOf, MINUTE } from './cast.ts';
import { wireId } from './talk.ts';

/** What waits for the person in the recorded scene, in the host's own words. */
export function sceneNeeds(now: number): NeedItem[] {
  const agent = (name: string) => ({ id: idOf(name), name });
  const base = { isQuoted: false, choices: [], snoozedUntil: null, isAskerGone: false };
  return [
    {
      ...base,
      id: `silent:${idOf('wren')}`,
      kind: 'silent',
      agent: agent('wren'),
      since: now - 14 * MINUTE,
      text: 'wren says that it works, and has given no sign for 14 m.',
      evidence: ['Last output 14 m ago.', 'It last said: Writing the refund tests'],
      acts: ['terminal', 'nudge', 'restart', 'stop', 'dismiss'],
    },
    {
      ...base,
      id: `letter:${wireId('l-fern')}@${idOf('otto')}>${idOf('fern')}`,
      kind: 'undelivered',
      agent: agent('fern'),
      since: now - 12 * MINUTE - 40_000,
      text: 'A message from otto to fern waits: fern is not here.',
      evidence: ['It says: When you are back: the tariff table moved to fares/tariffs.json.'],
      acts: ['restart', 'dismiss'],
    },
    {
      ...base,
      id: `${wireId('q-juno')}@${idOf('juno')}`,
      kind: 'question',
      agent: agent('juno'),
      since: now - 6 * MINUTE,
      text: 'The new seat picker is ready. Should the old one stay behind a flag for a week, or go now?\n1. Keep it behind a flag for a week\n2. Remove it now',
      isQuoted: true,
      evidence: ['Direct message to you.'],
      choices: ['Keep it behind a flag for a week', 'Remove it now'],
      acts: ['answer', 'terminal', 'dismiss'],
    },
    {
      ...base,
      id: `waiting:${idOf('dex')}`,
      kind: 'permission',
      agent: agent('dex'),
      since: now - 3 * MINUTE,
      text: 'Needs permission: may it run terraform plan?',
      isQuoted: true,
      evidence: ['Says that it has been waiting for 3 m.'],
      acts: ['terminal', 'dismiss'],
    },
    {
      ...base,
      id: 'mesh:disk',
      kind: 'mesh',
      agent: null,
      since: now - 2 * MINUTE,
      text: '1.9 GiB are free on the disk of this mesh. Below 200 MiB the broker refuses messages.',
      evidence: [],
      acts: ['dismiss'],
    },
    {
      ...base,
      id: `exit:${idOf('fern')}`,
      kind: 'exit',
      agent: agent('fern'),
      since: now - 58 * MINUTE,
      text: 'fern ended by itself with exit code 1.',
      evidence: [
        'error: 429 insufficient_quota',
        'You exceeded your current quota; check your plan and billing details.',
      ],
      acts: ['restart', 'terminal', 'stop', 'dismiss'],
      snoozedUntil: now + HOUR + 28 * MINUTE,
    },
  ];
}
