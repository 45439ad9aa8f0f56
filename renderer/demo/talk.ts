import type { ChannelName, InstanceId, RoleName, SpaceName } from '../../shared/base/ids.ts';
import { chatSubject, instSubject, spaceNames, svcSubject } from '../../shared/cotal/subjects.ts';
import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
import { HOUR, idOf, MINUTE, SECOND } from './cast.ts';

/** What is said in the recorded scene. */

export const SPACE = 'ferrydesk';
const names = spaceNames(SPACE as SpaceName);

const ROLES: Readonly<Record<string, string>> = {
  iris: 'lead',
  otto: 'backend',
  pax: 'reviewer',
  wren: 'tests',
  juno: 'frontend',
  dex: 'ops',
  milo: 'docs',
  sable: 'security',
  fern: 'data',
  marta: 'human',
};

/** `#channel`, `@role`, or a name. */
type Target = string;

interface Line {
  readonly id?: string;
  readonly agoMs: number;
  readonly from: string;
  readonly to: Target;
  readonly text: string;
  readonly replyTo?: string;
  readonly mentions?: readonly string[];
}

const ago = (minutes: number, seconds = 0): number => minutes * MINUTE + seconds * SECOND;

/** The window's own connection begins here; what is older was replayed from history. */
const LIVE_MS = ago(20);

const DIFF = ['```diff', '-  return sum(nets.map(half))', '+  return half(sum(nets))', '```'].join('\n');

const LINES: readonly Line[] = [
  { agoMs: 5 * HOUR, from: 'iris', to: '#general', text: 'Good morning. Fares first today, then seats.' },
  {
    agoMs: 3 * HOUR,
    from: 'dex',
    to: '#incidents',
    text: 'The load test left three instances behind. Two are stopped; staging-load-3 still runs, idle since 11:40. I leave it for you.',
  },
  { agoMs: ago(96), from: 'marta', to: 'iris', text: 'Keep the fares migration in small branches.' },
  { agoMs: ago(95), from: 'iris', to: 'marta', text: 'Will do: four reviews, one after another.' },
  {
    agoMs: ago(70),
    from: 'juno',
    to: '#team.web',
    text: 'Seat picker: keyboard and touch done, drag is next.',
  },
  {
    agoMs: ago(34, 30),
    from: 'pax',
    to: '#review',
    text: 'Season tables approved. `currency.ts` next.',
  },
  {
    agoMs: ago(30, 12),
    from: 'otto',
    to: '#review',
    text: 'Thanks. I start on rounding; the old helper rounds in three places, so this one is its own branch.',
  },
  {
    agoMs: ago(27, 5),
    from: 'sable',
    to: '#review',
    text: 'Dependency audit is done: two notes, none blocking. Both are in the pinned list.',
  },
  {
    agoMs: ago(14, 11),
    from: 'wren',
    to: 'otto',
    text: 'Starting the refund tests on your branch.',
  },
  {
    agoMs: ago(13, 29),
    from: 'iris',
    to: '#general',
    text: 'Fares migration is four reviews; order is in the pinned note.',
  },
  {
    id: 'l-fern',
    agoMs: ago(12, 40),
    from: 'otto',
    to: 'fern',
    text: 'When you are back: the tariff table moved to fares/tariffs.json.',
  },
  {
    agoMs: ago(11, 56),
    from: 'ci-bridge',
    to: '@reviewer',
    text: 'Build 1184 is green, two snapshots changed. Who looks?',
  },
  {
    agoMs: ago(11, 54),
    from: 'ci-bridge',
    to: '#review',
    text: 'Build 1184 is green, two snapshots changed. @reviewer',
  },
  { agoMs: ago(11, 52), from: 'pax', to: 'ci-bridge', text: 'Taken.' },
  {
    id: 'r0',
    agoMs: ago(9, 43),
    from: 'otto',
    to: '#review',
    text: '`fares/rounding.ts` is up on `fares/rounding`: half-even everywhere, 41 cases. I ran the whole fares suite, 340 pass. @pax yours when free.',
    mentions: ['pax'],
  },
  {
    id: 'r1',
    agoMs: ago(9, 17),
    from: 'pax',
    to: '#review',
    text: 'Line 88 still rounds the child discount before the total. Three seats, child and return: 86.41, should be 86.40.',
    replyTo: 'r0',
  },
  {
    id: 'r2',
    agoMs: ago(8, 31),
    from: 'otto',
    to: '#review',
    text: `Right. Moved it behind the sum, and that case is a test now.\n\n${DIFF}`,
    replyTo: 'r0',
  },
  {
    agoMs: ago(8, 10),
    from: 'juno',
    to: '#review',
    text: 'The new seat picker is ready to look at. The old one can go, or stay behind a flag for a week. I asked Marta; no answer needed from you.',
  },
  {
    id: 'r3',
    agoMs: ago(7, 40),
    from: 'pax',
    to: '#review',
    text: 'And a group of 11, off season?',
    replyTo: 'r0',
  },
  { id: 'r4', agoMs: ago(7, 2), from: 'otto', to: '#review', text: '412.50. Was 412.51.', replyTo: 'r0' },
  {
    id: 'r5',
    agoMs: ago(6, 58),
    from: 'pax',
    to: '#review',
    text: 'Approved. I read the diff and ran fares and refund.',
    replyTo: 'r0',
  },
  {
    agoMs: ago(6, 55),
    from: 'milo',
    to: '#review',
    text: 'Changelog for 2.8 reads well with or without the picker. Two lines depend on it; marked `TBD`.',
  },
  {
    id: 'q-juno',
    agoMs: ago(6, 3),
    from: 'juno',
    to: 'marta',
    text: 'The new seat picker is ready. Should the old one stay behind a flag for a week, or go now?\n1. Keep it behind a flag for a week\n2. Remove it now',
  },
  { agoMs: ago(6, 13), from: 'ci-bridge', to: '#build', text: '1185 queued · 1184 passed in 6 m 12 s' },
  {
    agoMs: ago(4, 48),
    from: 'iris',
    to: 'otto',
    text: 'When rounding merges, tell me: I ask for the restart.',
  },
  {
    agoMs: ago(4, 22),
    from: 'ci-bridge',
    to: '#build',
    text: '1185 passed · 340 tests · coverage 91.4 % (+0.3)',
  },
  { agoMs: ago(4, 3), from: 'otto', to: 'iris', text: 'Merged as 9f31c0e.' },
  {
    agoMs: ago(3, 10),
    from: 'dex',
    to: '#general',
    text: 'The staging module pins provider 5.90; the plan in #team.api needs 5.92. I want to see a plan first.',
  },
  {
    agoMs: ago(1, 30),
    from: 'pax',
    to: '#review',
    text: 'Rounding approved. One note for later: `season.ts` has the same habit, harmless today because tariffs are whole.',
  },
  {
    agoMs: ago(1, 12),
    from: 'iris',
    to: '#review',
    text: 'Merged as `9f31c0e`. Until staging is restarted it still shows the old totals.',
  },
  {
    agoMs: ago(0, 53),
    from: 'iris',
    to: '#team.api',
    text: 'Refund path: otto writes, pax reviews, wren covers tests.',
  },
];

