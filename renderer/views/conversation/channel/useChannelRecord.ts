import { useCallback, useEffect, useState } from 'react';
import type { MethodOutput } from '../../../../shared/api/contract.ts';
import type { ChannelDefaults } from '../../../../shared/cotal/channels.ts';
import { useBridge } from '../../../state/bridge-context.ts';
import { explainProblem } from '../../../state/follow.ts';
import { useWindow, type Problem } from '../../../state/store.ts';
import { formOf, type ChannelForm } from './channel-form.ts';

type ChannelRecord = MethodOutput<'channels.list'>['channels'][number];

/** The channels' records as the registry has them. */
export interface ChannelRecords {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly problem: Problem | null;
  readonly defaults: ChannelDefaults;
  readonly channels: readonly ChannelRecord[];
  readonly reload: () => void;
}

const NOTHING: Omit<ChannelRecords, 'reload'> = {
  phase: 'loading',
  problem: null,
  defaults: {},
  channels: [],
};

/** Reads the records of the shown mesh once. */
export function useChannelRecords(): ChannelRecords {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const [records, setRecords] = useState(NOTHING);
  const reload = useCallback(() => {
    if (mesh === null) return;
    bridge.call('channels.list', { mesh }).then(
      ({ defaults, channels }) => setRecords({ phase: 'ready', problem: null, defaults, channels }),
      (error: unknown) => setRecords((was) => ({ ...was, phase: 'failed', problem: explainProblem(error) })),
    );
  }, [bridge, mesh]);
  useEffect(() => reload(), [reload]);
  return { ...records, reload };
}

/** The form of a channel's record; of one that has none, an empty one. */
export function recordForm(records: ChannelRecords, channel: string): ChannelForm {
  return formOf(records.channels.find(({ name }) => name === channel)?.config ?? null);
}
