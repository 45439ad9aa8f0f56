import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { isAlive } from './profile.ts';
import { beforeTheEnd } from './quit.ts';
import { getStart } from './start.ts';

/** What a second instance tells the first. */
export interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/** Electron's call is synchronous, so another process does the talking while we wait for it. */
const messenger = `
  const [address, message] = process.argv.slice(1);
  const deadline = Date.now() + 2000;
  const attempt = () => {
    const socket = require('node:net').connect('\\0' + address);
    socket.on('connect', () => socket.end(message));
    socket.on('close', (failed) => { if (!failed) process.exit(0); });
    socket.on('error', () => Date.now() < deadline ? setTimeout(attempt, 20) : process.exit(1));
  };
  attempt();
`;

/**
 * Takes the one place that there is for each folder of user data, or hands `second` to the process that has it.
 * @returns how to give the place up again; nothing where another has it
 */
export function takePlace(
  userData: string,
  second: SecondInstance,
  onSecond: (second: SecondInstance) => void,
): (() => void) | undefined {
  mkdirSync(userData, { recursive: true });
  const file = path.join(userData, 'StandInLock');
  const address = addressOf(userData);
  while (!claim(file)) {
    if (isHeld(file) && deliver(address, second)) return undefined;
    unlinkSync(file);
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => {
      socket.end();
      onSecond(JSON.parse(Buffer.concat(chunks).toString()) as SecondInstance);
    });
    socket.on('error', () => undefined);
  });
  server.listen(`\0${address}`).unref();
  let given = false;
  const giveUp = (): void => {
    if (given) return;
    given = true;
    server.close();
    unlinkSync(file);
  };
  beforeTheEnd(giveUp);
  return giveUp;
}

/** The name of an abstract socket: it has no file, and so no length limit and nothing to leave behind. */
function addressOf(userData: string): string {
  return `electron-stand-in-${createHash('sha256').update(path.resolve(userData)).digest('hex')}`;
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function isHeld(file: string): boolean {
  return isAlive(Number(readFileSync(file, 'utf8')));
}

function deliver(address: string, second: SecondInstance): boolean {
  const args = ['-e', messenger, address, JSON.stringify(second)];
  return spawnSync(getStart().node, args, { stdio: 'inherit' }).status === 0;
}
