import { EventEmitter } from 'node:events';

/** Loaded before the module of a utility process: gives it what Electron gives it. */
class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message);
  }

  /** Messages come without it, too. */
  start(): void {}

  pause(): void {}
}

const parentPort = new ParentPort();
Object.assign(process, { type: 'utility', parentPort });
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
// The process that started this one is gone.
process.on('disconnect', () => process.exit(0));
