import { explainAge } from '../../shared/base/time.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
import type { Bridge } from '../bridge.ts';
import { formatChord } from '../commands/chord.ts';
import { commands } from '../commands/commands.ts';
import { platformOf } from '../commands/platform.ts';
import type { IconName } from '../components/icons.tsx';
import { useDerived } from '../state/derived.ts';
import type { RosterRow } from '../state/roster.ts';
import { showAgent, showChannel, showDm, useWindow } from '../state/store.ts';
import { goTo } from '../state/ui.ts';
import { conversationOf } from '../state/unread.ts';
import { matchText, type Match } from './match.ts';

/** One line of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly group: 'Actions' | 'Agents' | 'Channels' | 'People' | 'Messages';
  readonly mark:
    | { readonly kind: 'icon'; readonly name: IconName }
    | { readonly kind: 'peer'; readonly row: RosterRow };
  readonly title: string;
  readonly note: string;
  readonly keys: readonly string[];
  /** Which letters answered what was typed, in the title or, failing that, the note. */
  readonly hit: { readonly of: 'title' | 'note'; readonly match: Match };
  readonly run: (bridge: Bridge) => void;
}

type Candidate = Omit<PaletteItem, 'hit'>;

const PER_GROUP: Readonly<Record<PaletteItem['group'], number>> = {
  Actions: 7,
  Agents: 6,
  Channels: 5,
  People: 4,
  Messages: 5,
};
const GROUPS = ['Actions', 'Agents', 'Channels', 'People', 'Messages'] as const;
/** Messages are searched from the newest, so many back. */
const SEARCHED_MESSAGES = 5000;
const NOTE_CHARS = 160;

/** What answers a query, best first within each group. Without a query: what is most likely wanted. */
export function findItems(query: string, now: number): readonly PaletteItem[] {
  const all = [...actions(), ...agents(now), ...channels(), ...people(now)];
  const found = all.flatMap((candidate) => hitOf(candidate, query));
  const items = [...found, ...messages(query)];
  return GROUPS.flatMap((group) => {
    const inGroup = items.filter((item) => item.group === group);
    return best(inGroup, group);
  });
}

function best(items: readonly PaletteItem[], group: PaletteItem['group']): readonly PaletteItem[] {
  // Messages come newest first, whatever their score.
  const sorted = group === 'Messages' ? items : items.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  return sorted.slice(0, PER_GROUP[group]);
}

function scoreOf({ hit }: PaletteItem): number {
  return hit.match.score + (hit.of === 'title' && hit.match.runs.length > 0 ? 100 : 0);
}

function hitOf(candidate: Candidate, query: string): PaletteItem[] {
  const inTitle = matchText(candidate.title, query);
  if (inTitle !== undefined) return [{ ...candidate, hit: { of: 'title', match: inTitle } }];
  const inNote = matchText(candidate.note, query);
  return inNote === undefined ? [] : [{ ...candidate, hit: { of: 'note', match: inNote } }];
}

function actions(): Candidate[] {
  const platform = platformOf();
  return commands
    .filter(({ id, isPossible }) => id !== 'palette' && isPossible())
    .map(({ id, title, icon, keys, cli, run }) => ({
      id,
      group: 'Actions',
      mark: { kind: 'icon', name: icon },
      title,
      note: cli ?? '',
      keys: keys === null ? [] : formatChord(keys, platform),
      run,
    }));
}

function agents(now: number): Candidate[] {
  return useDerived.getState().roster.agents.map((row) => ({
    id: `agent ${row.id}`,
    group: 'Agents',
    mark: { kind: 'peer', row },
    title: visibleLine(row.name, 64),
    note: describe(row, now),
    keys: [],
    run: () => (row.hasTerminal ? showAgent(row.name) : showDm(row)),
  }));
}

function people(now: number): Candidate[] {
  return useDerived.getState().roster.endpoints.map((row) => ({
    id: `peer ${row.id}`,
    group: 'People',
    mark: { kind: 'peer', row },
    title: visibleLine(row.name, 64),
    note: describe(row, now),
    keys: [],
    run: () => showDm(row),
  }));
}

function describe(row: RosterRow, now: number): string {
  const age = row.lastSign === null ? row.word : `${row.word}, last sign ${explainAge(now - row.lastSign)}`;
  const said = row.activity === null ? '' : `: ${row.activity}`;
  return visibleLine([row.role, `${age}${said}`].filter((part) => part !== null).join(' · '), NOTE_CHARS);
}

function channels(): Candidate[] {
  return (useWindow.getState().snapshot?.channels ?? []).map(({ channel, description }) => ({
    id: `channel ${channel}`,
    group: 'Channels',
    mark: { kind: 'icon', name: 'channel' },
    title: `#${visibleLine(channel, 100)}`,
    note: visibleLine(description ?? '', NOTE_CHARS),
    keys: [],
    run: () => showChannel(channel),
  }));
}

function messages(query: string): PaletteItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const { feed } = useWindow.getState();
  const found: PaletteItem[] = [];
  const oldest = Math.max(0, feed.length - SEARCHED_MESSAGES);
  for (let at = feed.length - 1; at >= oldest && found.length < PER_GROUP.Messages; at--) {
    const entry = feed[at];
    const place = entry?.text.toLowerCase().indexOf(wanted) ?? -1;
    if (entry === undefined || place === -1) continue;
    const from = Math.max(0, place - 24);
    const note = `${entry.from.name}: ${from > 0 ? '…' : ''}${entry.text.slice(from, from + NOTE_CHARS)}`;
    const match = matchText(note, query) ?? { score: 0, runs: [] };
    found.push({
      id: `message ${entry.id}`,
      group: 'Messages',
      mark: { kind: 'icon', name: entry.delivery === 'multicast' ? 'channel' : 'direct' },
      title: placeOf(entry),
      note: visibleLine(note, NOTE_CHARS * 2),
      keys: [],
      hit: { of: 'note', match },
      run: () => showConversation(entry),
    });
  }
  return found;
}

function placeOf(entry: FeedEntry): string {
  if (entry.channel !== null) return `#${visibleLine(entry.channel, 100)}`;
  return visibleLine(entry.toNames.join(', ') || entry.toService || 'message', 64);
}

function showConversation(entry: FeedEntry): void {
  const { person } = useWindow.getState();
  if (entry.channel !== null) return showChannel(entry.channel);
  const isMine = entry.from.id === person?.id;
  // Between two others there is no conversation of one's own: it stands in the feed.
  if (person === null || conversationOf(entry, person.id) === undefined) return goTo({ kind: 'monitor' });
  showDm({
    id: (isMine ? entry.toIds[0] : entry.from.id) ?? entry.from.id,
    name: (isMine ? entry.toNames[0] : entry.from.name) ?? entry.from.name,
  });
}
