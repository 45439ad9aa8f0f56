import type { MeshStatus } from '../../../shared/api/contract.ts';
import type { ConversationMessage } from '../../../shared/mesh-view/conversation.ts';
import type { ChannelView } from '../../../shared/mesh-view/snapshot.ts';

/** How the durable backstop stands, as far as the host has said. */
export type Backstop = 'ready' | 'not running' | 'unknown';

export function backstopOf(status: MeshStatus | null): Backstop {
  const delivery = status?.processes.find(({ role }) => role === 'delivery');
  if (delivery === undefined) return 'unknown';
  return delivery.state === 'ready' ? 'ready' : 'not running';
}

/** Which way a message came, and who gets it that is away. */
export function explainPath(
  message: Pick<ConversationMessage, 'subject' | 'seq'>,
  channel: ChannelView | undefined,
  backstop: Backstop,
): string {
  const kept =
    message.seq === null ? 'seen live' : `kept as number ${message.seq.toLocaleString('en')} of its stream`;
  const kind = message.subject.split('.')[2];
  if (kind === 'inst') return `direct, ${kept}; it waits for a peer that is away`;
  if (kind === 'svc') return `to a role, ${kept}; one holder of the role takes it`;
  if (channel === undefined) return `channel, ${kept}`;
  if (channel.deliveryClass === 'live')
    return `channel, live: ${kept}; members who are away are sent no copy`;
  switch (backstop) {
    case 'ready':
      return `channel, durable: ${kept}; each member that is away gets a copy of its own`;
    case 'not running':
      return `channel, durable: ${kept}; the delivery loop does not run, so members who are away read it from history`;
    case 'unknown':
      return `channel, durable: ${kept}`;
  }
}

/** Whether a message carries authority: a signed envelope rides in a part of its own (Natively, decision 17). */
export function explainGrants(envelope: ConversationMessage['envelope']): string {
  if (envelope === null) return 'not known before the message is read from history';
  const parts = Array.isArray(envelope['parts']) ? envelope['parts'] : [];
  const isSigned = parts.some(
    (part: unknown) =>
      typeof part === 'object' &&
      part !== null &&
      'kind' in part &&
      String(part.kind).startsWith('ai.natively.'),
  );
  return isSigned
    ? 'it carries a Natively part; what that allows stands in the ledger'
    : 'none; this message carries no authority';
}

/** The exact envelope as JSON, without what the reader of history added to it. */
export function exactEnvelope(envelope: NonNullable<ConversationMessage['envelope']>): string {
  const { kind: _kind, seq: _seq, historical: _historical, ...sent } = envelope;
  return JSON.stringify(sent, null, 2);
}

/** What is known of a message that only the live feed has told of. */
export function knownOf({ id, ts, from, replyTo, mentions, subject, text }: ConversationMessage): string {
  return JSON.stringify({ id, ts, from, replyTo, mentions, subject, text }, null, 2);
}

/** An id short enough to be compared by eye: its beginning and its end. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
