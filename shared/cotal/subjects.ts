import type { ChannelName, ChannelPattern, InstanceId, RoleName, SpaceName } from '../base/ids.ts';

/**
 * Every subject, stream, bucket and durable name of the Cotal wire is built and parsed here and nowhere else
 * (Cotal §3, §8), so that a later wire revision changes one file.
 */

/** One routing token: trimmed, every character outside `[A-Za-z0-9_-]` mapped to `_`. Lossy by design (§3). */
export function sanitizeToken(raw: string): string {
  const token = raw.trim().replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return token === '' ? '_' : token;
}

/** The control services of a space and who may call them. */
export type ControlService = 'self' | 'manager' | 'admin' | 'delivery';

export interface StreamNames {
  readonly chat: string;
  readonly dm: string;
  readonly task: string;
  /** The durable backstop (§8), read by the trusted reader only. */
  readonly inbox: string;
  /** Hand-off of authorized durable copies to their member. */
  readonly dlv: string;
  /** Captures what CHAT republishes for the fan-out writer. */
  readonly fanout: string;
}

export interface BucketNames {
  readonly presence: string;
  readonly channels: string;
  readonly members: string;
  readonly acl: string;
  readonly membership: string;
  readonly delivery: string;
  readonly manager: string;
}

/** All names of one space. `prefix` is `cotal.<space token>`. */
export interface SpaceNames {
  readonly token: string;
  readonly prefix: string;
  readonly streams: StreamNames;
  readonly buckets: BucketNames;
}

export function spaceNames(space: SpaceName): SpaceNames {
  const token = sanitizeToken(space);
  return {
    token,
    prefix: `cotal.${token}`,
    streams: {
      chat: `CHAT_${token}`,
      dm: `DM_${token}`,
      task: `TASK_${token}`,
      inbox: `INBOX_${token}`,
      dlv: `DLV_${token}`,
      fanout: `FANOUT_${token}`,
    },
    buckets: {
      presence: `cotal_presence_${token}`,
      channels: `cotal_channels_${token}`,
      members: `cotal_members_${token}`,
      acl: `cotal_acl_${token}`,
      membership: `cotal_membership_${token}`,
      delivery: `cotal_delivery_${token}`,
      manager: `cotal_manager_${token}`,
    },
  };
}

export const chatSubject = (
  n: SpaceNames,
  sender: InstanceId,
  channel: ChannelName | ChannelPattern,
): string => `${n.prefix}.chat.${sender}.${channel}`;
/** What a reader of `channel` subscribes to, and the filter of a history read: any sender. */
export const chatReadSubject = (n: SpaceNames, channel: ChannelName | ChannelPattern): string =>
  `${n.prefix}.chat.*.${channel}`;
export const chatWildcard = (n: SpaceNames): string => `${n.prefix}.chat.>`;

export const instSubject = (n: SpaceNames, target: InstanceId | '*', sender: InstanceId | '*'): string =>
  `${n.prefix}.inst.${target}.${sender}`;
export const svcSubject = (n: SpaceNames, role: RoleName | '*', sender: InstanceId | '*'): string =>
  `${n.prefix}.svc.${role}.${sender}`;
export const ctlSubject = (n: SpaceNames, service: ControlService, caller: InstanceId | '*'): string =>
  `${n.prefix}.ctl.${service}.${caller}`;
/** Control replies go to `<request>.reply.<random>`: seven tokens, so they never parse as a request. */
export const ctlReplySubject = (request: string, random: string): string => `${request}.reply.${random}`;
export const dlvSubject = (n: SpaceNames, member: InstanceId): string => `${n.prefix}.dlv.${member}`;
/** Where CHAT republishes to; no profile may publish there. */
export const fanoutPrefix = (n: SpaceNames): string => `${n.prefix}.fanq`;

export const inboxPrefix = (id: InstanceId): string => `_INBOX_${id}`;

export const kvStream = (bucket: string): string => `KV_${bucket}`;
export const kvSubject = (bucket: string, key: string): string => `$KV.${bucket}.${key}`;

export const dmDurable = (id: InstanceId): string => `dm_${id}`;
export const dlvDurable = (id: InstanceId): string => `dlv_${id}`;
export const svcDurable = (role: RoleName): string => `svc_${sanitizeToken(role)}`;
/** The one history consumer of an instance: reads are serialized per instance because they share this name. */
export const historyConsumer = (id: InstanceId): string => `chathist_${id}`;

/** A parsed delivery or control subject. `sender` is what the broker proved. */
export type ParsedSubject =
  | {
      readonly kind: 'chat';
      readonly space: string;
      readonly sender: InstanceId;
      readonly channel: ChannelName;
    }
  | {
      readonly kind: 'inst';
      readonly space: string;
      readonly sender: InstanceId;
      readonly target: InstanceId;
    }
  | { readonly kind: 'svc'; readonly space: string; readonly sender: InstanceId; readonly role: RoleName }
  | { readonly kind: 'ctl'; readonly space: string; readonly sender: InstanceId; readonly service: string };

const TOKEN = /^[A-Za-z0-9_-]+$/;

/**
 * Parses a wire subject (§3). Anything that is not exactly one of the four shapes, with concrete sanitized
 * tokens, has no sender and yields `undefined`: it must not be read as a delivery.
 */
export function parseSubject(subject: string): ParsedSubject | undefined {
  const tokens = subject.split('.');
  if (tokens[0] !== 'cotal' || tokens.length < 5 || !tokens.every((t) => TOKEN.test(t))) return undefined;
  const [, space = '', kind, third = '', fourth = ''] = tokens;
  if (kind === 'chat') {
    // The sender comes before the channel, which may be hierarchical.
    return { kind, space, sender: third as InstanceId, channel: tokens.slice(4).join('.') as ChannelName };
  }
  if (tokens.length !== 5) return undefined;
  const sender = fourth as InstanceId;
  if (kind === 'inst') return { kind, space, sender, target: third as InstanceId };
  if (kind === 'svc') return { kind, space, sender, role: third as RoleName };
  if (kind === 'ctl') return { kind, space, sender, service: third };
  return undefined;
}

/** Does a concrete subject (or a narrower pattern) fall under a NATS pattern? `>` takes one token or more. */
export function subjectMatches(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.');
  const given = subject.split('.');
  for (const [i, token] of wanted.entries()) {
    if (token === '>') return given.length > i;
    const actual = given[i];
    if (actual === undefined || actual === '>') return false;
    if (token !== '*' && token !== actual) return false;
  }
  return given.length === wanted.length;
}
