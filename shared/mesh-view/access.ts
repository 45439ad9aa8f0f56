import type { ChannelPattern } from '../base/ids.ts';
import { covers } from '../cotal/channels.ts';

/** What a credential lets an instance do on the mesh (Cotal §9). */
export interface Access {
  /** What it listens to from its start. */
  readonly subscribe: readonly string[];
  readonly allowSubscribe: readonly string[];
  readonly allowPublish: readonly string[];
  readonly role: string | null;
  readonly capabilities: readonly string[];
}

/** One line of what an instance may do, in words. */
export interface AccessLine {
  readonly label: 'Read' | 'Post' | 'Direct' | 'Role' | 'Spawn';
  readonly text: string;
}

/** What an instance may do on the mesh, as a person reads it. Nothing that is not named here is allowed to it. */
export function explainScope(access: Access): readonly AccessLine[] {
  return [
    { label: 'Read', text: explainReading(access) },
    { label: 'Post', text: explainPosting(access) },
    { label: 'Direct', text: 'anyone; only it and you read its own' },
    {
      label: 'Role',
      text: access.role === null ? 'none; nobody asks it by role' : `takes work sent to any ${access.role}`,
    },
    {
      label: 'Spawn',
      text: access.capabilities.includes('spawn') ? 'may start agents, and stop those it started' : 'nothing',
    },
  ];
}

/** A channel or a pattern in words: `#general`, `every channel under #team`. */
export function explainPattern(pattern: string): string {
  if (!/[*>]/.test(pattern)) return `#${pattern}`;
  if (pattern === '>') return 'every channel';
  const under = /^([^*>]+)\.([*>])$/.exec(pattern);
  if (under === null) return `every channel that fits ${pattern}`;
  return `every channel ${under[2] === '>' ? 'under' : 'directly under'} #${under[1]}`;
}

function explainReading({ subscribe, allowSubscribe }: Access): string {
  if (allowSubscribe.length === 0) return 'no channel';
  const readable = joinWords(allowSubscribe.map(explainPattern));
  if (subscribe.length === 0) return `${readable}, and none from the start`;
  const isAll = allowSubscribe.every((pattern) => isCovered(subscribe, pattern));
  return isAll ? readable : `${readable}; from the start ${joinWords(subscribe.map(explainPattern))}`;
}

function explainPosting({ allowSubscribe, allowPublish }: Access): string {
  if (allowPublish.length === 0) return 'nowhere; it answers directly';
  const silent = allowSubscribe.filter((pattern) => !isCovered(allowPublish, pattern));
  const posts = joinWords(allowPublish.map(explainPattern));
  // With part of a pattern postable, "not the rest" is what holds.
  const isPart = (pattern: string): boolean => allowPublish.some((post) => isCovered([pattern], post));
  const words = silent.map((pattern) =>
    isPart(pattern) ? `the rest of what it reads${restOf(pattern)}` : explainPattern(pattern),
  );
  return words.length === 0 ? posts : `${posts}, not ${joinWords(words, 'or')}`;
}

function restOf(pattern: string): string {
  const words = explainPattern(pattern);
  return words.replace(/^every channel/, '');
}

function isCovered(by: readonly string[], pattern: string): boolean {
  return covers(by as readonly ChannelPattern[], pattern as ChannelPattern);
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${joint} ${last}`;
}
