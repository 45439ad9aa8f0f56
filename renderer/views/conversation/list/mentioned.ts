import type { RosterRow } from '../../../state/roster.ts';

/**
 * The names by which a message calls somebody out, in lower case, joined by spaces: one word that is equal while
 * nothing changes. What is mentioned is a name or an instance id; a name with a space cannot be called out.
 */
export function mentionedNames(
  mentions: readonly string[],
  rows: ReadonlyMap<string, Pick<RosterRow, 'name'>>,
): string {
  const names = mentions.map((mention) => (rows.get(mention)?.name ?? mention).toLowerCase());
  return [...new Set(names)]
    .filter((name) => !/\s/.test(name))
    .toSorted()
    .join(' ');
}
