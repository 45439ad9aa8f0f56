import {
  JetStreamApiError,
  type ConsumerConfig,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { ChannelPattern, InstanceId, RoleName } from '../../../shared/base/ids.ts';
import { parseJsonBytes } from '../../../shared/base/bounded-json.ts';
import { Fault, messageOf } from '../../../shared/base/refusal.ts';
import {
  bucketSpecs,
  durablesOf,
  initialDefaults,
  streamSpecs,
  type StreamSpec,
} from '../../../shared/cotal/streams.ts';
import { kvStream, kvSubject, type SpaceNames } from '../../../shared/cotal/subjects.ts';
import type { Connection } from './connection.ts';

const NOT_FOUND = 10059;
const CONSUMER_NOT_FOUND = 10014;
const WRONG_SEQUENCE = 10071;

export interface Provisioned {
  readonly created: string[];
  /** Streams that existed before and are gone: they are never created over what may still be on disk. */
  readonly missing: string[];
}

/**
 * Makes the streams and buckets of a space. On a space that was `complete` before, a file stream that is absent is
 * damaged, not new: creating it would bury the data that is still on disk, so it is reported instead.
 */
export async function provisionSpace(
  c: Connection,
  n: SpaceNames,
  options: { readonly budgetBytes: number; readonly mode: 'auth' | 'open'; readonly complete: boolean },
): Promise<Provisioned> {
  const specs = [...streamSpecs(n, options.budgetBytes), ...bucketSpecs(n, options.budgetBytes)];
  const outcomes = await Promise.all(
    specs.map((spec) => ensureStream(c.jsm, spec, options.complete && spec.storage === 'file')),
  );
  const of = (what: 'created' | 'missing') => specs.filter((_, i) => outcomes[i] === what).map((s) => s.name);
  const defaults = initialDefaults(options.mode);
  await createKey(c, n.buckets.channels, defaults.key, defaults.value);
  return { created: of('created'), missing: of('missing') };
}

async function ensureStream(
  jsm: JetStreamManager,
  spec: StreamSpec,
  mustExist: boolean,
): Promise<'created' | 'kept' | 'missing'> {
  const config = spec as unknown as StreamConfig;
  if (mustExist) {
    try {
      await jsm.streams.info(spec.name);
      return 'kept';
    } catch (error) {
      if (apiCode(error) === NOT_FOUND) return 'missing';
      throw streamFault(spec.name, error);
    }
  }
  try {
    await jsm.streams.add(config);
    return 'created';
  } catch (error) {
    // One that is there, from a first bring-up that was cut short or an earlier record, keeps the sizes it was made
    // with; the broker may answer that it exists, or that it cannot reserve its space a second time.
    const there = await jsm.streams.info(spec.name).then(
      () => true,
      () => false,
    );
    if (!there) throw streamFault(spec.name, error);
    return 'kept';
  }
}

/** Who an agent is to the space, for provisioning. */
export interface Member {
  readonly id: InstanceId;
  readonly role?: RoleName;
  readonly allowSubscribe: readonly ChannelPattern[];
}

/** Creates an agent's durables and writes its ACL record: without these its credential is of no use (§8). */
export async function provisionMember(
  c: Connection,
  n: SpaceNames,
  member: Member,
  now: number,
): Promise<void> {
  await Promise.all([
    ...durablesOf(n, member.id, member.role).map((d) => {
      const { stream, ...config } = d;
      return c.jsm.consumers.add(stream, config as Partial<ConsumerConfig>);
    }),
    putKey(c.nc, n.buckets.acl, member.id, {
      allowSubscribe: member.allowSubscribe,
      revision: 1,
      updatedAt: now,
    }),
  ]);
}

/** Removes what `provisionMember` made for this identity. The role's consumer stays: it is shared. */
export async function retireMember(c: Connection, n: SpaceNames, id: InstanceId): Promise<void> {
  const own = durablesOf(n, id, undefined);
  await Promise.all(own.map((d) => c.jsm.consumers.delete(d.stream, d.durable_name).catch(ignoreAbsent)));
  await deleteKey(c.nc, n.buckets.acl, id);
}

/** The JSON value under a key, read from the stream's leader; `undefined` when absent. */
export async function getKey(c: Connection, bucket: string, key: string): Promise<unknown> {
  try {
    const stored = await c.jsm.streams.getMessage(kvStream(bucket), { last_by_subj: kvSubject(bucket, key) });
    if (stored === null || stored.data.byteLength === 0) return undefined;
    const json = parseJsonBytes(stored.data, { maxBytes: 256 * 1024, maxDepth: 32 });
    return json.ok ? json.value : undefined;
  } catch (error) {
    if (apiCode(error) === 10037) return undefined;
    throw error;
  }
}

/** Writes a key and waits for the broker to have stored it. */
export async function putKey(nc: NatsConnection, bucket: string, key: string, value: unknown): Promise<void> {
  await storedPublish(nc, kvSubject(bucket, key), JSON.stringify(value));
}

/** Writes a key only if nothing is there. Returns whether it was written. */
export async function createKey(
  c: Connection,
  bucket: string,
  key: string,
  value: unknown,
): Promise<boolean> {
  try {
    await c.js.publish(kvSubject(bucket, key), JSON.stringify(value), { expect: { lastSubjectSequence: 0 } });
    return true;
  } catch (error) {
    if (apiCode(error) === WRONG_SEQUENCE) return false;
    throw error;
  }
}

/** Removes a key; a mark that it was removed stays. */
export async function deleteKey(nc: NatsConnection, bucket: string, key: string): Promise<void> {
  const h = headers();
  h.set('KV-Operation', 'DEL');
  await nc.request(kvSubject(bucket, key), '', { timeout: 5000, headers: h });
}

async function storedPublish(nc: NatsConnection, subject: string, data: string): Promise<void> {
  const reply = await nc.request(subject, data, { timeout: 5000 });
  const ack = reply.json<{ error?: { description?: string } }>();
  if (ack.error !== undefined) throw new Error(ack.error.description ?? 'the broker did not store it');
}

/** The API error number of something thrown by the JetStream client, if it is one. */
export function apiCode(error: unknown): number | undefined {
  return error instanceof JetStreamApiError ? error.code : undefined;
}

function ignoreAbsent(error: unknown): void {
  if (apiCode(error) !== CONSUMER_NOT_FOUND) throw error;
}

function streamFault(name: string, error: unknown): Fault {
  return new Fault('stream-setup', `The stream ${name} could not be set up.`, {
    why: messageOf(error),
    remedy: 'See the broker log (cotal logs) and the free disk space, then bring the mesh up again.',
    cause: error,
  });
}
