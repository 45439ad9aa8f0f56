import { explainAge } from '../../../shared/base/time.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import type { RosterRow } from '../../state/roster.ts';
import { minuteTime } from '../../state/times.ts';

/** What is known of the peer of a direct conversation. */
export interface PeerKnown {
  readonly name: string;
  /** Its line in the roster; `undefined`: it has none. */
  readonly row: RosterRow | undefined;
  /** Since when its state holds; `null`: not known. */
  readonly since: number | null;
  readonly isStale: boolean;
  /** Is the roster complete, so that absence means something? */
  readonly isRosterCurrent: boolean;
}

/** How the peer is, in a few words for the head of the view. */
export function explainPeer({ row, since, isStale, isRosterCurrent }: PeerKnown, now: number): string {
  if (row === undefined) return isRosterCurrent ? 'not in the roster' : 'not known whether it is here';
  if (row.word === 'offline' && since !== null)
    return `offline since ${minuteTime(since)}, ${explainAge(now - since)}`;
  const age = row.lastSign === null ? '' : `, last sign ${explainAge(now - row.lastSign)} ago`;
  const activity = isStale || row.activity === null ? '' : ` · ${visibleLine(row.activity, 200)}`;
  return `${row.word}${age}${activity}`;
}

/** What becomes of a message that is written now. */
export function explainDelivery({ name, row, since, isRosterCurrent }: PeerKnown): string {
  const called = visibleLine(name, 64);
  if (row === undefined) {
    return isRosterCurrent
      ? `${called} is not in the roster. A message waits for it, for as long as its mailbox is kept.`
      : `It is not known whether ${called} is here. A message waits for it.`;
  }
  if (row.word === 'offline') {
    return since === null
      ? `${called} is offline. A message waits for it.`
      : `${called} has been offline since ${minuteTime(since)}. A message waits for it.`;
  }
  return `Only ${called} gets this.`;
}

/** Another instance that is here under the name of the one that this conversation is with, when that one is not. */
export function successorOf(
  id: string,
  name: string,
  rows: ReadonlyMap<string, RosterRow>,
): RosterRow | undefined {
  const own = rows.get(id);
  if (own !== undefined && !own.word.endsWith('offline')) return undefined;
  const called = (own?.name ?? name).toLowerCase();
  return [...rows.values()].find(
    (row) => row.id !== id && row.name.toLowerCase() === called && !row.word.endsWith('offline'),
  );
}
