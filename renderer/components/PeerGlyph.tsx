import { useDerived } from '../state/derived.ts';
import type { RosterRow } from '../state/roster.ts';
import { StateGlyph } from './icons.tsx';

/** A peer's state; one that says it works while nothing moves is drawn as what it is. `missing` names a peer nobody saw. */
export function PeerGlyph({ row, missing = 'unknown' }: { row: RosterRow | undefined; missing?: string }) {
  const isSilent = useDerived((d) => row !== undefined && row.shape === 'working' && d.silent.has(row.id));
  if (row === undefined) return <StateGlyph shape="stale" word={missing} />;
  return isSilent ? (
    <StateGlyph shape="stale" word="says it is working, but is silent" />
  ) : (
    <StateGlyph shape={row.shape} word={row.word} />
  );
}
