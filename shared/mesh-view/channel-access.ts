import { subjectMatches } from '../cotal/subjects.ts';
import { visibleLine } from '../base/visible.ts';

/** Somebody whose credential is known here: an agent that this host runs, or the person. */
export interface ScopedPeer {
  readonly id: string;
  readonly name: string;
  /** What it follows by itself; patterns. */
  readonly subscribe: readonly string[];
  readonly allowSubscribe: readonly string[];
  readonly allowPublish: readonly string[];
}

/** Somebody in the space, whoever made its credential. */
export interface PresentPeer {
  readonly id: string;
  readonly name: string;
}

/** How one peer stands to one channel. `null`: its credential was made elsewhere, so nobody here can say. */
export interface AccessRow {
  readonly id: string;
  readonly name: string;
  readonly mayRead: boolean | null;
  readonly mayPost: boolean | null;
  readonly isJoined: boolean | null;
  readonly by: 'its credential' | 'unknown';
  /** The grants that decide: the patterns that cover the channel. */
  readonly readGrant: string | null;
  readonly postGrant: string | null;
}

/**
 * Who may read and post in a channel, and who follows it (Cotal §9). Grants are known of those whose credential this
 * host made; of everybody else it is said that they are not.
 */
export function channelAccess(
  channel: string,
  agents: readonly ScopedPeer[],
  peers: readonly PresentPeer[],
): readonly AccessRow[] {
  const known = new Set(agents.map(({ id }) => id));
  const strangers = peers.filter(({ id }) => !known.has(id));
  return [...agents.map((agent) => scopedRow(channel, agent)), ...strangers.map(unknownRow)].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
}

function scopedRow(channel: string, peer: ScopedPeer): AccessRow {
  const readGrant = coveringPattern(peer.allowSubscribe, channel);
  const postGrant = coveringPattern(peer.allowPublish, channel);
  return {
    id: peer.id,
    name: peer.name,
    mayRead: readGrant !== null,
    mayPost: postGrant !== null,
    // Following without the grant to read is refused by the broker.
    isJoined: readGrant !== null && coveringPattern(peer.subscribe, channel) !== null,
    by: 'its credential',
    readGrant,
    postGrant,
  };
}

function unknownRow({ id, name }: PresentPeer): AccessRow {
  return {
    id,
    name,
    mayRead: null,
    mayPost: null,
    isJoined: null,
    by: 'unknown',
    readGrant: null,
    postGrant: null,
  };
}

/** The first pattern of a list that covers a channel; `team.>` does not cover the bare `team`. */
function coveringPattern(patterns: readonly string[], channel: string): string | null {
  return patterns.find((pattern) => subjectMatches(pattern, channel)) ?? null;
}

/** As many names as a sentence carries; the others are counted. */
const MOST_NAMES = 6;

/** Who may post and who may only read, in sentences for the person. */
export function explainPosting(rows: readonly AccessRow[], personId: string | undefined): string {
  const own = rows.find(({ id }) => id === personId);
  const others = rows.filter(({ id }) => id !== personId);
  const posters = others.filter(({ mayPost }) => mayPost === true);
  const readers = others.filter(({ mayRead, mayPost }) => mayRead === true && mayPost === false);
  const unknown = others.filter(({ by }) => by === 'unknown');
  const sentences = [
    own?.mayPost === false
      ? `You may not post here${posters.length === 0 ? '' : `; ${listNames(posters)} may`}.`
      : posters.length === 0
        ? 'You may post here.'
        : `You may post here, and so may ${listNames(posters)}.`,
  ];
  if (readers.length > 0) sentences.push(`${listNames(readers)} may only read.`);
  if (unknown.length > 0) {
    sentences.push(
      `What ${listNames(unknown)} may do is not known here: ${unknown.length === 1 ? 'its credential was' : 'their credentials were'} made elsewhere.`,
    );
  }
  return sentences.join(' ');
}

/** Names in a row: `iris`, `iris and otto`, `iris, otto and 3 others`. */
export function listNames(rows: readonly { readonly name: string }[]): string {
  const names = rows.map(({ name }) => visibleLine(name, 64));
  if (names.length <= 1) return names.join('');
  if (names.length <= MOST_NAMES) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const shown = names.slice(0, MOST_NAMES - 1);
  return `${shown.join(', ')} and ${names.length - shown.length} others`;
}
