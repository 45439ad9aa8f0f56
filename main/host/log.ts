import path from 'node:path';
import pino, { type Logger as PinoLogger } from 'pino';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import type { Logger } from '../../shared/base/log.ts';
import { ensurePrivateDir } from '../cotal/workspace/files.ts';

/** The host's log: JSON lines, rotated; roles are written to the project's own files as well. */
export interface HostLog extends Logger {
  /** A logger whose lines carry these fields, and also go to `file` when one is given. */
  role(fields: Record<string, unknown>, file?: string): Logger;
  close(): Promise<void>;
}

const SECRET_PATHS = [
  'creds',
  'seed',
  'jwt',
  'token',
  'secret',
  'password',
  '*.creds',
  '*.seed',
  '*.jwt',
  '*.token',
  '*.secret',
  '*.password',
];

export async function openHostLog(file: string, level: string): Promise<HostLog> {
  const streams: RotatingFileStream[] = [];
  const open = async (target: string): Promise<RotatingFileStream> => {
    await ensurePrivateDir(path.dirname(target));
    const stream = createStream(path.basename(target), {
      path: path.dirname(target),
      size: '10M',
      maxFiles: 4,
      mode: 0o600,
    });
    // A log that cannot be written must not take the host with it.
    stream.on('error', () => undefined);
    streams.push(stream);
    return stream;
  };
  const main = await open(file);
  const options = {
    base: { pid: process.pid },
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '[secret]' },
  };
  const root = pino(options, main);
  return {
    ...methods(root),
    role(fields, roleFile) {
      if (roleFile === undefined) return methods(root.child(fields));
      // Opened lazily: a project that became unwritable must not keep the mesh from starting.
      const both = pino.multistream([{ stream: main, level: 'debug' }]);
      void open(roleFile).then(
        (stream) => both.add({ stream, level: 'debug' }),
        () => undefined,
      );
      return methods(pino(options, both).child(fields));
    },
    async close() {
      await Promise.all(streams.map((s) => new Promise<void>((resolve) => s.end(resolve))));
    },
  };
}

function methods(p: PinoLogger): Logger {
  return {
    debug: (fields, sentence) => p.debug(fields, sentence),
    info: (fields, sentence) => p.info(fields, sentence),
    warn: (fields, sentence) => p.warn(fields, sentence),
    error: (fields, sentence) => p.error(fields, sentence),
  };
}
