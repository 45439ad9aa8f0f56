import type { MethodOutput } from '../../shared/api/contract.ts';
import { channelConfigSchema } from '../../shared/cotal/channels.ts';
import { parseChannelName } from '../../shared/cotal/names.ts';
import { extractMentions } from '../../shared/cotal/resolve.ts';
import type { FeedEntry, PeerView } from '../../shared/mesh-view/snapshot.ts';
import { PERSON } from './cast.ts';
import { messagesIn } from './scene.ts';
import { demoFault, tellScene, type ReadInput, type Stage } from './stage.ts';
import { makeEntry, SPACE, wireId } from './talk.ts';

/** Talking in the demo: what is said stays in this page. */

/** Sequences of the recorded messages begin somewhere in the life of a stream. */
const FIRST_SEQ = 4000;

/** Says something as the person. */
export function sendMessage(
  stage: Stage,
  { to, text, replyTo }: ReadInput<'mesh.send'>,
): MethodOutput<'mesh.send'> {
  const { scene, now } = stage;
  const seq = FIRST_SEQ + scene.feed.length;
  const base = { id: wireId(`p${seq}`), ts: now(), from: PERSON.name, text, replyTo, historical: false };
  const mentions = extractMentions(text).flatMap((name) => peerNamed(stage, name)?.id ?? []);
  switch (to.kind) {
    case 'channel': {
      post(stage, makeEntry({ ...base, to: `#${to.channel}`, mentions }));
      return { id: base.id, seq, to: `#${to.channel}`, note: null };
    }
    case 'role': {
      post(stage, makeEntry({ ...base, to: `@${to.role}`, mentions: [] }));
      return { id: base.id, seq, to: to.role, note: null };
    }
    case 'peer': {
      const peer = peerNamed(stage, to.peer);
      if (peer === undefined)
        throw demoFault(
          'no-such-peer',
          `Nobody here is called "${to.peer}".`,
          'Choose somebody of the list.',
        );
      post(stage, makeEntry({ ...base, to: peer.name, mentions: [] }));
      const note = peer.status === 'offline' ? `${peer.name} is offline; the message waits.` : null;
      return { id: base.id, seq, to: peer.name, note };
    }
  }
}

function post(stage: Stage, entry: FeedEntry): void {
  const { scene } = stage;
  scene.feed = [...scene.feed, entry];
  stage.later(20, () => {
    stage.tell('mesh.feed', { mesh: scene.status.id, entries: [entry] });
    tellScene(stage);
  });
}

/** A peer by its name, or by its instance id. */
function peerNamed({ scene }: Stage, name: string): PeerView | undefined {
  const wanted = name.toLowerCase();
  return [...scene.peers, ...scene.endpoints].find(
    (peer) => peer.id === name || peer.name.toLowerCase() === wanted,
  );
}

/** What is stored of a channel, or of the person's direct messages, the oldest first. */
export function historyOf(
  { scene }: Stage,
  { of, limit, before }: ReadInput<'mesh.history'>,
): MethodOutput<'mesh.history'> {
  const wanted = (entry: FeedEntry): boolean =>
    of.kind === 'channels'
      ? entry.delivery === 'multicast' && (of.channel === null || entry.channel === of.channel)
      : entry.delivery === 'unicast' && isBetween(entry, of.peer);
  const messages = scene.feed
    .map((entry, index) => ({ entry, seq: FIRST_SEQ + index }))
    .filter(({ entry, seq }) => wanted(entry) && (before === null || seq < before))
    .slice(-limit)
    .map(({ entry, seq }) => envelopeOf(entry, seq));
  return { messages };
}

/** Does it belong to what the person and a peer said to each other? */
function isBetween({ from, toIds }: FeedEntry, peer: string | null): boolean {
  const ids = [from.id, ...toIds];
  return ids.includes(PERSON.id) && (peer === null || ids.includes(peer));
}

function envelopeOf(entry: FeedEntry, seq: number): MethodOutput<'mesh.history'>['messages'][number] {
  const { id, ts, from, text, replyTo, mentions, channel, toService, toIds } = entry;
  const base = {
    id,
    ts,
    space: SPACE,
    from: { id: from.id, name: from.name, ...(from.role === null ? {} : { role: from.role }) },
    parts: [{ kind: 'text', text }],
    ...(mentions.length === 0 ? {} : { mentions }),
    ...(replyTo === null ? {} : { replyTo }),
    seq,
    historical: true,
  };
  if (channel !== null) return { ...base, kind: 'channel', channel };
  if (toService !== null) return { ...base, kind: 'anycast', toService };
  return { ...base, kind: 'dm', to: toIds[0] ?? '' };
}

/** The channels with their records. */
export function listChannels({ scene }: Stage): MethodOutput<'channels.list'> {
  const channels = [...scene.channels].map(([name, config]) => ({
    name,
    messages: messagesIn(scene, name),
    config,
  }));
  return { defaults: { deliveryClass: 'durable', replay: true }, channels };
}

/** Changes a channel, or makes it. What holds for all channels stays as it is here. */
export function setChannel(
  stage: Stage,
  { name, config }: ReadInput<'channels.set'>,
): MethodOutput<'channels.set'> {
  if (name === null) return config;
  if (!parseChannelName(name).ok)
    throw demoFault('bad-name', 'The channel was not changed: this is no name for one.', 'Correct the name.');
  const merged = channelConfigSchema.parse({ ...stage.scene.channels.get(name), ...config });
  stage.scene.channels.set(name, merged);
  stage.later(20, () => tellScene(stage));
  return merged;
}

/** Forgets a channel and what was said in it. */
export function removeChannel(stage: Stage, { name }: ReadInput<'channels.remove'>) {
  const { scene } = stage;
  const messages = messagesIn(scene, name);
  scene.channels.delete(name);
  scene.feed = scene.feed.filter((entry) => entry.channel !== name);
  stage.later(20, () => tellScene(stage));
  return { messages };
}
