/** A value on its way from one world of a page to the other. Functions and promises stay where they are, under a number. */
export type Carried =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly name: string; readonly message: string }
  | { readonly kind: 'array'; readonly items: readonly Carried[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Carried])[] }
  | { readonly kind: 'promise'; readonly id: number }
  | { readonly kind: 'function'; readonly id: number };

type Packet =
  | { readonly kind: 'call'; readonly call: number; readonly of: number; readonly args: readonly Carried[] }
  | { readonly kind: 'return'; readonly call: number; readonly value: Carried }
  | { readonly kind: 'throw'; readonly call: number; readonly error: Carried }
  | { readonly kind: 'resolve'; readonly id: number; readonly value: Carried }
  | { readonly kind: 'reject'; readonly id: number; readonly value: Carried }
  | { readonly kind: 'expose'; readonly name: string; readonly value: Carried };

type AnyFunction = (...args: unknown[]) => unknown;

const deepest = 1000;

/**
 * One end of the contextBridge; each world has one. They talk by DOM events: these are synchronous, so a call can return,
 * and Chromium clones an event's `detail` between worlds, so that no object is ever shared.
 */
export class BridgeEnd {
  readonly #sendName: string;
  readonly #onExpose: (name: string, value: unknown) => void;
  readonly #functions = new Map<number, AnyFunction>();
  readonly #ids = new WeakMap<AnyFunction, number>();
  readonly #returned = new Map<number, Packet>();
  readonly #promised = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  #lastId = 0;
  // Taken before any script of the page runs, which could replace them.
  readonly #Event = CustomEvent;
  readonly #clone = structuredClone.bind(window);
  readonly #dispatch = window.dispatchEvent.bind(window);

  constructor(
    sendName: string,
    receiveName: string,
    onExpose: (name: string, value: unknown) => void = () => undefined,
  ) {
    this.#sendName = sendName;
    this.#onExpose = onExpose;
    const receive = (event: Event): void => {
      event.stopImmediatePropagation();
      this.#receive((event as CustomEvent<Packet>).detail);
    };
    window.addEventListener(receiveName, receive, true);
  }

  /** Gives the other world a global. */
  expose(name: string, value: unknown): void {
    this.#send({ kind: 'expose', name, value: this.#carry(value) });
  }

  #send(packet: Packet): void {
    this.#dispatch(new this.#Event(this.#sendName, { detail: packet }));
  }

  #receive(packet: Packet): void {
    switch (packet.kind) {
      case 'call':
        this.#answer(packet.call, packet.of, packet.args);
        return;
      case 'return':
      case 'throw':
        this.#returned.set(packet.call, packet);
        return;
      case 'resolve':
        this.#settle(packet.id)?.resolve(this.#unpack(packet.value));
        return;
      case 'reject':
        this.#settle(packet.id)?.reject(this.#unpack(packet.value));
        return;
      case 'expose':
        this.#onExpose(packet.name, this.#unpack(packet.value, true));
    }
  }

  #settle(id: number): { resolve(value: unknown): void; reject(error: unknown): void } | undefined {
    const waiting = this.#promised.get(id);
    this.#promised.delete(id);
    return waiting;
  }

  #answer(call: number, of: number, args: readonly Carried[]): void {
    try {
      const value = this.#functions.get(of)?.(...args.map((arg) => this.#unpack(arg)));
      this.#send({ kind: 'return', call, value: this.#carry(value) });
    } catch (error) {
      this.#send({ kind: 'throw', call, error: carryError(error) });
    }
  }

  #call(of: number, args: readonly unknown[]): unknown {
    const call = this.#nextId();
    this.#send({ kind: 'call', call, of, args: args.map((arg) => this.#carry(arg)) });
    const answer = this.#returned.get(call);
    this.#returned.delete(call);
    if (answer?.kind === 'throw') throw this.#unpack(answer.error);
    if (answer?.kind === 'return') return this.#unpack(answer.value);
    throw new Error('The other world did not answer');
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #carry(value: unknown, depth = 0): Carried {
    if (depth > deepest) throw new Error('Electron contextBridge recursion depth exceeded.');
    if (typeof value === 'function') return { kind: 'function', id: this.#idOf(value as AnyFunction) };
    if (value instanceof Promise) return this.#carryPromise(value);
    if (value instanceof Error) return carryError(value);
    if (Array.isArray(value))
      return { kind: 'array', items: value.map((item) => this.#carry(item, depth + 1)) };
    if (isPlainObject(value)) {
      const entries = Object.entries(value).map(
        ([key, item]) => [key, this.#carry(item, depth + 1)] as const,
      );
      return { kind: 'object', entries };
    }
    return { kind: 'value', value: this.#clone(value) };
  }

  #carryPromise(promise: Promise<unknown>): Carried {
    const id = this.#nextId();
    promise
      .then((value) => this.#send({ kind: 'resolve', id, value: this.#carry(value) }))
      .catch((error: unknown) => this.#send({ kind: 'reject', id, value: carryError(error) }));
    return { kind: 'promise', id };
  }

  #idOf(one: AnyFunction): number {
    const known = this.#ids.get(one);
    if (known !== undefined) return known;
    const id = this.#nextId();
    this.#ids.set(one, id);
    this.#functions.set(id, one);
    return id;
  }

  /** @param freeze for what is exposed: the page may not change it */
  #unpack(carried: Carried, freeze = false): unknown {
    switch (carried.kind) {
      case 'value':
        return carried.value;
      case 'error':
        return Object.assign(new Error(carried.message), { name: carried.name });
      case 'promise':
        return new Promise((resolve, reject) => this.#promised.set(carried.id, { resolve, reject }));
      case 'function':
        return (...args: unknown[]) => this.#call(carried.id, args);
      case 'array': {
        const items = carried.items.map((item) => this.#unpack(item, freeze));
        return freeze ? Object.freeze(items) : items;
      }
      case 'object': {
        const entries = carried.entries.map(([key, item]) => [key, this.#unpack(item, freeze)] as const);
        const object: unknown = Object.fromEntries(entries);
        return freeze ? Object.freeze(object) : object;
      }
    }
  }
}

/** Electron carries an error's name and message, nothing else. */
function carryError(error: unknown): Carried {
  if (error instanceof Error) return { kind: 'error', name: error.name, message: error.message };
  return { kind: 'error', name: 'Error', message: String(error) };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
