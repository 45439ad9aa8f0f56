import type { InstanceId } from '../base/ids.ts';
import { refusal, type Refusal } from '../base/refusal.ts';
import { err, ok, type Result } from '../base/result.ts';
import { explainAge } from '../base/time.ts';
import type { Peer, RosterState } from './presence.ts';
import { isUserNkey } from './names.ts';

/** Who a name stands for: a live peer, or a unique offline one that will get the message later. */
export interface Resolved {
  readonly id: InstanceId;
  readonly name: string;
  readonly live: boolean;
}

/**
 * The one resolution of names for tools, CLI, views and mentions (decision l): the one live peer that has the name;
 * two live ones are an error that lists them; a unique offline one is allowed and waits; ids always work.
 * Absence is claimed only while the roster is current.
 */
export function resolveName(
  nameOrId: string,
  peers: readonly Peer[],
  roster: RosterState,
  now: number,
): Result<Resolved, Refusal> {
  const wanted = nameOrId.replace(/^@/, '');
  const byId = peers.find((p) => p.id === wanted);
  if (byId !== undefined) return ok(resolved(byId));
  if (isUserNkey(wanted)) return ok({ id: wanted as InstanceId, name: wanted, live: false });

  const named = peers.filter((p) => p.card.name.toLowerCase() === wanted.toLowerCase());
  const live = named.filter((p) => p.status !== 'offline');
  const candidates = live.length > 0 ? live : named;
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return ok(resolved(only));
  if (only !== undefined) {
    const rows = candidates.map(
      (p) => `${p.id} (${p.card.role ?? 'no role'}, last sign ${explainAge(now - p.lastSign)} ago)`,
    );
    const which = live.length > 0 ? 'live' : 'offline';
    return err(
      refusal(
        'ambiguous-name',
        'Cotal §4',
        `${candidates.length} ${which} peers are called "${wanted}": ${rows.join(', ')}. Use the id.`,
      ),
    );
  }
  if (roster !== 'current') {
    return err(
      refusal(
        'roster-not-current',
        'Cotal §6',
        `The roster is ${roster}, so nobody can say whether "${wanted}" is here. Try again, or use the id.`,
      ),
    );
  }
  return err(refusal('no-such-peer', 'Cotal §6', `Nobody called "${wanted}" is in this space.`));
}

function resolved(peer: Peer): Resolved {
  return { id: peer.id, name: peer.card.name, live: peer.status !== 'offline' };
}

/**
 * The names called out in a text: `@name` at the start or after white space or an opening bracket, without trailing
 * punctuation, so that e-mail addresses and sentence ends are not mentions. Lowercased, without repeats (§5).
 */
export function extractMentions(text: string): string[] {
  const found = text.matchAll(/(?:^|[\s([{"'])@([A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?)/g);
  return [...new Set([...found].map((m) => (m[1] ?? '').toLowerCase()))];
}
