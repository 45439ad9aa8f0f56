import { DEFAULTS_KEY } from './channels.ts';
import { LIVENESS_MS } from './presence.ts';
import {
  chatWildcard,
  dlvDurable,
  dlvSubject,
  dmDurable,
  fanoutPrefix,
  instSubject,
  kvStream,
  svcDurable,
  svcSubject,
  type SpaceNames,
} from './subjects.ts';
import type { InstanceId, RoleName } from '../base/ids.ts';

/** A stream as the broker's API takes it: durations in nanoseconds, sizes in bytes, -1 for no limit. */
export interface StreamSpec {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly retention: 'limits' | 'workqueue' | 'interest';
  readonly storage: 'file' | 'memory';
  readonly discard: 'old' | 'new';
  readonly max_msgs_per_subject: number;
  readonly max_bytes: number;
  readonly max_age: number;
  readonly max_consumers: number;
  readonly duplicate_window: number;
  readonly num_replicas: number;
  readonly allow_direct: boolean;
  readonly allow_rollup_hdrs: boolean;
  readonly republish?: { readonly src: string; readonly dest: string };
}

/** A pull consumer that is created for its owner, who only binds it (§8). */
export interface DurableSpec {
  readonly stream: string;
  readonly durable_name: string;
  readonly filter_subject: string;
  readonly ack_policy: 'explicit';
  readonly deliver_policy: 'all';
  readonly ack_wait: number;
}

const NS_PER_MS = 1_000_000;
const seconds = (s: number): number => s * 1000 * NS_PER_MS;
const days = (d: number): number => seconds(d * 86_400);

/** §8: what was delivered but not acknowledged comes again after this long. */
export const ACK_WAIT_MS = 60_000;
/** Bounds what a holder of consumer-create grants can pile up (decision h). */
const MAX_CONSUMERS = 4096;
const DEDUPE = seconds(120);
const COPY_DEDUPE = seconds(2 * 3600);

/** Shares of the file budget; together with the buckets they stay below it, so a full stream is a clean error. */
const SHARE = { chat: 0.33, dm: 0.2, task: 0.05, inbox: 0.14, dlv: 0.14, fanout: 0.08, bucket: 0.008 };

const base = {
  retention: 'limits',
  storage: 'file',
  discard: 'new',
  max_msgs_per_subject: -1,
  max_age: 0,
  max_consumers: -1,
  duplicate_window: DEDUPE,
  num_replicas: 1,
  allow_direct: false,
  // A rollup header would let the holder of one subject purge a whole stream (decision 7, row R).
  allow_rollup_hdrs: false,
} as const;

/**
 * The streams of a space (§8, decisions 2, 3, 7, a). `budgetBytes` is what the broker may store on disk for it.
 * Chat drops its oldest at a limit, as §8 asks; direct messages and tasks refuse the newest, because losing an
 * accepted one silently is worse than a clean error.
 */
export function streamSpecs(n: SpaceNames, budgetBytes: number): StreamSpec[] {
  const share = (part: number): number => Math.floor(budgetBytes * part);
  const { chat, dm, task, inbox, dlv, fanout } = n.streams;
  const fan = fanoutPrefix(n);
  return [
    {
      ...base,
      name: chat,
      subjects: [chatWildcard(n)],
      discard: 'old',
      max_msgs_per_subject: 1000,
      max_bytes: share(SHARE.chat),
      max_consumers: MAX_CONSUMERS,
      allow_direct: true,
      // Every accepted post is copied for the fan-out writer before the per-subject cap can evict it (decision 3).
      republish: { src: chatWildcard(n), dest: `${fan}.>` },
    },
    { ...base, name: dm, subjects: [`${n.prefix}.inst.>`], max_bytes: share(SHARE.dm) },
    {
      ...base,
      name: task,
      subjects: [`${n.prefix}.svc.>`],
      retention: 'workqueue',
      max_bytes: share(SHARE.task),
    },
    {
      ...base,
      name: inbox,
      subjects: [`${n.prefix}.dinbox.>`],
      max_age: days(30),
      max_bytes: share(SHARE.inbox),
      duplicate_window: COPY_DEDUPE,
    },
    {
      ...base,
      name: dlv,
      subjects: [`${n.prefix}.dlv.>`],
      max_age: days(30),
      max_bytes: share(SHARE.dlv),
      duplicate_window: COPY_DEDUPE,
    },
    // Interest retention: nothing is kept until a fan-out writer has its consumer, everything from then on.
    {
      ...base,
      name: fanout,
      subjects: [`${fan}.>`],
      retention: 'interest',
      discard: 'old',
      max_bytes: share(SHARE.fanout),
    },
  ];
}

/** The key-value buckets, as the plain streams they are, without the rollup and marker features (decision 7). */
export function bucketSpecs(n: SpaceNames, budgetBytes: number): StreamSpec[] {
  const bucket = (name: string, over: Partial<StreamSpec> = {}): StreamSpec => ({
    ...base,
    name: kvStream(name),
    subjects: [`$KV.${name}.>`],
    max_msgs_per_subject: 1,
    max_bytes: Math.floor(budgetBytes * SHARE.bucket),
    max_consumers: MAX_CONSUMERS,
    allow_direct: true,
    ...over,
  });
  const ttl = (ms: number): Partial<StreamSpec> => ({
    max_age: ms * NS_PER_MS,
    duplicate_window: Math.min(ms * NS_PER_MS, DEDUPE),
  });
  const { presence, channels, members, acl, membership, delivery, manager } = n.buckets;
  return [
    // Presence is ephemeral: memory spares the disk a write per heartbeat.
    bucket(presence, { ...ttl(LIVENESS_MS), storage: 'memory', max_bytes: 64 * 1024 * 1024 }),
    bucket(channels),
    bucket(members),
    bucket(acl),
    bucket(membership),
    bucket(delivery, ttl(30_000)),
    bucket(manager, ttl(10_000)),
  ];
}

/** What is created for an agent before its credential is of use: DM, durable hand-off and, with a role, its tasks. */
export function durablesOf(n: SpaceNames, id: InstanceId, role: RoleName | undefined): DurableSpec[] {
  const durable = (stream: string, name: string, filter: string): DurableSpec => ({
    stream,
    durable_name: name,
    filter_subject: filter,
    ack_policy: 'explicit',
    deliver_policy: 'all',
    ack_wait: ACK_WAIT_MS * NS_PER_MS,
  });
  return [
    durable(n.streams.dm, dmDurable(id), instSubject(n, id, '*')),
    durable(n.streams.dlv, dlvDurable(id), dlvSubject(n, id)),
    ...(role === undefined ? [] : [durable(n.streams.task, svcDurable(role), svcSubject(n, role, '*'))]),
  ];
}

/** The registry record written at creation when there is none (§7): the class is always discoverable on the wire. */
export function initialDefaults(mode: 'auth' | 'open'): {
  key: string;
  value: { deliveryClass: 'durable' | 'live' };
} {
  return { key: DEFAULTS_KEY, value: { deliveryClass: mode === 'auth' ? 'durable' : 'live' } };
}
