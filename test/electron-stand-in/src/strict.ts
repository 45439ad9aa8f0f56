import { EventEmitter } from 'node:events';

/** Looked up on any object by the language or by tools that print or compare it. */
const askedOfAnyObject = new Set(['then', 'toJSON', 'constructor', 'inspect', 'nodeType', 'asymmetricMatch']);

/**
 * A prototype to put behind an object: what the object has not got ends here, and is an error instead of
 * `undefined`. The stand-in has only part of Electron, and a call that silently does nothing would pass a test.
 */
function endOfTheLine(base: object, nameOf: (receiver: unknown) => string): object {
  const refuse = (key: string, receiver: unknown): never => {
    throw new TypeError(`The Electron stand-in has no ${nameOf(receiver)}.${key}`);
  };
  return new Proxy(base, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || askedOfAnyObject.has(key))
        return Reflect.get(target, key, receiver);
      return refuse(key, receiver);
    },
    set(target, key, value, receiver) {
      if (typeof key === 'symbol' || key in target) return Reflect.set(target, key, value, receiver);
      return refuse(key, receiver);
    },
  });
}

/** Makes an object throw when asked for a member it has not got. */
export function strict<T extends object>(name: string, object: T): T {
  const base: unknown = Object.getPrototypeOf(object);
  return Object.setPrototypeOf(
    object,
    endOfTheLine(base as object, () => name),
  );
}

/** An event emitter that throws when it, or its class, is asked for a member it has not got. */
export class StrictEmitter extends EventEmitter {}

Object.setPrototypeOf(
  StrictEmitter.prototype,
  endOfTheLine(EventEmitter.prototype, (receiver) => (receiver as object).constructor.name),
);
Object.setPrototypeOf(
  StrictEmitter,
  endOfTheLine(EventEmitter, (receiver) => (receiver as { name: string }).name),
);

/** Makes every method of a class, but those named, throw as Electron does once the object is destroyed. */
export function refuseOnceDestroyed<T extends { isDestroyed(): boolean }>(
  target: { readonly prototype: T },
  except: readonly string[],
): void {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(target.prototype));
  for (const [name, { value }] of methods) {
    if (typeof value !== 'function' || [...except, 'constructor', 'isDestroyed'].includes(name)) continue;
    const guarded = function (this: T, ...args: unknown[]): unknown {
      if (this.isDestroyed()) throw new TypeError('Object has been destroyed');
      return Reflect.apply(value, this, args);
    };
    Object.defineProperty(target.prototype, name, { value: guarded });
  }
}
