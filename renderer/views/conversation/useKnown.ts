import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useRoster } from '../../state/derived.ts';
import { useWindow } from '../../state/store.ts';
import { rolesOf, type Known } from './composer/completion.ts';

const NO_ROLES: Known['roles'] = new Map();

/** Whom and what one can name while writing. `canAsk`: a role can be asked from here. */
export function useKnown(canAsk: boolean): Known {
  const roster = useRoster();
  const personId = useWindow((s) => s.person?.id);
  const channels = useWindow(useShallow((s) => s.snapshot?.channels.map(({ channel }) => channel) ?? []));
  return useMemo(() => {
    const peers = [...roster.agents, ...roster.endpoints].filter(({ id }) => id !== personId);
    return { peers, channels, roles: canAsk ? rolesOf(peers) : NO_ROLES };
  }, [roster, personId, channels, canAsk]);
}
