import type { ChannelName, SpaceName } from '../base/ids.ts';
import { refusal, type Refusal } from '../base/refusal.ts';
import { err, ok, type Result } from '../base/result.ts';
import { parseChannelName, parseSpaceName } from './names.ts';

/** Cotal §10. Credentials are parsed out of the link and never stay inside the server URL. */
export interface JoinLink {
  readonly server: string;
  readonly tls: boolean;
  readonly space: SpaceName;
  readonly channels: readonly ChannelName[];
  readonly auth:
    | { readonly kind: 'none' }
    | { readonly kind: 'token'; readonly token: string }
    | { readonly kind: 'password'; readonly user: string; readonly password: string };
}

/** Parses `cotal://[token@|user:pass@]host[:port]/space[?channel=a,b]`; `cotals://` requires TLS. */
export function parseJoinLink(raw: string): Result<JoinLink, Refusal> {
  if (raw.length > 2048) return err(badLink('it is longer than a join link can be'));
  const scheme = /^cotals?:\/\//.exec(raw)?.[0];
  if (scheme === undefined) return err(badLink('it does not start with cotal:// or cotals://'));
  // The URL class drops control characters and takes a backslash for a slash; a link has neither.
  if (/[\p{Cc}\\]/u.test(raw)) return err(badLink('it contains a backslash or an invisible character'));
  const [authority = ''] = raw.slice(scheme.length).split(/[/?#]/, 1);
  if (authority === '') return err(badLink('it names no host'));
  const tls = scheme === 'cotals://';
  let url: URL;
  try {
    // The URL class treats unknown schemes as opaque hosts; http gives the usual host and port rules.
    url = new URL(`http://${raw.slice(scheme.length)}`);
  } catch {
    return err(badLink('host, port or path cannot be read'));
  }
  const space = parseSpaceName(decode(url.pathname.slice(1)));
  if (!space.ok) return err(badLink(space.error.sentence));
  const listed = [...url.searchParams.getAll('channel'), ...url.searchParams.getAll('channels')];
  const channels: ChannelName[] = [];
  for (const name of listed
    .flatMap((l) => l.split(','))
    .map((n) => n.trim())
    .filter((n) => n !== '')) {
    const channel = parseChannelName(name);
    if (!channel.ok) return err(badLink(channel.error.sentence));
    channels.push(channel.value);
  }
  const at = authority.lastIndexOf('@');
  // URL drops 80, the default port of http; §10 gives 4222 as ours.
  const port = url.port !== '' ? url.port : /:\d+$/.test(authority.slice(at + 1)) ? '80' : '4222';
  return ok({
    server: `nats://${url.hostname}:${port}`,
    tls,
    space: space.value,
    channels,
    auth: authOf(url, authority.slice(0, Math.max(at, 0))),
  });
}

function authOf(url: URL, userinfo: string): JoinLink['auth'] {
  if (url.username === '' && url.password === '') return { kind: 'none' };
  if (!userinfo.includes(':')) return { kind: 'token', token: decode(url.username) };
  return { kind: 'password', user: decode(url.username), password: decode(url.password) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function badLink(why: string): Refusal {
  return refusal('bad-link', 'Cotal §10', `This is not a join link: ${why}.`);
}
