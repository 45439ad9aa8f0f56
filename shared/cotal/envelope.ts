import { z } from 'zod';
import { MESSAGE_BOUNDS, parseJsonBytes, type JsonProblem } from '../base/bounded-json.ts';
import type { ChannelName, InstanceId, RoleName } from '../base/ids.ts';
import { firstIssue, refusal, type Refusal } from '../base/refusal.ts';
import { err, ok, type Result } from '../base/result.ts';
import { parseSubject } from './subjects.ts';

/** Cotal §5: the message shapes. Objects are open, because receivers ignore unknown fields (§11). */
export const endpointRefSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  role: z.string().optional(),
});
export type EndpointRef = z.infer<typeof endpointRefSchema>;

const EXTENSION_KIND = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

const textPart = z.looseObject({ kind: z.literal('text'), text: z.string() });
const dataPart = z
  .looseObject({ kind: z.literal('data'), data: z.unknown() })
  .refine((p) => 'data' in p, 'a data part has "data"');
const extensionPart = z.looseObject({
  kind: z.string().regex(EXTENSION_KIND, 'a part kind is text, data or a reverse-DNS name'),
});
export const partSchema = z.union([textPart, dataPart, extensionPart]);
export type Part = z.infer<typeof partSchema>;

const ROUTES = ['channel', 'to', 'toService'] as const;

export const messageSchema = z
  .looseObject({
    id: z.string(),
    ts: z.number(),
    space: z.string(),
    from: endpointRefSchema,
    channel: z.string().optional(),
    to: z.string().optional(),
    toService: z.string().optional(),
    mentions: z.array(z.string()).optional(),
    parts: z.array(partSchema),
    replyTo: z.string().optional(),
    contextId: z.string().optional(),
  })
  // §4: exactly one routing field.
  .refine(
    (m) => ROUTES.filter((r) => r in m).length === 1,
    'exactly one of channel, to and toService is set',
  );
export type CotalMessage = z.infer<typeof messageSchema>;

interface DeliveryBase {
  readonly message: CotalMessage;
  readonly sender: InstanceId;
}
export type Delivery = DeliveryBase &
  (
    | { readonly kind: 'channel'; readonly channel: ChannelName }
    | { readonly kind: 'dm'; readonly to: InstanceId }
    | { readonly kind: 'anycast'; readonly role: RoleName }
  );

/** The permanent anomalies (§5, and decision c): terminated, logged, never surfaced, never redelivered. */
export type AnomalyCode = 'malformed-subject' | 'malformed-json' | 'sender-mismatch' | 'malformed-shape';
export type Anomaly = Refusal & { readonly code: AnomalyCode };

/**
 * Reads one delivered message: the subject decides kind, target and sender; the payload has to agree on the sender
 * and have the schema's shape. Every error is a permanent anomaly.
 */
export function parseDelivery(subject: string, payload: Uint8Array): Result<Delivery, Anomaly> {
  const parsed = parseSubject(subject);
  if (parsed === undefined || parsed.kind === 'ctl') {
    return err(anomaly('malformed-subject', '§3', 'The subject is not one a message can arrive on.'));
  }
  const json = parseJsonBytes(payload, MESSAGE_BOUNDS);
  if (!json.ok) return err(unreadable(json.error));
  // §5: a missing or different `from.id` is a spoof, whatever the rest of the payload looks like.
  const claimed = senderClaim(json.value);
  if (claimed !== parsed.sender) {
    return err(
      anomaly('sender-mismatch', '§5', 'The payload does not name the sender that the broker proved.'),
    );
  }
  const shaped = messageSchema.safeParse(json.value);
  if (!shaped.success)
    return err(
      anomaly('malformed-shape', '§5', `The message is not well-formed (${firstIssue(shaped.error)}).`),
    );
  const base = { message: shaped.data, sender: parsed.sender };
  switch (parsed.kind) {
    case 'chat':
      return ok({ ...base, kind: 'channel', channel: parsed.channel });
    case 'inst':
      return ok({ ...base, kind: 'dm', to: parsed.target });
    case 'svc':
      return ok({ ...base, kind: 'anycast', role: parsed.role });
  }
}

/** All text of a message, for showing; extension parts the reader does not know are left out (§5). */
export function textOf(message: CotalMessage): string {
  return message.parts
    .map((part) => {
      if (part.kind === 'text' && typeof part['text'] === 'string') return part['text'];
      if (part.kind === 'data') return JSON.stringify(part['data']);
      return null;
    })
    .filter((text) => text !== null)
    .join('\n');
}

/** What a sender puts on the wire, in the field order of the public peers; undefined fields are left out. */
export function encodeMessage(message: CotalMessage): string {
  const { id, ts, space, from, channel, to, toService, mentions, parts, replyTo, contextId } = message;
  return JSON.stringify({ id, ts, space, from, channel, to, toService, mentions, parts, replyTo, contextId });
}

function senderClaim(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('from' in value)) return undefined;
  const from = value.from;
  if (typeof from !== 'object' || from === null || !('id' in from)) return undefined;
  return typeof from.id === 'string' ? from.id : undefined;
}

function unreadable(problem: JsonProblem): Anomaly {
  switch (problem) {
    case 'bad-utf8':
    case 'bad-json':
      return anomaly('malformed-json', '§5', 'The payload is not valid UTF-8 JSON.');
    case 'too-deep':
    case 'too-large':
      return anomaly('malformed-shape', '§5', 'The payload is larger or deeper than a message may be.');
  }
}

function anomaly(code: AnomalyCode, section: string, sentence: string): Anomaly {
  return { ...refusal(code, `Cotal ${section}`, sentence), code };
}
