import { fromWire, toWire, type Wire } from './clone.ts';
import { StrictEmitter } from './strict.ts';

/** Where a port's messages go: to its other end, here or in a page. */
interface OtherEnd {
  deliver(value: Wire): void;
  close(): void;
}

let reach: (port: MessagePortMain) => PortInside;

interface PortInside extends OtherEnd {
  /** Gives the port another other end. */
  connect(other: OtherEnd): void;
  /** Takes the port out of use here, as it moves elsewhere; what waited in it moves along. */
  moveOut(): { readonly other: OtherEnd | undefined; readonly waiting: readonly Wire[] };
}

/** Electron's `MessagePortMain`. */
export class MessagePortMain extends StrictEmitter {
  #other: OtherEnd | undefined;
  /** What has come before `start`; nothing afterwards. */
  #waiting: Wire[] | undefined = [];
  #closed = false;

  static {
    reach = (port) => ({
      deliver: (value) => port.#deliver(value),
      close: () => port.#end(),
      connect(other) {
        port.#other = other;
      },
      moveOut() {
        const { other, waiting } = { other: port.#other, waiting: port.#waiting ?? [] };
        port.#other = undefined;
        port.#closed = true;
        return { other, waiting };
      },
    });
  }

  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const value of waiting) this.#emitMessage(value);
  }

  postMessage(message: unknown, transfer: readonly MessagePortMain[] = []): void {
    if (transfer.length > 0) throw new Error('The Electron stand-in cannot send a port through a port');
    this.#other?.deliver(toWire(message));
  }

  close(): void {
    const other = this.#other;
    this.#end();
    other?.close();
  }

  #deliver(value: Wire): void {
    if (this.#closed) return;
    if (this.#waiting) this.#waiting.push(value);
    else this.#emitMessage(value);
  }

  /** Never while somebody is still posting. */
  #emitMessage(value: Wire): void {
    setImmediate(() => this.emit('message', { data: fromWire(value), ports: [] }));
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#other = undefined;
    // After what was posted before.
    setImmediate(() => this.emit('close'));
  }
}

/** Electron's `MessageChannelMain`. */
export class MessageChannelMain {
  readonly port1 = new MessagePortMain();
  readonly port2 = new MessagePortMain();

  constructor() {
    reach(this.port1).connect(reach(this.port2));
    reach(this.port2).connect(reach(this.port1));
  }
}

/** How ports speak with a page. */
export interface PagePorts {
  sendMessage(port: number, value: Wire): void;
  sendClose(port: number): void;
}

/** The channels between the main process and one document. */
export class PortTable {
  readonly #page: PagePorts;
  /** This process's end of each channel, by its number. */
  readonly #ends = new Map<number, OtherEnd>();
  #lastNumber = 0;

  constructor(page: PagePorts) {
    this.#page = page;
  }

  /** A port that came from the page, as the app gets it. */
  receivePort(number: number): MessagePortMain {
    const port = new MessagePortMain();
    reach(port).connect(this.#inPage(number));
    this.#ends.set(number, reach(port));
    return port;
  }

  /** Moves a port into the page: from now on its channel ends there. @returns the number to tell the page */
  sendPort(port: MessagePortMain): { readonly number: number; flush(): void } {
    const { other, waiting } = reach(port).moveOut();
    if (!other) throw new Error('Port at index 0 is already neutered');
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const inPage = this.#inPage(number);
    reconnect(other, inPage);
    this.#ends.set(number, other);
    return { number, flush: () => waiting.forEach((value) => inPage.deliver(value)) };
  }

  message(number: number, value: Wire): void {
    this.#ends.get(number)?.deliver(value);
  }

  closed(number: number): void {
    const end = this.#ends.get(number);
    this.#ends.delete(number);
    end?.close();
  }

  /** The document is gone, and with it the other end of every channel. */
  allClosed(): void {
    for (const number of [...this.#ends.keys()]) this.closed(number);
  }

  #inPage(number: number): OtherEnd {
    return {
      deliver: (value) => this.#page.sendMessage(number, value),
      close: () => {
        this.#ends.delete(number);
        this.#page.sendClose(number);
      },
    };
  }
}

/** Only a port that lives here can get another other end. */
function reconnect(end: OtherEnd, other: OtherEnd): void {
  if (!('connect' in end)) throw new Error('The Electron stand-in cannot send a port back to a page');
  (end as PortInside).connect(other);
}
