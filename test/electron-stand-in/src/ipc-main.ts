import { StrictEmitter } from './strict.ts';

type Handler = (event: object, ...args: unknown[]) => unknown;

/** Runs the handler of a channel; what it throws is what the page hears of. */
export let invokeHandler: (channel: string, event: object, args: readonly unknown[]) => Promise<unknown>;

/** Electron's `ipcMain`. */
class IpcMain extends StrictEmitter {
  readonly #handlers = new Map<string, Handler>();

  static {
    invokeHandler = async (channel, event, args) => {
      const handler = ipcMain.#handlers.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      return await handler(event, ...args);
    };
  }

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }
}

export const ipcMain = new IpcMain();
