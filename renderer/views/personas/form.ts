/**
 * A persona's file as a form. Only the keys that were changed are written; every other line, comment, blank line and
 * line ending of the text stays byte for byte. What a key means is decided by `parseAgentFile`, not here.
 */

/** Single values, in the order in which new ones are written. */
export const SCALAR_KEYS = ['name', 'role', 'description', 'agent', 'model', 'owner'] as const;
/** Lists, in the order in which new ones are written. */
export const LIST_KEYS = ['subscribe', 'allowSubscribe', 'allowPublish', 'capabilities'] as const;

export type ScalarKey = (typeof SCALAR_KEYS)[number];
export type ListKey = (typeof LIST_KEYS)[number];

/** Empty: the key is not there. A list that is `null` is not there either; an empty one says "none". */
export type PersonaForm = { readonly [K in ScalarKey]: string } & {
  readonly [K in ListKey]: readonly string[] | null;
} & {
  /** All after the closing line, with plain line breaks. */
  readonly prompt: string;
};

const ORDER: readonly string[] = [...SCALAR_KEYS, ...LIST_KEYS];
const FIELD = /^([A-Za-z_][\w.-]*):(?:\s+(.*))?$/;

/** One line and how it ended. */
interface Line {
  readonly text: string;
  readonly end: string;
}

interface Parts {
  readonly head: readonly Line[];
  readonly opening: Line;
  readonly closing: Line;
  readonly body: string;
}

/** What the form shows of a text; `undefined` when the text has no frontmatter to show. */
export function readForm(text: string): PersonaForm | undefined {
  const parts = split(text);
  if (parts === undefined) return undefined;
  const raw = (key: string): string | undefined => {
    const line = parts.head.find((each) => keyOf(each) === key);
    return line === undefined ? undefined : valueOf(line);
  };
  const scalar = (key: ScalarKey): string => unquote(raw(key) ?? '');
  const list = (key: ListKey): readonly string[] | null => {
    const value = raw(key);
    return value === undefined ? null : readList(value);
  };
  return {
    name: scalar('name'),
    role: scalar('role'),
    description: scalar('description'),
    agent: scalar('agent'),
    model: scalar('model'),
    owner: scalar('owner'),
    subscribe: list('subscribe'),
    allowSubscribe: list('allowSubscribe'),
    allowPublish: list('allowPublish'),
    capabilities: list('capabilities'),
    prompt: parts.body.replaceAll('\r\n', '\n'),
  };
}

/** The text with these fields changed. A text without frontmatter stays as it is. */
export function writeForm(text: string, change: Partial<PersonaForm>): string {
  const before = readForm(text);
  if (before === undefined) return text;
  let next = text;
  for (const key of SCALAR_KEYS) {
    const value = change[key] === undefined ? undefined : oneLine(change[key]);
    if (value !== undefined && value !== before[key]) {
      next = withKey(next, key, value === '' ? null : writeScalar(value));
    }
  }
  for (const key of LIST_KEYS) {
    const value = change[key];
    if (value !== undefined && !isSameList(value, before[key])) {
      next = withKey(next, key, value === null ? null : `[${value.map(oneLine).map(writeItem).join(', ')}]`);
    }
  }
  const { prompt } = change;
  return prompt === undefined || prompt === before.prompt ? next : withPrompt(next, prompt);
}

/** Names in a line of text: parted by commas or spaces, a leading `#` is taken off. */
export function listFromWords(words: string): string[] {
  return words
    .split(/[\s,]+/)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => word !== '');
}

/** A new persona's text: the least that can be spawned. */
export function blankPersona(name: string): string {
  return [
    '---',
    `name: ${writeScalar(name)}`,
    'subscribe: [general]',
    'allowPublish: [general]',
    '---',
    'You are a peer on a shared mesh of agents.',
    '',
  ].join('\n');
}

function split(text: string): Parts | undefined {
  const lines = linesOf(text);
  const [opening] = lines;
  if (opening?.text.replace(/^\uFEFF/, '').trim() !== '---') return undefined;
  const end = lines.findIndex((line, place) => place > 0 && line.text.trim() === '---');
  const closing = lines[end];
  if (closing === undefined) return undefined;
  return {
    opening,
    head: lines.slice(1, end),
    closing,
    body: joined(lines.slice(end + 1)),
  };
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/([^\n]*?)(\r?\n|$)/g)]
    .map(([, line = '', end = '']) => ({ text: line, end }))
    .filter((line, place, all) => place < all.length - 1 || line.text !== '' || line.end !== '');
}

function joined(lines: readonly Line[]): string {
  return lines.map(({ text, end }) => text + end).join('');
}

function together({ opening, head, closing, body }: Parts): string {
  return joined([opening, ...head, closing]) + body;
}

/** The text with one key set to what is written after its colon, or without the key. */
function withKey(text: string, key: string, written: string | null): string {
  const parts = split(text);
  if (parts === undefined) return text;
  const { head, opening } = parts;
  const place = head.findIndex((line) => keyOf(line) === key);
  const old = head[place];
  if (written === null) return together({ ...parts, head: head.filter((line) => line !== old) });
  if (old !== undefined) {
    const [start] = /^[^:]*:\s*/.exec(old.text) ?? [`${key}: `];
    const gap = start.endsWith(':') ? ' ' : '';
    return together({ ...parts, head: head.with(place, { text: start + gap + written, end: old.end }) });
  }
  const after = placeFor(key, head);
  const end = (head[after - 1] ?? opening).end;
  return together({ ...parts, head: head.toSpliced(after, 0, { text: `${key}: ${written}`, end }) });
}

/** Behind the last key that comes before this one in a persona; else at the top. */
function placeFor(key: string, head: readonly Line[]): number {
  const earlier = new Set(ORDER.slice(0, ORDER.indexOf(key)));
  return head.findLastIndex((line) => earlier.has(keyOf(line) ?? '')) + 1;
}

function withPrompt(text: string, prompt: string): string {
  const parts = split(text);
  if (parts === undefined) return text;
  const end = parts.opening.end;
  const body = end === '\r\n' ? prompt.replaceAll(/(?<!\r)\n/g, '\r\n') : prompt;
  const closing = { text: parts.closing.text, end: parts.closing.end === '' ? end : parts.closing.end };
  return together({ ...parts, closing, body });
}

function keyOf({ text }: Line): string | undefined {
  if (text.trimStart().startsWith('#')) return undefined;
  return FIELD.exec(text.trimEnd())?.[1];
}

function valueOf({ text }: Line): string {
  return (FIELD.exec(text.trimEnd())?.[2] ?? '').trim();
}

function readList(raw: string): string[] {
  if (raw.startsWith('[') && raw.endsWith(']')) {
    return raw
      .slice(1, -1)
      .split(',')
      .map((item) => unquote(item.trim()))
      .filter((item) => item !== '');
  }
  const single = unquote(raw);
  return single === '' ? [] : [single];
}

function unquote(raw: string): string {
  const quoted = /^"(.*)"$|^'(.*)'$/s.exec(raw);
  return quoted === null ? raw : (quoted[1] ?? quoted[2] ?? '');
}

function writeScalar(value: string): string {
  const isRisky = /[,:#"'\\]|^[[{\s]|\s$/.test(value);
  if (!isRisky) return value;
  if (!/["\\]/.test(value)) return `"${value}"`;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

function writeItem(item: string): string {
  return /^["'].*["']$|^\s|\s$/.test(item) ? writeScalar(item) : item;
}

/** What stands in one line of the file: no character that ends one. */
function oneLine(value: string): string {
  return value.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
}

function isSameList(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((item, place) => item === b[place]);
}
