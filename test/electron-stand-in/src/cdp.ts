import type { Readable, Writable } from 'node:stream';
// playwright-core has these types but does not export them.
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };

export type Command = keyof Protocol.CommandParameters;

/** Any event of the Chrome DevTools protocol, told apart by its method. */
export type CdpEvent = {
  [M in keyof Protocol.Events]: { readonly method: M; readonly params: Protocol.Events[M] };
}[keyof Protocol.Events];

export type CdpListener = (event: CdpEvent) => void;

interface Waiting {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

type Message = Reply | (CdpEvent & { readonly sessionId?: string });

/** The Chrome DevTools protocol over two pipes: JSON texts, each ended by a NUL. */
export class CdpConnection {
  readonly #toBrowser: Writable;
  readonly #listeners = new Map<string, CdpListener>();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #partial: Buffer[] = [];

  constructor(toBrowser: Writable, fromBrowser: Readable) {
    this.#toBrowser = toBrowser;
    // The browser may go while we write; its exit is what tells.
    toBrowser.on('error', () => undefined);
    fromBrowser.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** Sends a command to the browser, or to the target of a session. */
  send<M extends Command>(
    method: M,
    params?: Protocol.CommandParameters[M],
    sessionId?: string,
  ): Promise<Protocol.CommandReturnValues[M]> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {
        method,
        resolve: (result) => resolve(result as Protocol.CommandReturnValues[M]),
        reject,
      });
      this.#toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Sets who hears the events of a session; the browser's own have the session ''. */
  listen(sessionId: string, listener: CdpListener): void {
    this.#listeners.set(sessionId, listener);
  }

  forget(sessionId: string): void {
    this.#listeners.delete(sessionId);
  }

  /** Refuses what is still waiting, once the browser is gone. */
  close(): void {
    for (const { method, reject } of this.#waiting.values()) reject(new Error(`Chromium is gone: ${method}`));
    this.#waiting.clear();
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const text = Buffer.concat([...this.#partial, rest.subarray(0, end)]).toString();
      this.#partial = [];
      rest = rest.subarray(end + 1);
      this.#receive(JSON.parse(text) as Message);
    }
    if (rest.length > 0) this.#partial.push(rest);
  }

  #receive(message: Message): void {
    if (!('id' in message)) {
      this.#listeners.get(message.sessionId ?? '')?.(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  }
}

/** For commands that may fail only because their target is already gone. */
export function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
