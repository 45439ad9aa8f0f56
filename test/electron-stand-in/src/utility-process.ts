import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { lifecycle } from './lifecycle.ts';
import { beforeTheEnd } from './quit.ts';
import { getStart } from './start.ts';
import { strict, StrictEmitter } from './strict.ts';

type ForkOptions = Electron.ForkOptions;

/** Electron's `UtilityProcess`: a Node process that ends with this one. */
class UtilityProcess extends StrictEmitter {
  readonly #child: ChildProcess;
  pid: number | undefined;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;

  constructor(module: string, args: readonly string[], options: ForkOptions) {
    super();
    const boot = path.join(getStart().folder, 'utility-boot.cjs');
    const { execArgv = [], env = process.env, cwd } = options;
    const child = spawn(getStart().node, [...execArgv, '--require', boot, module, ...args], {
      env: env as NodeJS.ProcessEnv,
      ...(cwd === undefined ? {} : { cwd }),
      serialization: 'advanced',
      stdio: [...outputOf(options), 'ipc'],
    });
    this.#child = child;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    const kill = (): void => void child.kill('SIGKILL');
    beforeTheEnd(kill);
    child.once('spawn', () => {
      this.pid = child.pid;
      this.emit('spawn');
    });
    child.on('message', (message) => this.emit('message', message));
    child.once('exit', (code) => {
      this.pid = undefined;
      this.emit('exit', code ?? 1);
    });
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) throw new Error('The Electron stand-in cannot send a port to a utility process');
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

function outputOf({ stdio = 'inherit' }: ForkOptions): ('ignore' | 'inherit' | 'pipe')[] {
  if (typeof stdio === 'string') return ['ignore', stdio as 'pipe', stdio as 'pipe'];
  return stdio as 'pipe'[];
}

/** Electron's `utilityProcess`. */
export const utilityProcess = strict('utilityProcess', {
  fork(module: string, args: string[] = [], options: ForkOptions = {}): UtilityProcess {
    if (!lifecycle.ready) throw new Error('utilityProcess cannot be created before app is ready.');
    return new UtilityProcess(module, args, options);
  },
});

export type { UtilityProcess };
