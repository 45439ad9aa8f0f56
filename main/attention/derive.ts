import type { NeedItem, NeedKind } from '../../shared/api/contract.ts';
import { explainAge } from '../../shared/base/time.ts';
import type { FeedEntry, PeerView } from '../../shared/mesh-view/snapshot.ts';
import type { AgentFact, Ask, Facts, Limits, Who } from './facts.ts';
import { readWaiting } from './words.ts';

/** An id that crosses the contract has at most this many characters. */
const LONGEST_ID = 200;
const LONGEST_TEXT = 4000;
const EXCERPT = 200;

/** What needs the person, oldest first: a pure reading of the facts, without what was answered or put off. */
export function deriveNeeds(facts: Facts, limits: Limits): NeedItem[] {
  const asks = facts.asks.flatMap((ask) => askNeed(ask, facts, limits));
  const asking = new Set(asks.map((item) => item.agent?.id));
  const items = [
    ...asks,
    ...facts.snapshot.agents.flatMap((peer) => waitingNeed(peer, facts, asking)),
    ...facts.agents.flatMap((agent) => [...exitNeed(agent), ...silentNeed(agent, facts, limits)]),
    ...facts.sent.flatMap((entry) => sentNeeds(entry, facts, limits)),
    ...queuedNeeds(facts, limits),
    ...meshNeeds(facts, limits),
  ];
  // Two things under one id would be answered as one.
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...byId.values()].toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
}

function need(
  kind: NeedKind,
  id: string,
  over: Pick<NeedItem, 'since' | 'text' | 'acts'> & Partial<NeedItem>,
): NeedItem {
  return {
    kind,
    agent: null,
    isQuoted: false,
    evidence: [],
    choices: [],
    snoozedUntil: null,
    isAskerGone: false,
    ...over,
    id: id.slice(0, LONGEST_ID),
  };
}

function askNeed(ask: Ask, facts: Facts, limits: Limits): NeedItem[] {
  const goneSince = sinceGone(ask.from.id, ask.at, facts);
  if (goneSince !== undefined && facts.now - goneSince > limits.goneMs) return [];
  const isAskerGone = goneSince !== undefined;
  return [
    need('question', ask.id, {
      agent: ask.from,
      since: ask.at,
      text: ask.text.slice(0, LONGEST_TEXT),
      isQuoted: true,
      evidence: [
        ask.isTask
          ? 'Asked of whoever holds the role "human".'
          : ask.channel === null
            ? 'Direct message to you.'
            : `Mentions you in #${ask.channel}.`,
        ...(isAskerGone ? [`${ask.from.name} is gone; nobody would read an answer.`] : []),
      ],
      choices: [...ask.choices],
      acts: isAskerGone ? ['dismiss'] : ['answer', ...terminalOf(ask.from.id, facts), 'dismiss'],
      isAskerGone,
    }),
  ];
}

/** Since when somebody is gone; `undefined` while they are here, run, or nobody can say. */
function sinceGone(id: string, atLeast: number, facts: Facts): number | undefined {
  if (facts.snapshot.roster !== 'current' || isRunning(id, facts)) return undefined;
  const peer = peerOf(id, facts);
  if (peer === undefined) return atLeast;
  return peer.status === 'offline' ? Math.max(peer.since, atLeast) : undefined;
}

function waitingNeed(peer: PeerView, facts: Facts, asking: ReadonlySet<string | undefined>): NeedItem[] {
  if (facts.snapshot.roster !== 'current' || peer.status !== 'waiting' || peer.activity === null) return [];
  const kind = readWaiting(peer.activity);
  // Its own question says the same, in more words.
  if (kind === undefined || (kind === 'question' && asking.has(peer.id))) return [];
  return [
    need(kind, `waiting:${peer.id}`, {
      agent: { id: peer.id, name: peer.name },
      since: peer.since,
      text: peer.activity.slice(0, LONGEST_TEXT),
      isQuoted: true,
      evidence: [`Says that it has been waiting for ${explainAge(facts.now - peer.since)}.`],
      // What a harness asks in its terminal is answered there.
      acts: [...terminalOf(peer.id, facts), ...(kind === 'question' ? (['answer'] as const) : []), 'dismiss'],
    }),
  ];
}

function exitNeed({ row, endedItself }: AgentFact): NeedItem[] {
  if (!endedItself || row.exit === null) return [];
  const { code, signal, at } = row.exit;
  const how =
    signal !== null && signal !== 0
      ? `was ended by signal ${signal}, which nobody here sent`
      : `ended by itself${code === null ? '' : ` with exit code ${code}`}`;
  return [
    need('exit', `exit:${row.id}`, {
      agent: { id: row.id, name: row.name },
      since: at,
      text: `${row.name} ${how}.`,
      evidence: row.lastLines.length === 0 ? ['It said nothing.'] : [...row.lastLines],
      acts: ['restart', 'terminal', 'stop', 'dismiss'],
    }),
  ];
}

