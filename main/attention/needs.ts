import type { AgentRow, MeshStatus, MethodInput, NeedItem } from '../../shared/api/contract.ts';
import type { Logger } from '../../shared/base/log.ts';
import { Fault } from '../../shared/base/refusal.ts';
import { explainAge, type Now } from '../../shared/base/time.ts';
import type { FeedEntry, MeshSnapshot } from '../../shared/mesh-view/snapshot.ts';
import { createAsks } from './asks.ts';
import { deriveNeeds } from './derive.ts';
import { LIMITS, type Limits, type Queued, type Who } from './facts.ts';
import { createLedger, type LedgerState } from './ledger.ts';

/** What the queue reads and how it answers: given by whoever composes a mesh. */
export interface NeedsDeps {
  readonly person: Who;
  readonly snapshot: () => MeshSnapshot;
  readonly agents: () => readonly AgentRow[];
  readonly endedItself: (id: string) => boolean;
  readonly queued: () => readonly Queued[];
  readonly status: () => MeshStatus;
  /** Sends the person's answer as a direct message. `queued`: it is kept and sent when the broker is back. */
  readonly reply: (to: string, text: string, replyTo: string | null) => Promise<'sent' | 'queued'>;
  readonly stored: LedgerState | undefined;
  readonly save: (state: LedgerState) => Promise<void>;
  readonly now: Now;
  readonly log: Logger;
  readonly limits?: Limits;
}

type Answer = MethodInput<'needs.answer'>['answer'];

/** The one queue of what needs the person on a mesh. */
export interface Needs {
  /** What waits, oldest first, with what is put off. */
  items(): NeedItem[];
  /** Messages that came, or that are read from history; each is looked at once. */
  take(entries: readonly FeedEntry[]): void;
  /** Something may have changed: listeners are told when the queue did. */
  refresh(): void;
  onChange(listener: (items: NeedItem[]) => void): () => void;
  /**
   * Answers an item exactly once; returns what became of it, in words. Faults: `no-such-need`, `already-answered`,
   * `asker-gone`, `cannot-answer`, `no-such-choice`, and what sending refuses.
   */
  answer(id: string, answer: Answer): Promise<string>;
  /** Puts an item off; `null` takes it back. */
  snooze(id: string, until: number | null): Promise<void>;
}