/** What the person had read before the page was opened, by conversation key; the rest is new. */
export function readUntil(now: number): Record<string, number> {
  return {
    '#general': now,
    '#build': now,
    '#team.api': now,
    '#team.web': now,
    '#incidents': now,
    '#review': now - ago(6, 56),
    [`@${idOf('iris')}`]: now,
    [`@${idOf('juno')}`]: now - ago(8),
  };
}

/** Everything that was said, the oldest first. */
export function talk(now: number): FeedEntry[] {
  return LINES.map((line, index) => entryOf(line, line.id ?? `m${index}`, now)).toSorted(
    (a, b) => a.ts - b.ts,
  );
}

function entryOf({ agoMs, from, to, text, replyTo, mentions }: Line, id: string, now: number): FeedEntry {
  return makeEntry({
    id: wireId(id),
    ts: now - agoMs,
    from,
    to,
    text,
    replyTo: replyTo === undefined ? null : wireId(replyTo),
    mentions: (mentions ?? []).map(idOf),
    historical: agoMs > LIVE_MS,
  });
}

/** A message id that looks like one of the wire's. */
export function wireId(id: string): string {
  const letters = id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return `01K5E8R2V7QX4ND3${letters.padStart(10, '0')}`;
}

/** What makes an entry of the feed. */
export interface EntryParts {
  readonly id: string;
  readonly ts: number;
  /** A name; who it is follows from it. */
  readonly from: string;
  readonly to: Target;
  readonly text: string;
  readonly replyTo: string | null;
  readonly mentions: readonly string[];
  readonly historical: boolean;
}

/** An entry as the host would tell it. */
export function makeEntry({ from, to, mentions, ...rest }: EntryParts): FeedEntry {
  const sender = idOf(from) as InstanceId;
  const base = {
    ...rest,
    from: { id: sender, name: from, role: ROLES[from] ?? null },
    channel: null,
    toService: null,
    toIds: [],
    toNames: [],
    count: 1,
    mentions: [...mentions],
  };
  const name = to.slice(1);
  if (to.startsWith('#')) {
    const subject = chatSubject(names, sender, name as ChannelName);
    return { ...base, delivery: 'multicast', channel: name, subject };
  }
  if (to.startsWith('@')) {
    return {
      ...base,
      delivery: 'anycast',
      toService: name,
      subject: svcSubject(names, name as RoleName, sender),
    };
  }
  const target = idOf(to) as InstanceId;
  const subject = instSubject(names, target, sender);
  return { ...base, delivery: 'unicast', toIds: [target], toNames: [to], subject };
}
