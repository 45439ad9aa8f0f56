import type { MeshStatus, ProcessView } from '../../shared/api/contract.ts';
import type { Broker } from '../cotal/broker/broker.ts';
import type { Endpoint } from '../cotal/nats/endpoint.ts';
import type { MeshPlace } from './mesh-record.ts';

/** What a mesh says of itself: its parts, since when, and what a person should know of it. */
export function statusOf(x: {
  place: MeshPlace;
  server: string;
  broker: Broker;
  person: Endpoint;
  managerSince: number;
  since: number;
  missing: readonly string[];
  tracked: readonly string[];
  problems: readonly string[];
  pid: number;
}): MeshStatus {
  const { record, id } = x.place;
  const broker = x.broker.state();
  const link = x.person.connection.connectivity();
  const processes: ProcessView[] = [
    { role: 'broker', ...broker },
    {
      role: 'manager',
      pid: x.pid,
      state: link.connected ? 'ready' : 'degraded',
      since: x.managerSince,
      reason: link.reason,
    },
    {
      role: 'delivery',
      pid: null,
      state: 'stopped',
      since: x.since,
      reason:
        record.mode === 'open'
          ? 'An open mesh has no durable backstop.'
          : 'The durable backstop is not part of this version: durable channels are joined live.',
    },
    {
      role: 'person',
      pid: x.pid,
      state: link.connected ? 'ready' : 'degraded',
      since: link.since,
      reason: link.reason,
    },
  ];
  const damaged = x.missing.length > 0;
  const state = broker.state !== 'ready' ? broker.state : damaged || !link.connected ? 'degraded' : 'ready';
  const reason =
    broker.state !== 'ready'
      ? broker.reason
      : damaged
        ? `Damaged and not touched: ${x.missing.join(', ')}.`
        : link.reason;
  return {
    id,
    space: record.space,
    server: x.server,
    mode: record.mode,
    root: record.root,
    state,
    since: state === 'ready' ? Math.max(x.since, broker.since) : broker.since,
    reason,
    processes,
    warnings: [
      ...x.problems,
      ...(record.mode === 'open'
        ? ['This mesh is open: everybody who reaches its address can read and write everything in it.']
        : []),
      ...(x.tracked.length > 0
        ? [
            `Git tracks ${x.tracked.length} file(s) below .cotal (${x.tracked[0] ?? ''} …); it may hold credentials. Take them out: git rm -r --cached .cotal`,
          ]
        : []),
      ...(damaged
        ? [
            `Stream(s) ${x.missing.join(', ')} were there before and are gone. They are not made anew over what may still be on disk in ${record.storeDir}.`,
          ]
        : []),
    ],
    broker: x.broker.binary,
  };
}
