import type { RosterRow } from '../../../state/roster.ts';

/** The beginning of a name that stands before the caret. */
export interface Trigger {
  readonly sign: '@' | '#';
  readonly query: string;
  /** Where the sign stands. */
  readonly from: number;
}

/** What a beginning can be completed to. */
export type Candidate =
  | { readonly kind: 'peer'; readonly key: string; readonly row: RosterRow; readonly isAmbiguous: boolean }
  | { readonly kind: 'role'; readonly key: string; readonly role: string; readonly holders: number }
  | { readonly kind: 'channel'; readonly key: string; readonly channel: string };

/** Where names come from. */
export interface Known {
  readonly peers: readonly RosterRow[];
  /** Roles that can be asked, and by how many they are held now; empty where no ask makes sense. */
  readonly roles: ReadonlyMap<string, number>;
  readonly channels: readonly string[];
}

const MOST = 8;
const LOOK_BACK = 220;
const BEGUN = /(?:^|[\s([{"'])([@#])([A-Za-z0-9_.-]*)$/;
/** Names that a mention can carry (shared/cotal/resolve.ts). */
const CALLABLE = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/;

/** The name that is being written at the caret, if one is. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const found = BEGUN.exec(text.slice(Math.max(0, caret - LOOK_BACK), caret));
  if (found === null) return undefined;
  const [, sign, query = ''] = found;
  return { sign: sign === '#' ? '#' : '@', query, from: caret - query.length - 1 };
}

/** What it can become: what begins so first, then what contains it. */
export function candidatesFor({ sign, query }: Trigger, known: Known): readonly Candidate[] {
  if (sign === '#') {
    return best(known.channels, query, (channel) => channel).map((channel) => ({
      kind: 'channel',
      key: `#${channel}`,
      channel,
    }));
  }
  const callable = known.peers.filter(({ name }) => CALLABLE.test(name));
  const peers = best(callable, query, ({ name }) => name).map((row): Candidate => {
    const isAmbiguous = row.word !== 'offline' && isNameShared(row, callable);
    return { kind: 'peer', key: `@${row.id}`, row, isAmbiguous };
  });
  const roles = best([...known.roles], query, ([role]) => role, 'any ').map(([role, holders]): Candidate => ({
    kind: 'role',
    key: `any ${role}`,
    role,
    holders,
  }));
  return [...peers.slice(0, MOST - Math.min(roles.length, 3)), ...roles].slice(0, MOST);
}

/** The text with the name in place of its beginning, and where the caret then stands. */
export function complete(
  text: string,
  caret: number,
  trigger: Trigger,
  candidate: Candidate,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, trigger.from);
  const after = text.slice(caret);
  if (candidate.kind === 'role') {
    // Whom it goes to stands first: it decides about the whole message.
    const start = `@any ${candidate.role} `;
    return { text: `${start}${before.trimStart()}${after}`, caret: start.length + before.trimStart().length };
  }
  const name = candidate.kind === 'peer' ? `@${candidate.row.name}` : `#${candidate.channel}`;
  const space = after.startsWith(' ') ? '' : ' ';
  return { text: `${before}${name}${space}${after}`, caret: before.length + name.length + 1 };
}

/** A message that begins with `@any <role>` is an ask: it goes to one holder of the role and nowhere else. */
export function askOf(
  text: string,
  roles: ReadonlyMap<string, number>,
): { readonly role: string; readonly holders: number; readonly text: string } | undefined {
  const found = /^\s*@any ([A-Za-z0-9_-]+)(?:\s|$)/.exec(text);
  const role = found?.[1];
  const holders = role === undefined ? undefined : roles.get(role);
  if (found === null || role === undefined || holders === undefined) return undefined;
  return { role, holders, text: text.slice(found[0].length).trim() };
}

/** The roles of those who are here, and by how many each is held. */
export function rolesOf(rows: readonly RosterRow[]): ReadonlyMap<string, number> {
  const roles = new Map<string, number>();
  for (const { role, word } of rows) {
    if (role === null || role === '') continue;
    roles.set(role, (roles.get(role) ?? 0) + (word.endsWith('offline') ? 0 : 1));
  }
  return roles;
}

function isNameShared({ id, name }: RosterRow, rows: readonly RosterRow[]): boolean {
  return rows.some(
    (other) => other.id !== id && other.word !== 'offline' && other.name.toLowerCase() === name.toLowerCase(),
  );
}

function best<T>(from: readonly T[], query: string, wordOf: (item: T) => string, prefix = ''): readonly T[] {
  const wanted = query.toLowerCase();
  const rank = (item: T): number => {
    const word = wordOf(item).toLowerCase();
    if (word.startsWith(wanted) || (prefix !== '' && `${prefix}${word}`.startsWith(wanted))) return 0;
    return word.includes(wanted) ? 1 : 2;
  };
  return from
    .map((item) => ({ item, rank: rank(item) }))
    .filter((found) => found.rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ item }) => item);
}
