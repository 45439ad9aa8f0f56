import type { NeedItem } from '../../../shared/api/contract.ts';
import type { IconName } from '../../components/icons.tsx';

/** How a kind of need is drawn and named. The colour says how pressing the kind is, not whose it is. */
export interface KindLook {
  readonly icon: IconName;
  readonly name: string;
  readonly tone: 'waiting' | 'danger' | 'stale' | 'idle';
}

export const KINDS: Readonly<Record<NeedItem['kind'], KindLook>> = {
  question: { icon: 'question', name: 'Question', tone: 'waiting' },
  permission: { icon: 'hand', name: 'Permission', tone: 'waiting' },
  trust: { icon: 'hand', name: 'Trust', tone: 'waiting' },
  silent: { icon: 'hourglass', name: 'Silent', tone: 'stale' },
  provider: { icon: 'server', name: 'Provider', tone: 'danger' },
  exit: { icon: 'stop', name: 'Ended', tone: 'danger' },
  unclaimed: { icon: 'role', name: 'Unclaimed', tone: 'idle' },
  undelivered: { icon: 'undelivered', name: 'Undelivered', tone: 'danger' },
  mesh: { icon: 'alert', name: 'Mesh', tone: 'danger' },
};
