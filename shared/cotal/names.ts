import type { ChannelName, ChannelPattern, InstanceId, RoleName, SpaceName } from '../base/ids.ts';
import { refusal, type Refusal } from '../base/refusal.ts';
import { err, ok, type Result } from '../base/result.ts';

/**
 * Names that carry policy (spaces, channels, roles, persona files) are refused when sanitizing would change them,
 * so that an ACL on `foo/bar` cannot silently become one on `foo_bar`. Display names are not policy.
 */

const SEGMENT = /^[A-Za-z0-9_-]+$/;
const MAX_CHANNEL = 200;
const MAX_TOKEN = 64;
const MAX_DISPLAY = 64;

export function parseSpaceName(raw: string): Result<SpaceName, Refusal> {
  return isToken(raw) ? ok(raw as SpaceName) : err(badToken('space', raw));
}

export function parseRoleName(raw: string): Result<RoleName, Refusal> {
  return isToken(raw) ? ok(raw as RoleName) : err(badToken('role', raw));
}

/** A persona or agent name as used for files and on the command line. */
export function parseAgentName(raw: string): Result<string, Refusal> {
  return isToken(raw) ? ok(raw) : err(badToken('agent', raw));
}

/** A concrete channel: dotted segments, no wildcard (§3). */
export function parseChannelName(raw: string): Result<ChannelName, Refusal> {
  const segments = raw.split('.');
  if (raw.length <= MAX_CHANNEL && segments.every((s) => SEGMENT.test(s))) return ok(raw as ChannelName);
  if (segments.some((s) => s === '*' || s === '>')) {
    return err(
      refusal(
        'wildcard-channel',
        'Cotal §3',
        `"${raw.slice(0, 80)}" is a pattern; name one channel, for example "team.backend".`,
      ),
    );
  }
  return err(badChannel(raw));
}

/** A channel or a pattern: `*` as a whole segment, `>` as the last one (§3). */
export function parseChannelPattern(raw: string): Result<ChannelPattern, Refusal> {
  const segments = raw.split('.');
  const last = segments.length - 1;
  const good = segments.every((s, i) => SEGMENT.test(s) || s === '*' || (s === '>' && i === last));
  return good && raw.length <= MAX_CHANNEL ? ok(raw as ChannelPattern) : err(badChannel(raw));
}

/** A name as shown to people: may contain spaces, never a path separator, a control character or edge white space. */
export function parseDisplayName(raw: string): Result<string, Refusal> {
  const good =
    raw !== '' &&
    raw.length <= MAX_DISPLAY &&
    raw.trim() === raw &&
    !/[/\\\p{Cc}\u200B-\u200F\u2028-\u202E\u2066-\u2069]/u.test(raw);
  return good
    ? ok(raw)
    : err(
        refusal(
          'bad-name',
          'Cotal §6',
          `"${raw.slice(0, 80)}" cannot be a name: use 1 to ${MAX_DISPLAY} visible characters without slashes.`,
        ),
      );
}

/** An instance id as it may stand in a subject. Authenticated ids are nkeys; open mode has other opaque tokens (§2). */
export function parseInstanceId(raw: string): Result<InstanceId, Refusal> {
  return SEGMENT.test(raw) && raw.length <= 128
    ? ok(raw as InstanceId)
    : err(refusal('bad-id', 'Cotal §2', `"${raw.slice(0, 80)}" is not an instance id.`));
}

/** Is this the public half of a user nkey, as authenticated ids are (§2)? */
export function isUserNkey(raw: string): boolean {
  return /^U[A-Z2-7]{55}$/.test(raw);
}

function isToken(raw: string): boolean {
  return SEGMENT.test(raw) && raw.length <= MAX_TOKEN;
}

function badToken(what: string, raw: string): Refusal {
  const sentence = `"${raw.slice(0, 80)}" cannot be ${what === 'agent' ? 'an' : 'a'} ${what} name: use letters, digits, "-" and "_", at most ${MAX_TOKEN} characters.`;
  return refusal(`bad-${what}`, 'Cotal §3', sentence);
}

function badChannel(raw: string): Refusal {
  const sentence = `"${raw.slice(0, 80)}" cannot be a channel: use segments of letters, digits, "-" and "_" joined by dots.`;
  return refusal('bad-channel', 'Cotal §3', sentence);
}
