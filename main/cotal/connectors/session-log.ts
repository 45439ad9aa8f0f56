import path from 'node:path';
import pino from 'pino';
import { createStream } from 'rotating-file-stream';
import type { Logger } from '../../../shared/base/log.ts';

/** The log of one agent session: beside its inbox, rotated, never on the terminal that a person watches. */
export function sessionLog(spool: string): Logger {
  const stream = createStream('session.log', {
    path: path.resolve(spool),
    size: '1M',
    maxFiles: 2,
    mode: 0o600,
  });
  stream.on('error', () => undefined);
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
