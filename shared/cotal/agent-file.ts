import type { ChannelPattern, RoleName } from '../base/ids.ts';
import { refusal, type Refusal } from '../base/refusal.ts';
import { err, ok, type Result } from '../base/result.ts';
import { covers, isConcrete, type ChannelScope } from './channels.ts';
import { parseChannelPattern, parseDisplayName, parseRoleName } from './names.ts';

/** A persona: the identity in the frontmatter, and the prompt in the body. */
export interface AgentFile extends ChannelScope {
  readonly name: string;
  readonly role?: RoleName;
  readonly kind: 'agent' | 'endpoint';
  readonly description?: string;
  readonly tags: readonly string[];
  readonly quiet: readonly ChannelPattern[];
  readonly muted: readonly ChannelPattern[];
  /** The connector that runs it. */
  readonly agent?: string;
  readonly model?: string;
  readonly variant?: string;
  readonly capabilities: readonly string[];
  readonly owner?: string;
  /** Every other scalar key, as written. */
  readonly meta: Readonly<Record<string, string>>;
  readonly persona: string;
}

const LISTS = [
  'tags',
  'subscribe',
  'allowSubscribe',
  'allowPublish',
  'quiet',
  'muted',
  'capabilities',
] as const;
const SCALARS = ['name', 'role', 'kind', 'description', 'agent', 'model', 'variant', 'owner'] as const;
const RENAMED = new Map([
  ['channels', 'subscribe'],
  ['publish', 'allowPublish'],
]);
/** Set by the connector alone: a file cannot claim to be another harness. */
const RESERVED_META = /^(connector|__proto__|constructor|prototype|ai\..*)$/;
const MAX_CHARS = 256 * 1024;

type Fields = Map<string, string | string[]>;

/** Reads a persona file. `fileName` names it in the sentences a person sees. */
export function parseAgentFile(text: string, fileName: string): Result<AgentFile, Refusal> {
  const bad = (sentence: string) =>
    err(refusal('bad-persona', 'Cotal agent files', `${fileName}: ${sentence}`));
  if (text.length > MAX_CHARS) return bad('it is larger than a persona may be (256 KiB).');
  const split = splitFrontmatter(text);
  if (split === undefined)
    return bad('it has to begin with a "---" line, "key: value" lines and a closing "---".');
  const fields = parseFields(split.head);
  if (!fields.ok) return bad(fields.error);

  const scalar = (key: (typeof SCALARS)[number]) => fields.value.get(key) as string | undefined;
  const list = (key: (typeof LISTS)[number]) => fields.value.get(key) as string[] | undefined;

  const name = parseDisplayName(scalar('name') ?? '');
  if (!name.ok) return bad(scalar('name') === undefined ? 'it has no "name".' : name.error.sentence);
  const role = scalar('role') === undefined ? undefined : parseRoleName(scalar('role') ?? '');
  if (role !== undefined && !role.ok) return bad(role.error.sentence);
  const kind = scalar('kind') ?? 'agent';
  if (kind !== 'agent' && kind !== 'endpoint') return bad(`"kind" is agent or endpoint, not "${kind}".`);

  const scope = parseScope({
    subscribe: list('subscribe'),
    allowSubscribe: list('allowSubscribe'),
    allowPublish: list('allowPublish'),
  });
  if (!scope.ok) return bad(scope.error.sentence);
  const attention = parseAttention(list('quiet') ?? [], list('muted') ?? [], scope.value.allowSubscribe);
  if (!attention.ok) return bad(attention.error);

  const optional = Object.fromEntries(
    (['description', 'agent', 'model', 'variant', 'owner'] as const).flatMap((k) => {
      const value = scalar(k);
      return value === undefined ? [] : [[k, value]];
    }),
  );
  return ok({
    name: name.value,
    ...(role === undefined ? {} : { role: role.value }),
    kind,
    ...optional,
    tags: list('tags') ?? [],
    ...scope.value,
    ...attention.value,
    capabilities: list('capabilities') ?? [],
    meta: metaOf(fields.value),
    persona: split.body,
  });
}

/**
 * The three channel lists with their defaults (§9): `subscribe` is `[general]`, the read ACL equals it, the post ACL
 * is empty. What is subscribed has to be readable.
 */
