/**
 * The structured clone algorithm as JSON, for values that travel between the main process and a page. What JSON cannot
 * say becomes an object with the key `$`. Runs on both sides.
 */
export type Wire = null | boolean | number | string | Wire[] | { [key: string]: Wire };

/** The JSON of a value; throws for what structured clone refuses, and for what it allows but this does not. */
export function toWire(value: unknown, inside: readonly object[] = []): Wire {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Object.is(value, -0)) return tagged('number', '-0');
      return Number.isFinite(value) ? value : tagged('number', String(value));
    case 'undefined':
      return tagged('undefined', null);
    case 'bigint':
      return tagged('bigint', String(value));
    case 'object':
      return value === null ? null : objectToWire(value, inside);
    default:
      throw uncloneable();
  }
}

function objectToWire(value: object, inside: readonly object[]): Wire {
  if (inside.includes(value)) throw new Error('The Electron stand-in cannot send a value that holds itself');
  const within = [...inside, value];
  const each = (item: unknown): Wire => toWire(item, within);
  if (Array.isArray(value)) return value.map(each);
  if (value instanceof Date) return tagged('date', value.getTime());
  if (value instanceof RegExp) return tagged('regexp', [value.source, value.flags]);
  if (value instanceof Map)
    return tagged(
      'map',
      [...value].map((pair) => pair.map(each)),
    );
  if (value instanceof Set) return tagged('set', [...value].map(each));
  if (value instanceof Error) return tagged('error', [value.name, value.message, value.stack ?? '']);
  if (value instanceof ArrayBuffer) return tagged('buffer', toBase64(new Uint8Array(value)));
  if (ArrayBuffer.isView(value)) return viewToWire(value);
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) throw uncloneable();
  if (typeof Blob !== 'undefined' && value instanceof Blob)
    throw new Error('The Electron stand-in cannot send a Blob');
  const plain = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, each(item)]));
  return '$' in plain ? tagged('object', plain) : plain;
}

function viewToWire(view: ArrayBufferView): Wire {
  const name = view.constructor.name === 'Buffer' ? 'Uint8Array' : view.constructor.name;
  return tagged('view', [name, toBase64(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))]);
}

/** The value that `toWire` made JSON of. */
export function fromWire(wire: Wire): unknown {
  if (wire === null || typeof wire !== 'object') return wire;
  if (Array.isArray(wire)) return wire.map(fromWire);
  return typeof wire['$'] === 'string' ? fromTagged(wire['$'], wire['value'] ?? null) : plainFromWire(wire);
}

function fromTagged(tag: string, value: Wire): unknown {
  const text = typeof value === 'object' ? '' : String(value);
  const items = Array.isArray(value) ? value : [];
  const [first = '', second = '', third = ''] = items.map(String);
  switch (tag) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(text);
    case 'bigint':
      return BigInt(text);
    case 'date':
      return new Date(Number(value));
    case 'regexp':
      return new RegExp(first, second);
    case 'map':
      return new Map(items.map((pair) => fromWire(pair) as [unknown, unknown]));
    case 'set':
      return new Set(items.map(fromWire));
    case 'error':
      return Object.assign(new Error(second), { name: first, stack: third });
    case 'buffer':
      return fromBase64(text).buffer;
    case 'view':
      return viewFromWire(first, fromBase64(second));
    case 'object':
      return plainFromWire(value as { [key: string]: Wire });
    default:
      throw new Error(`Unknown tag ${tag}`);
  }
}

function plainFromWire(plain: { [key: string]: Wire }): unknown {
  return Object.fromEntries(Object.entries(plain).map(([key, item]) => [key, fromWire(item)]));
}

interface ViewConstructor {
  readonly BYTES_PER_ELEMENT?: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): ArrayBufferView;
}

function viewFromWire(name: string, bytes: Uint8Array): ArrayBufferView {
  const View = Reflect.get(globalThis, name) as ViewConstructor;
  return new View(bytes.buffer, 0, bytes.length / (View.BYTES_PER_ELEMENT ?? 1));
}

function tagged(tag: string, value: Wire): Wire {
  return { $: tag, value };
}

function uncloneable(): Error {
  return new Error('An object could not be cloned.');
}

const charactersAtOnce = 0x8000;

function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined') return Buffer.from(bytes).toString('base64');
  let binary = '';
  for (let at = 0; at < bytes.length; at += charactersAtOnce)
    binary += String.fromCharCode(...bytes.subarray(at, at + charactersAtOnce));
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return new Uint8Array(Buffer.from(text, 'base64'));
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
