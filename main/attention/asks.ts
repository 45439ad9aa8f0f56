import { extractMentions } from '../../shared/cotal/resolve.ts';
import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
import type { Ask, Who } from './facts.ts';
import { readQuestion } from './words.ts';

/** Questions that wait at once; of one sender, so that nobody pushes out what others ask. */
const MOST_ASKS = 200;
const MOST_OF_ONE = 20;
/** Own messages, direct messages and tasks that are remembered. */
const MOST_WORDS = 300;
/** The role that every person holds (decision m). */
const PERSON_ROLE = 'human';

/** What the messages of a mesh say that matters to the person. Fed with the feed, in any order. */
export interface Asks {
  take(entries: readonly FeedEntry[]): void;
  /** What asks the person and was not answered by a message of theirs, oldest first. */
  open(): Ask[];
  /** When a message of the person's answered this question. */
  answeredAt(id: string): number | undefined;
  /** Direct messages and tasks of late. */
  sent(): FeedEntry[];
  /** When somebody was last heard, by the clock of whoever fed this. */
  heardAt(id: string): number | undefined;
}

export function createAsks(person: Who, now: () => number): Asks {
  const asks = new Map<string, Ask>();
  const answered = new Map<string, number>();
  const own = new Map<string, FeedEntry>();
  const sent = new Map<string, FeedEntry>();
  const heard = new Map<string, number>();

  function isForPerson(e: FeedEntry): boolean {
    switch (e.delivery) {
      case 'unicast':
        return e.toIds.includes(person.id);
      case 'anycast':
        return e.toService === PERSON_ROLE;
      case 'multicast':
        return e.mentions.includes(person.id) || extractMentions(e.text).includes(person.name.toLowerCase());
    }
  }

  function takeAsk(e: FeedEntry): void {
    const id = `${e.id}@${e.from.id}`;
    if (asks.has(id) || answered.has(id) || !isForPerson(e) || isEcho(e)) return;
    const question = readQuestion(e.text);
    const isTask = e.delivery === 'anycast';
    if (!question.asks && !isTask) return;
    const { from, ts, channel, text } = e;
    const who = { id: from.id, name: from.name };
    asks.set(id, {
      id,
      messageId: e.id,
      from: who,
      at: ts,
      channel,
      isTask,
      text,
      choices: question.choices,
    });
    const ofOne = [...asks.values()].filter((a) => a.from.id === from.id);
    if (ofOne.length > MOST_OF_ONE) asks.delete(ofOne[0]?.id ?? '');
    trim(asks, MOST_ASKS);
  }

  /** A reply that only gives the person's own words back asks nothing. */
  function isEcho(e: FeedEntry): boolean {
    const words = e.replyTo === null ? undefined : own.get(e.replyTo)?.text.trim();
    return words !== undefined && words !== '' && e.text.trim().endsWith(words);
  }

  function hear(id: string): void {
    heard.delete(id);
    heard.set(id, now());
    trim(heard, MOST_WORDS);
  }

  function settle(): void {
    for (const ask of asks.values()) {
      const answer = [...own.values()].find((e) => answers(e, ask));
      if (answer === undefined) continue;
      asks.delete(ask.id);
      answered.set(ask.id, answer.ts);
      trim(answered, MOST_WORDS);
    }
  }

  return {
    take(entries) {
      for (const e of entries) {
        if (!e.historical) hear(e.from.id);
        if (e.delivery !== 'multicast') keep(sent, `${e.id}@${e.from.id}`, e);
        if (e.from.id === person.id) keep(own, e.id, e);
      }
      for (const e of entries) if (e.from.id !== person.id) takeAsk(e);
      settle();
    },
    open: () => [...asks.values()].toSorted((a, b) => a.at - b.at),
    answeredAt: (id) => answered.get(id),
    sent: () => [...sent.values()],
    heardAt: (id) => heard.get(id),
  };
}

/** A reply to it, or what the person said to the asker later: directly, or by name in the channel it was asked in. */
function answers(e: FeedEntry, ask: Ask): boolean {
  if (e.replyTo === ask.messageId) return true;
  if (e.ts <= ask.at) return false;
  if (e.delivery === 'unicast') return e.toIds.includes(ask.from.id);
  return e.delivery === 'multicast' && e.channel === ask.channel && e.mentions.includes(ask.from.id);
}

function keep(map: Map<string, FeedEntry>, key: string, entry: FeedEntry): void {
  map.set(key, entry);
  trim(map, MOST_WORDS);
}

/** Drops what was put in first. */
function trim(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
