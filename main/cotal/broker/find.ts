import { execFile } from 'node:child_process';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Fault, messageOf } from '../../../shared/base/refusal.ts';

/** A broker program and why it was chosen. */
export interface BrokerBinary {
  readonly path: string;
  readonly version: string;
  readonly source: 'env' | 'bundled' | 'path';
}

type Env = Readonly<Record<string, string | undefined>>;

const MINIMUM = [2, 12] as const;
const run = promisify(execFile);

/**
 * Finds nats-server: `COTAL_NATS_SERVER`, then the one that came with the app, then `PATH` (decision 9). One that is
 * named explicitly has to work; of the others the first that works and is new enough wins.
 */
export async function findBroker(
  appDir: string,
  env: Env = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<BrokerBinary> {
  const exe = platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  const named = env['COTAL_NATS_SERVER'];
  if (named !== undefined && named !== '') {
    const checked = await check(path.resolve(named), 'env');
    if (typeof checked !== 'string') return checked;
    throw new Fault('broker-unusable', `The nats-server named by COTAL_NATS_SERVER cannot be used.`, {
      why: checked,
      remedy: 'Unset COTAL_NATS_SERVER to use the one that came with the app.',
    });
  }
  const tried: string[] = [];
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((d) => path.isAbsolute(d));
  const candidates: readonly [string, BrokerBinary['source']][] = [
    [path.join(appDir, 'bin', exe), 'bundled'],
    ...folders.map((d) => [path.join(d, exe), 'path'] as [string, 'path']),
  ];
  for (const [file, source] of candidates) {
    if (!(await isFile(file))) continue;
    const checked = await check(file, source);
    if (typeof checked !== 'string') return checked;
    tried.push(checked);
  }
  throw new Fault('broker-missing', 'No usable nats-server was found.', {
    why: tried.length === 0 ? 'None came with this installation and none is on PATH.' : tried.join(' '),
    remedy: `Install nats-server ${MINIMUM.join('.')} or newer on PATH, or name one in COTAL_NATS_SERVER.`,
  });
}

/** A usable binary, or the sentence that says why it is not. */
async function check(file: string, source: BrokerBinary['source']): Promise<BrokerBinary | string> {
  let text: string;
  try {
    text = (await run(file, ['--version'], { timeout: 5000, env: {} })).stdout;
  } catch (error) {
    return `${file} ${explainExec(error)}`;
  }
  const version = /^nats-server:? v?((\d+)\.(\d+)\.\d+\S*)/.exec(text);
  if (version === null) return `${file} is not a nats-server (it answers "${text.trim().slice(0, 60)}").`;
  const [, plain = '', major = '0', minor = '0'] = version;
  const old = Number(major) < MINIMUM[0] || (Number(major) === MINIMUM[0] && Number(minor) < MINIMUM[1]);
  if (old) return `${file} is version ${plain}; ${MINIMUM.join('.')} or newer is needed.`;
  return { path: file, version: plain, source };
}

function explainExec(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'does not exist.';
    case 'EACCES':
      return 'is not executable.';
    case 'ENOEXEC':
      return 'was built for another kind of machine.';
    default:
      return `cannot be run (${messageOf(error).slice(0, 200)}).`;
  }
}

async function isFile(file: string): Promise<boolean> {
  return fs.stat(file).then(
    (s) => s.isFile(),
    () => false,
  );
}
