import { randomUUID } from 'node:crypto';
import {
  NoRespondersError,
  PermissionViolationError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { MESSAGE_BOUNDS, parseJsonBytes } from '../../../shared/base/bounded-json.ts';
import { Fault, firstIssue } from '../../../shared/base/refusal.ts';
import { controlReplySchema, type ControlReply } from '../../../shared/cotal/control.ts';
import type { EndpointRef } from '../../../shared/cotal/envelope.ts';
import type { InstanceId } from '../../../shared/base/ids.ts';
import {
  ctlReplySubject,
  ctlSubject,
  type ControlService,
  type SpaceNames,
} from '../../../shared/cotal/subjects.ts';
import type { Connection } from './connection.ts';

/**
 * One control request. The reply comes on `<request>.reply.<random>`, which only the caller can subscribe to.
 * Nobody there, not allowed and no answer are three different Faults; an answer with `ok: false` is returned.
 */
export async function requestControl(
  c: Connection,
  n: SpaceNames,
  from: EndpointRef,
  service: ControlService,
  op: string,
  args: Record<string, unknown> = {},
  timeoutMs = 5000,
): Promise<ControlReply> {
  const subject = ctlSubject(n, service, from.id as InstanceId);
  const reply = ctlReplySubject(subject, randomUUID());
  try {
    const m = await c.nc.request(subject, JSON.stringify({ op, args, from }), {
      timeout: timeoutMs,
      noMux: true,
      reply,
    });
    const json = parseJsonBytes(m.data, MESSAGE_BOUNDS);
    const parsed = json.ok ? controlReplySchema.safeParse(json.value) : undefined;
    if (parsed?.success === true) return parsed.data;
    const why = parsed === undefined ? 'It is not JSON.' : firstIssue(parsed.error);
    throw new Fault('bad-reply', `The ${service} service gave an answer that cannot be read.`, {
      why,
      remedy: 'Check the version of the other side.',
    });
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw explain(error, service, op);
  }
}

function explain(error: unknown, service: ControlService, op: string): Fault {
  const cause = error instanceof RequestError ? (error.cause ?? error) : error;
  if (cause instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())) {
    return new Fault('no-responder', `Nobody serves "${service}" in this space.`, {
      why: service === 'delivery' ? 'No delivery service is running.' : 'No manager is running.',
      remedy: 'Bring the mesh up on its machine: cotal up.',
      cause: error,
    });
  }
  if (cause instanceof PermissionViolationError) {
    return new Fault('denied', `This credential may not ask "${service}" to ${op}.`, {
      why: `The broker refused ${cause.operation} on ${cause.subject}.`,
      remedy:
        service === 'manager'
          ? 'The persona needs capabilities: [spawn].'
          : 'Use a credential with that grant.',
      cause: error,
    });
  }
  const why = cause instanceof TimeoutError ? 'No answer came in time.' : 'The request failed.';
  return new Fault('no-answer', `The ${service} service did not answer "${op}".`, {
    why,
    remedy: 'Try again; see cotal status if it stays so.',
    cause: error,
  });
}