function silentNeed({ row, lastSignAt }: AgentFact, facts: Facts, limits: Limits): NeedItem[] {
  const age = facts.now - lastSignAt;
  if (row.process !== 'running' || row.status !== 'working' || age < limits.silentMs) return [];
  return [
    need('silent', `silent:${row.id}`, {
      agent: { id: row.id, name: row.name },
      since: lastSignAt,
      text: `${row.name} says that it works, and has given no sign for ${explainAge(age)}.`,
      evidence: [
        row.lastOutputAt === null
          ? 'No output since its start.'
          : `Last output ${explainAge(facts.now - row.lastOutputAt)} ago.`,
        ...(row.activity === null ? [] : [`It last said: ${row.activity.slice(0, EXCERPT)}`]),
      ],
      acts: ['terminal', 'nudge', 'restart', 'stop', 'dismiss'],
    }),
  ];
}

function sentNeeds(entry: FeedEntry, facts: Facts, limits: Limits): NeedItem[] {
  const age = facts.now - entry.ts;
  if (facts.snapshot.roster !== 'current' || age < limits.graceMs || age > limits.undeliveredMs) return [];
  if (entry.delivery === 'anycast' && entry.toService !== null)
    return taskNeed(entry, entry.toService, facts);
  if (entry.delivery !== 'unicast') return [];
  return entry.toIds.flatMap((id, i) =>
    letterNeed(entry, { id, name: entry.toNames[i] ?? id.slice(0, 8) }, facts),
  );
}

/** A task that no holder of the role can have seen. */
function taskNeed(entry: FeedEntry, role: string, facts: Facts): NeedItem[] {
  const isHeld = everybody(facts).some(
    (p) => p.role === role && (p.status !== 'offline' || p.lastSign >= entry.ts),
  );
  if (isHeld) return [];
  const mine = entry.from.id === facts.person.id;
  return [
    need('unclaimed', `task:${entry.id}@${entry.from.id}`, {
      since: entry.ts,
      text: `${mine ? 'Your task' : `A task from ${entry.from.name}`} waits: nobody holds the role "${role}".`,
      evidence: [`It says: ${entry.text.slice(0, EXCERPT)}`],
      acts: ['dismiss'],
    }),
  ];
}

/** A direct message whose receiver has been away since before it was sent. */
function letterNeed(entry: FeedEntry, to: Who, facts: Facts): NeedItem[] {
  const mine = entry.from.id === facts.person.id;
  const peer = peerOf(to.id, facts);
  if (to.id === facts.person.id || isRunning(to.id, facts)) return [];
  // Of strangers nobody knows whether they read; that is worth saying of what the person wrote just now only.
  const isAway =
    peer === undefined
      ? mine && !entry.historical
      : peer.status === 'offline' && peer.lastSign < entry.ts && (mine || peer.kind === 'agent');
  if (!isAway) return [];
  const name = peer?.name ?? to.name;
  const isListed = facts.agents.some((a) => a.row.id === to.id);
  return [
    need('undelivered', `letter:${entry.id}@${entry.from.id}>${to.id}`, {
      agent: { id: to.id, name },
      since: entry.ts,
      text: `${mine ? 'Your message' : `A message from ${entry.from.name}`} to ${name} waits: ${name} is not here.`,
      evidence: [`It says: ${entry.text.slice(0, EXCERPT)}`],
      acts: [...(isListed ? (['restart'] as const) : []), 'dismiss'],
    }),
  ];
}

function queuedNeeds(facts: Facts, limits: Limits): NeedItem[] {
  return facts.queued
    .filter((message) => facts.now - message.at >= limits.graceMs)
    .map((message) =>
      need('undelivered', `queued:${message.id}`, {
        since: message.at,
        text: `Your message to ${message.to} is not sent yet: the broker has not confirmed it.`,
        evidence: [
          'It is kept on this machine and sent as soon as the broker takes it.',
          `It says: ${message.text.slice(0, EXCERPT)}`,
        ],
        acts: ['dismiss'],
      }),
    );
}

function meshNeeds({ now, status, warnings }: Facts, limits: Limits): NeedItem[] {
  // A broker that is being restarted is back before anybody could do something about it.
  const lasts = status.state === 'degraded' && now - status.since >= limits.graceMs;
  const trouble = status.state === 'failing' || lasts;
  return [
    ...(trouble
      ? [
          need('mesh', 'mesh:state', {
            since: status.since,
            text: `The mesh "${status.space}" is ${status.state === 'failing' ? 'failing' : 'not whole'}.`,
            evidence: status.reason === null ? [] : [status.reason],
            acts: status.state === 'failing' ? ['retry', 'dismiss'] : ['dismiss'],
          }),
        ]
      : []),
    ...warnings.map(({ text, since }) =>
      need('mesh', `mesh:${hash(text)}`, { since, text, acts: ['dismiss'] }),
    ),
  ];
}

const everybody = (facts: Facts): PeerView[] => [...facts.snapshot.agents, ...facts.snapshot.endpoints];

const peerOf = (id: string, facts: Facts): PeerView | undefined => everybody(facts).find((p) => p.id === id);

const isRunning = (id: string, facts: Facts): boolean =>
  facts.agents.some((a) => a.row.id === id && a.row.process === 'running');

const terminalOf = (id: string, facts: Facts): 'terminal'[] =>
  facts.agents.some((a) => a.row.id === id) ? ['terminal'] : [];

/** FNV-1a: names a sentence. */
function hash(text: string): string {
  let h = 0x811c9dc5;
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return h.toString(16).padStart(8, '0');
}