export function createNeeds(d: NeedsDeps): Needs {
  const { now } = d;
  const limits = d.limits ?? LIMITS;
  const asks = createAsks(d.person, now);
  const ledger = createLedger(d.stored);
  const listeners = new Set<(items: NeedItem[]) => void>();
  /** What each agent's presence said last, and since when. */
  const signs = new Map<string, { said: string; at: number }>();
  const warned = new Map<string, number>();
  let stateSeen: { state: MeshStatus['state']; since: number } | undefined;
  /** Items whose answer is on its way. */
  const answering = new Set<string>();
  let shown = '[]';
  let saving: Promise<void> = Promise.resolve();

  function lastSignOf(row: AgentRow): number {
    const said = `${row.status} ${row.activity ?? ''}`;
    const sign = signs.get(row.id);
    if (sign?.said !== said) signs.set(row.id, { said, at: now() });
    return Math.max(
      signs.get(row.id)?.at ?? 0,
      row.lastOutputAt ?? 0,
      asks.heardAt(row.id) ?? 0,
      row.start.processAt,
    );
  }

  function derived(): NeedItem[] {
    const status = d.status();
    for (const text of warned.keys()) if (!status.warnings.includes(text)) warned.delete(text);
    for (const text of status.warnings) if (!warned.has(text)) warned.set(text, now());
    if (stateSeen?.state !== status.state) stateSeen = { state: status.state, since: now() };
    const rows = d.agents();
    for (const id of signs.keys()) if (!rows.some((row) => row.id === id)) signs.delete(id);
    return deriveNeeds(
      {
        now: now(),
        person: d.person,
        snapshot: d.snapshot(),
        agents: rows.map((row) => ({
          row,
          endedItself: d.endedItself(row.id),
          lastSignAt: lastSignOf(row),
        })),
        asks: asks.open(),
        sent: asks.sent(),
        queued: d.queued(),
        status: { ...status, since: stateSeen.since },
        warnings: [...warned].map(([text, since]) => ({ text, since })),
      },
      limits,
    );
  }

  const isClosed = (item: NeedItem): boolean => item.since <= (ledger.closed(item.id)?.since ?? -1);

  const items = (): NeedItem[] =>
    derived()
      .filter((item) => !isClosed(item))
      .map((item) => ({ ...item, snoozedUntil: ledger.snoozedUntil(item.id, item.since, now()) }));

  function refresh(): void {
    const current = items();
    const text = JSON.stringify(current);
    if (text === shown) return;
    shown = text;
    for (const listener of listeners) listener(current);
  }

  function save(): Promise<void> {
    // What was done is done: a disk that cannot be written must not undo it.
    saving = saving
      .then(() => d.save(ledger.state()))
      .catch((error: unknown) => d.log.error({ err: error }, 'what was answered could not be kept'));
    return saving;
  }

  function find(id: string): NeedItem {
    if (answering.has(id)) throw already('It is being answered just now.');
    const item = items().find((i) => i.id === id);
    if (item !== undefined) return item;
    const closed = ledger.closed(id);
    const ago = (at: number): string => `${explainAge(now() - at)} ago`;
    if (closed !== undefined) throw already(`${d.person.name} ${closed.how} it ${ago(closed.at)}.`);
    const at = asks.answeredAt(id);
    if (at !== undefined) throw already(`${d.person.name} answered it with a message ${ago(at)}.`);
    throw new Fault('no-such-need', 'Nothing of that kind waits.', {
      why: 'It settled itself, or it was never there.',
      remedy: 'Look at what waits now.',
    });
  }

  async function close(item: NeedItem, how: 'answered' | 'dismissed'): Promise<void> {
    ledger.close({ id: item.id, since: item.since, at: now(), how });
    // Somebody who was nudged has the whole time again.
    if (item.kind === 'silent' && how === 'answered' && item.agent !== null) {
      const said = signs.get(item.agent.id)?.said ?? '';
      signs.set(item.agent.id, { said, at: now() });
    }
    refresh();
    await save();
  }

  return {
    items,
    take(entries) {
      asks.take(entries);
      refresh();
    },
    refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async answer(id, answer) {
      const item = find(id);
      if (answer.kind === 'dismiss') {
        await close(item, 'dismissed');
        return 'Dismissed.';
      }
      const { to, text } = wordsOf(item, answer);
      const ask = asks.open().find((a) => a.id === id);
      answering.add(id);
      try {
        const sent = await d.reply(to.id, text, ask?.messageId ?? null);
        await close(item, 'answered');
        return sent === 'sent'
          ? `Sent to ${to.name}.`
          : `Kept for ${to.name}, and sent as soon as the broker is back.`;
      } finally {
        answering.delete(id);
      }
    },
    async snooze(id, until) {
      const item = find(id);
      ledger.snooze(id, item.since, until);
      refresh();
      await save();
    },
  };
}

function wordsOf(item: NeedItem, answer: Exclude<Answer, { kind: 'dismiss' }>): { to: Who; text: string } {
  if (item.isAskerGone) {
    throw new Fault('asker-gone', 'The answer was not sent.', {
      why: `${item.agent?.name ?? 'Whoever asked'} is gone; nobody would read it.`,
      remedy: 'Dismiss it.',
    });
  }
  if (item.agent === null || !(item.acts.includes('answer') || item.acts.includes('nudge'))) {
    throw new Fault('cannot-answer', 'This cannot be answered with words.', {
      why: 'Nobody asked a question here.',
      remedy: 'Do what it offers, or dismiss it.',
    });
  }
  if (answer.kind === 'text') return { to: item.agent, text: answer.text };
  const choice = item.choices[answer.index];
  if (choice !== undefined) return { to: item.agent, text: `${answer.index + 1}. ${choice}` };
  throw new Fault('no-such-choice', 'The answer was not sent.', {
    why: `The question offers ${item.choices.length} choices.`,
    remedy: 'Choose one of them, or answer in your own words.',
  });
}

function already(why: string): Fault {
  return new Fault('already-answered', 'This was answered already.', {
    why,
    remedy: 'Write to the agent directly if you want to say more.',
  });
}