export function parseScope(lists: {
  readonly subscribe?: readonly string[] | undefined;
  readonly allowSubscribe?: readonly string[] | undefined;
  readonly allowPublish?: readonly string[] | undefined;
}): Result<ChannelScope, Refusal> {
  const subscribe = patterns(lists.subscribe ?? ['general']);
  if (!subscribe.ok) return subscribe;
  const allowSubscribe = lists.allowSubscribe === undefined ? subscribe : patterns(lists.allowSubscribe);
  if (!allowSubscribe.ok) return allowSubscribe;
  const allowPublish = patterns(lists.allowPublish ?? []);
  if (!allowPublish.ok) return allowPublish;
  const outside = subscribe.value.find((c) => !covers(allowSubscribe.value, c));
  if (outside !== undefined) {
    return err(
      refusal(
        'outside-acl',
        'Cotal §9',
        `it subscribes to "${outside}", which its allowSubscribe does not cover.`,
      ),
    );
  }
  return ok({
    subscribe: subscribe.value,
    allowSubscribe: allowSubscribe.value,
    allowPublish: allowPublish.value,
  });
}

function patterns(raw: readonly string[]): Result<ChannelPattern[], Refusal> {
  const out: ChannelPattern[] = [];
  for (const item of raw) {
    const parsed = parseChannelPattern(item);
    if (!parsed.ok) return parsed;
    if (!out.includes(parsed.value)) out.push(parsed.value);
  }
  return ok(out);
}

function parseAttention(
  quiet: readonly string[],
  muted: readonly string[],
  acl: readonly ChannelPattern[],
): Result<{ quiet: ChannelPattern[]; muted: ChannelPattern[] }, string> {
  const parsedQuiet = patterns(quiet);
  const parsedMuted = patterns(muted);
  if (!parsedQuiet.ok) return err(parsedQuiet.error.sentence);
  if (!parsedMuted.ok) return err(parsedMuted.error.sentence);
  for (const channel of [...parsedQuiet.value, ...parsedMuted.value]) {
    if (!isConcrete(channel)) return err(`quiet and muted name single channels, not "${channel}".`);
    if (!covers(acl, channel)) return err(`"${channel}" is quiet or muted but cannot be read.`);
  }
  const both = parsedQuiet.value.find((c) => parsedMuted.value.includes(c));
  if (both !== undefined) return err(`"${both}" is both quiet and muted.`);
  return ok({ quiet: parsedQuiet.value, muted: parsedMuted.value });
}

function splitFrontmatter(text: string): { head: string[]; body: string } | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0]?.trim() !== '---') return undefined;
  const end = lines.findIndex((line, i) => i > 0 && line.trim() === '---');
  if (end < 0) return undefined;
  return {
    head: lines.slice(1, end),
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

function parseFields(lines: readonly string[]): Result<Fields, string> {
  const fields: Fields = new Map();
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const match = /^([A-Za-z_][\w.-]*):(?:\s+(.*))?$/.exec(line.trimEnd());
    if (match === null) return err(`line ${i + 2} is not "key: value".`);
    const [, key = '', rest = ''] = match;
    const renamed = RENAMED.get(key);
    if (renamed !== undefined) return err(`"${key}" is called "${renamed}" now.`);
    if (fields.has(key)) return err(`"${key}" is given twice.`);
    const value = parseValue(rest.trim());
    if (isOneOf(LISTS, key))
      fields.set(key, typeof value === 'string' ? (value === '' ? [] : [value]) : value);
    else if (typeof value !== 'string') return err(`"${key}" is a single value, not a list.`);
    else if (value !== '' || !isOneOf(SCALARS, key)) fields.set(key, value);
  }
  return ok(fields);
}

function parseValue(raw: string): string | string[] {
  if (!raw.startsWith('[') || !raw.endsWith(']')) return unquote(raw);
  return raw
    .slice(1, -1)
    .split(',')
    .map((item) => unquote(item.trim()))
    .filter((item) => item !== '');
}

function unquote(raw: string): string {
  const quoted = /^"(.*)"$|^'(.*)'$/s.exec(raw);
  return quoted === null ? raw : (quoted[1] ?? quoted[2] ?? '');
}

function metaOf(fields: Fields): Record<string, string> {
  const known: readonly string[] = [...LISTS, ...SCALARS];
  return Object.fromEntries(
    [...fields].filter(
      (entry): entry is [string, string] =>
        !known.includes(entry[0]) && !RESERVED_META.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
}

function isOneOf<T extends string>(keys: readonly T[], key: string): key is T {
  return (keys as readonly string[]).includes(key);
}
