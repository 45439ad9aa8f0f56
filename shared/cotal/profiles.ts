import type { ChannelPattern, InstanceId, RoleName } from '../base/ids.ts';
import {
  chatReadSubject,
  chatSubject,
  chatWildcard,
  ctlSubject,
  dlvDurable,
  dmDurable,
  historyConsumer,
  inboxPrefix,
  kvStream,
  kvSubject,
  svcDurable,
  type ControlService,
  type SpaceNames,
} from './subjects.ts';

/** What one credential may do: subject allow-lists, everything else denied (Cotal §9, Appendix B). */
export interface Grants {
  readonly pubAllow: readonly string[];
  readonly pubDeny: readonly string[];
  readonly subAllow: readonly string[];
  /** May answer on the reply subject of a request it received, once, within this many milliseconds. */
  readonly responsesMs?: number;
}

export interface AgentScope {
  readonly id: InstanceId;
  readonly role?: RoleName;
  readonly allowSubscribe: readonly ChannelPattern[];
  readonly allowPublish: readonly ChannelPattern[];
  readonly capabilities: readonly string[];
}

const api = (verb: string): string => `$JS.API.${verb}`;
const inboxOf = (id: InstanceId): string => `${inboxPrefix(id)}.>`;

/** Read grants on a stream that may be consumed freely: chat for observers, DMs for admins. */
const freeReads = (stream: string): string[] => [
  api(`STREAM.INFO.${stream}`),
  api(`CONSUMER.CREATE.${stream}`),
  api(`CONSUMER.CREATE.${stream}.>`),
  api(`CONSUMER.INFO.${stream}.>`),
  api(`CONSUMER.MSG.NEXT.${stream}.>`),
  api(`CONSUMER.DELETE.${stream}.>`),
  `$JS.ACK.${stream}.>`,
];

/** A durable that was created for its owner: bind, pull, acknowledge; never create. */
const bindOnly = (stream: string, durable: string): string[] => [
  api(`CONSUMER.INFO.${stream}.${durable}`),
  api(`CONSUMER.MSG.NEXT.${stream}.${durable}`),
  `$JS.ACK.${stream}.${durable}.>`,
];

const noCreate = (stream: string): string[] => [
  api(`CONSUMER.CREATE.${stream}`),
  api(`CONSUMER.CREATE.${stream}.>`),
  api(`CONSUMER.DURABLE.CREATE.${stream}.>`),
];

/**
 * An agent: speaks only as itself and where its post ACL says, reads what its read ACL says, its own DMs and its
 * role's tasks. `STREAM.INFO` on DM and TASK is left out: it would tell who writes to whom (decision 2).
 */
export function agentGrants(n: SpaceNames, a: AgentScope): Grants {
  const { chat, dm, task, dlv, inbox } = n.streams;
  const presence = kvStream(n.buckets.presence);
  const channels = kvStream(n.buckets.channels);
  const delivery = kvStream(n.buckets.delivery);
  const history = historyConsumer(a.id);
  const mayCall: ControlService[] = [
    'self',
    'delivery',
    ...(a.capabilities.includes('spawn') ? (['manager'] as const) : []),
  ];
  return {
    pubAllow: [
      ...a.allowPublish.map((ch) => chatSubject(n, a.id, ch)),
      `${n.prefix}.inst.*.${a.id}`,
      `${n.prefix}.svc.*.${a.id}`,
      ...mayCall.map((service) => ctlSubject(n, service, a.id)),
      api('INFO'),
      ...[chat, presence, channels, delivery].map((s) => api(`STREAM.INFO.${s}`)),
      // History: one single-filter consumer per readable channel; the server pins the filter to the subject (§9).
      ...a.allowSubscribe.map((ch) => api(`CONSUMER.CREATE.${chat}.${history}.${chatReadSubject(n, ch)}`)),
      ...['INFO', 'MSG.NEXT', 'DELETE'].map((verb) => api(`CONSUMER.${verb}.${chat}.${history}`)),
      ...bindOnly(dm, dmDurable(a.id)),
      ...bindOnly(dlv, dlvDurable(a.id)),
      ...(a.role === undefined ? [] : bindOnly(task, svcDurable(a.role))),
      ...[presence, channels].flatMap((s) => [api(`CONSUMER.CREATE.${s}.>`), api(`CONSUMER.INFO.${s}.>`)]),
      api(`STREAM.MSG.GET.${channels}`),
      api(`STREAM.MSG.GET.${delivery}`),
      // Presence is public in a space: our own agents read it without a consumer each (decision 2).
      api(`DIRECT.GET.${presence}`),
      '$JS.FC.>',
      kvSubject(n.buckets.presence, a.id),
    ],
    pubDeny: [dm, task, dlv, inbox].flatMap(noCreate),
    subAllow: [
      inboxOf(a.id),
      kvSubject(n.buckets.presence, '*'),
      ...mayCall.map((service) => `${ctlSubject(n, service, a.id)}.reply.>`),
      ...a.allowSubscribe.map((ch) => chatReadSubject(n, ch)),
    ],
  };
}

