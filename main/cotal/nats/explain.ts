import { JetStreamApiError, JetStreamError } from '@nats-io/jetstream';
import {
  ClosedConnectionError,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { Fault, messageOf } from '../../../shared/base/refusal.ts';

/** What the client library threw, in words; `undefined` when it is not one of its errors. */
export function explainBrokerError(error: unknown): Fault | undefined {
  const cause = error instanceof RequestError ? (error.cause ?? error) : error;
  if (cause instanceof PermissionViolationError) {
    return new Fault('denied', 'The broker refused that.', {
      why: `This credential has no grant for ${cause.subject}.`,
      remedy: 'Use a credential with that grant.',
      cause: error,
    });
  }
  if (cause instanceof JetStreamApiError) {
    const full = /no space|insufficient|creating store/i.test(cause.message);
    return new Fault(full ? 'disk-full' : 'broker-refused', 'The broker could not do that.', {
      why: `It said: ${messageOf(cause)}.`,
      remedy: full ? 'Free disk space, then bring the mesh down and up again.' : 'See its log: cotal logs.',
      cause: error,
    });
  }
  const kinds = [TimeoutError, NoRespondersError, ClosedConnectionError, JetStreamError, RequestError];
  if (!kinds.some((kind) => cause instanceof kind)) return undefined;
  return new Fault('broker-silent', 'The broker did not answer in time.', {
    why: 'It may be restarting, stopped, stuck, or busy.',
    remedy: 'Try again in a moment; if it stays so: cotal status, then cotal down and cotal up.',
    cause: error,
  });
}
