import { useMemo } from 'react';
import { channelAccess, type AccessRow } from '../../../shared/mesh-view/channel-access.ts';
import type { ChannelView } from '../../../shared/mesh-view/snapshot.ts';
import { useWindow } from '../../state/store.ts';

/** The person's own credential, as the host makes it: it may read and post in every channel of its space. */
const PERSON_GRANTS = { allowSubscribe: ['>'], allowPublish: ['>'] };

/** Who may read, post and is joined in a channel, the person among them. */
export function useAccess(channel: string, view: ChannelView | undefined): readonly AccessRow[] {
  const agents = useWindow((s) => s.agents);
  const snapshot = useWindow((s) => s.snapshot);
  const person = useWindow((s) => s.person);
  const isJoined = view !== undefined && view.joined !== 'readable';
  return useMemo(() => {
    const own =
      person === null ? [] : [{ ...person, ...PERSON_GRANTS, subscribe: isJoined ? [channel] : [] }];
    const peers = [...(snapshot?.agents ?? []), ...(snapshot?.endpoints ?? [])];
    return channelAccess(channel, [...own, ...agents], peers);
  }, [channel, isJoined, agents, snapshot, person]);
}
