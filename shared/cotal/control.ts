import { z } from 'zod';
import { MESSAGE_BOUNDS, parseJsonBytes } from '../base/bounded-json.ts';
import { firstIssue } from '../base/refusal.ts';
import { err, ok, type Result } from '../base/result.ts';
import { endpointRefSchema } from './envelope.ts';

/** Cotal §5: control requests and replies. */
export const controlRequestSchema = z.looseObject({
  op: z.string().min(1).max(64),
  args: z.looseObject({}).optional(),
  from: endpointRefSchema,
});
export type ControlRequest = z.infer<typeof controlRequestSchema>;

export const controlReplySchema = z.looseObject({
  ok: z.boolean(),
  data: z.unknown().optional(),
  error: z.string().optional(),
});
export type ControlReply = z.infer<typeof controlReplySchema>;

/** Reads a control request; the error is the sentence for the reply. The sender check is the server's (§5). */
export function parseControlRequest(payload: Uint8Array): Result<ControlRequest, string> {
  const json = parseJsonBytes(payload, MESSAGE_BOUNDS);
  if (!json.ok) return err('malformed-json');
  const parsed = controlRequestSchema.safeParse(json.value);
  return parsed.success ? ok(parsed.data) : err(`malformed request: ${firstIssue(parsed.error)}`);
}
