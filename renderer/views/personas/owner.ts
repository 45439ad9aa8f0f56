import { isUserNkey } from '../../../shared/cotal/names.ts';
import { useDerived } from '../../state/derived.ts';
import { useWindow } from '../../state/store.ts';

/** Was it written by an agent? A persona that an agent defines has that agent's instance id, or its name, as owner. */
export function useIsByAgent(owner: string | null): boolean {
  const person = useWindow((s) => s.person);
  const isAgentNow = useDerived((d) =>
    d.roster.agents.some(({ id, name }) => id === owner || name === owner),
  );
  if (owner === null || owner === '' || owner === person?.id || owner === person?.name) return false;
  return isAgentNow || isUserNkey(owner);
}

/** Who an owner is, in words: a name where one is known. */
export function useOwnerName(owner: string): string {
  const known = useDerived((d) => d.rows.get(owner)?.name);
  if (known !== undefined) return known;
  return isUserNkey(owner) ? `an agent that is not here any more (${owner.slice(0, 8)}…)` : owner;
}
