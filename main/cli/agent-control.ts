import { Fault } from '../../shared/base/refusal.ts';
import { parseSpaceName } from '../../shared/cotal/names.ts';
import { spaceNames } from '../../shared/cotal/subjects.ts';
import { openConnection } from '../cotal/nats/connection.ts';
import { requestControl } from '../cotal/nats/control-client.ts';
import { readCredsFile } from '../cotal/nats/credentials.ts';
import { assertSameId } from '../cotal/nats/endpoint.ts';

/** Does this program run inside an agent's session? Then it acts with that agent's credential only. */
export function inAgentSession(): boolean {
  return process.env['COTAL_ID'] !== undefined;
}

/**
 * Asks the manager as the agent of this session. Whether it may is the broker's decision: without the `spawn`
 * capability only `self` can be asked.
 */
export async function askManager(
  service: 'self' | 'manager',
  op: string,
  args: Record<string, unknown>,
): Promise<unknown> {
  const {
    COTAL_ID: id = '',
    COTAL_NAME: name = '',
    COTAL_CREDS: file,
    COTAL_SPACE: rawSpace = '',
    COTAL_SERVERS: servers = '',
  } = process.env;
  const space = parseSpaceName(rawSpace);
  if (file === undefined || !space.ok)
    throw new Fault('no-creds', 'This session has no credential.', {
      why: 'COTAL_CREDS or COTAL_SPACE is not set.',
      remedy: 'Start it with cotal spawn.',
    });
  const creds = readCredsFile(file);
  assertSameId(id, creds.id);
  const connection = await openConnection({
    servers: servers.split(','),
    name,
    id: creds.id,
    credentials: () => creds,
    firstConnectMs: 5000,
    now: Date.now,
  });
  try {
    // A start waits for the agent to be present, a stop for its end.
    const reply = await requestControl(
      connection,
      spaceNames(space.value),
      { id: creds.id, name },
      service,
      op,
      args,
      15_000,
    );
    if (reply.ok) return reply.data;
    throw new Fault('refused-by-manager', `The manager refused to ${op}.`, {
      why: reply.error ?? 'It gave no reason.',
      remedy: 'Ask the owner of the mesh.',
    });
  } finally {
    await connection.close();
  }
}
