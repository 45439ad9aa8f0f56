import { explainAge } from '../../../shared/base/time.ts';
import type { AccessRow } from '../../../shared/mesh-view/channel-access.ts';
import type { ChannelView } from '../../../shared/mesh-view/snapshot.ts';
import type { RosterRow } from '../../state/roster.ts';
import type { Backstop } from './details.ts';

/** How the person stands to a channel, in words. */
export function explainStanding(joined: ChannelView['joined'], isStale: boolean): string {
  switch (joined) {
    case 'live':
      return isStale ? 'you were joined live' : 'you are joined live';
    case 'durable':
      return isStale ? 'you were joined durable' : 'you are joined durable';
    case 'readable':
      return 'you can read it; a mention can reach you';
  }
}

/** How a peer stands to a channel, in words. */
export function explainPeerStanding(
  row: AccessRow,
  deliveryClass: ChannelView['deliveryClass'] | undefined,
  backstop: Backstop,
): string {
  if (row.isJoined === true) {
    if (deliveryClass !== 'durable') return 'joined live';
    // Durable is what the delivery loop makes of it, and only while it runs.
    return backstop === 'ready' ? 'joined durable' : backstop === 'unknown' ? 'joined' : 'joined live';
  }
  if (row.mayRead === true) return 'readable; a mention reaches it';
  return row.mayRead === false ? 'cannot be reached here' : 'not known';
}

/** How many members a channel has, and how many of them are here now. */
export function countMembers(
  access: readonly AccessRow[],
  rows: ReadonlyMap<string, Pick<RosterRow, 'shape'>>,
  isStale: boolean,
): string {
  const members = access.filter(({ isJoined }) => isJoined === true);
  if (isStale) return `${members.length} · not known who is live`;
  const live = members.filter(({ id }) => {
    const shape = rows.get(id)?.shape;
    return shape !== undefined && shape !== 'offline' && shape !== 'stale';
  });
  return `${members.length} · ${live.length} live`;
}

/** What somebody who joins gets to read of what was said before. */
export function explainReplay({
  replay,
  replayWindowMs,
}: Pick<ChannelView, 'replay' | 'replayWindowMs'>): string {
  if (!replay) return 'Who joins reads nothing of what was said before.';
  if (replayWindowMs === null) return 'Who joins reads back as far as is kept, up to 200 messages.';
  return `Who joins reads back ${explainAge(replayWindowMs)}, up to 200 messages.`;
}