/** Sees chat, presence and the registry; direct messages stay invisible. Publishes nothing of its own. */
export function observerGrants(n: SpaceNames, id: InstanceId): Grants {
  const readable = [n.buckets.presence, n.buckets.channels, n.buckets.membership].map(kvStream);
  return {
    pubAllow: [
      api('INFO'),
      ...freeReads(n.streams.chat),
      ...readable.flatMap((s) => [
        api(`STREAM.INFO.${s}`),
        api(`CONSUMER.CREATE.${s}.>`),
        api(`CONSUMER.INFO.${s}.>`),
        api(`CONSUMER.DELETE.${s}.>`),
        api(`STREAM.MSG.GET.${s}`),
        api(`DIRECT.GET.${s}`),
      ]),
      '$JS.FC.>',
    ],
    pubDeny: [],
    subAllow: [
      chatWildcard(n),
      inboxOf(id),
      ...[n.buckets.presence, n.buckets.channels].map((b) => kvSubject(b, '*')),
    ],
  };
}

/** As observer, with the whole space live and the direct message history: the owner's eyes, still no voice. */
export function adminGrants(n: SpaceNames, id: InstanceId): Grants {
  const seen = observerGrants(n, id);
  return {
    pubAllow: [...seen.pubAllow, ...freeReads(n.streams.dm)],
    pubDeny: [],
    subAllow: [`${n.prefix}.>`, ...seen.subAllow.filter((s) => s !== chatWildcard(n))],
  };
}

/** The manager's control service: hears three tiers, answers them, keeps its lease; no chat, no DM, no streams. */
export function supervisorGrants(n: SpaceNames, id: InstanceId): Grants {
  const tiers: ControlService[] = ['manager', 'self', 'admin'];
  return {
    pubAllow: [
      ...tiers.map((tier) => `${ctlSubject(n, tier, '*')}.reply.>`),
      kvSubject(n.buckets.manager, 'lease'),
      api(`STREAM.MSG.GET.${kvStream(n.buckets.manager)}`),
    ],
    pubDeny: [],
    subAllow: [inboxOf(id), ...tiers.map((tier) => ctlSubject(n, tier, '*'))],
    // Callers that follow only the specification ask for the reply in their own inbox (decision g).
    responsesMs: 60_000,
  };
}

/** Creates streams, buckets and the durables of agents, writes ACL and registry records; reads no message. */
export function provisionerGrants(n: SpaceNames, id: InstanceId): Grants {
  const { dm, task, dlv } = n.streams;
  const all = [...Object.values(n.streams), ...Object.values(n.buckets).map(kvStream)] as string[];
  const written = [n.buckets.acl, n.buckets.channels];
  return {
    pubAllow: [
      api('INFO'),
      ...all.flatMap((s) => ['CREATE', 'UPDATE', 'INFO'].map((verb) => api(`STREAM.${verb}.${s}`))),
      ...[dm, task, dlv].flatMap((s) => [
        api(`CONSUMER.CREATE.${s}.>`),
        api(`CONSUMER.DURABLE.CREATE.${s}.>`),
        api(`CONSUMER.INFO.${s}.>`),
        api(`CONSUMER.DELETE.${s}.>`),
      ]),
      ...written.flatMap((b) => [kvSubject(b, '>'), api(`STREAM.MSG.GET.${kvStream(b)}`)]),
    ],
    pubDeny: [],
    subAllow: [inboxOf(id)],
  };
}

/** Clears retained history: purge on chat and direct messages, nothing else. */
export function purgerGrants(n: SpaceNames, id: InstanceId): Grants {
  return {
    pubAllow: [n.streams.chat, n.streams.dm].flatMap((s) => [
      api(`STREAM.PURGE.${s}`),
      api(`STREAM.INFO.${s}`),
    ]),
    pubDeny: [],
    subAllow: [inboxOf(id)],
  };
}
