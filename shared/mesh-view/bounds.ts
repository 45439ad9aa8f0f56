import type { FeedEntry } from './snapshot.ts';

/**
 * What peers say of themselves and to each other has no bound of its own but that of a message, 1 MB. A view has use
 * for the beginning of it, and everything that is shown together has to cross a transport in one frame.
 */

/** Longest of each, in UTF-16 units. */
const MOST = { name: 128, role: 64, line: 1000, text: 2000, id: 200 } as const;

/** White space and characters that nobody sees. */
const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** How somebody is called in a view. Nobody is nameless: who has no name that can be seen is called by their id. */
export function shownName(name: string, id: string): string {
  return BLANK.test(name) ? `${id.slice(0, 8)}…` : cut(name, MOST.name);
}

/** A role as a view shows it; one that cannot be seen is none. */
export function shownRole(role: string | undefined): string | null {
  return role === undefined || BLANK.test(role) ? null : cut(role, MOST.role);
}

/** A line that somebody says of themselves. */
export function shownLine(line: string): string {
  return cut(line, MOST.line);
}

/** A few lines that somebody says of themselves. */
export function shownText(text: string): string {
  return cut(text, MOST.text);
}

/** A message's id; what is too long to be one is as good as none. */
export function shownId(id: string): string {
  return id.length > MOST.id ? '' : id;
}

/** At most this many bytes one entry of the feed takes in a frame: JSON has up to six for a character. */
export function weightOf({ text, from, toIds, toNames, subject, mentions }: FeedEntry): number {
  const names = toNames.reduce((sum, name) => sum + name.length, from.name.length);
  return 2000 + 6 * (text.length + names) + subject.length + 64 * (toIds.length + mentions.length);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
