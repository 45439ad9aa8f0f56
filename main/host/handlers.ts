import path from 'node:path';
import type { InstanceId, MeshId } from '../../shared/base/ids.ts';
import { Fault } from '../../shared/base/refusal.ts';
import type { MeshStatus, MethodInput, MethodOutput } from '../../shared/api/contract.ts';
import { parseScope } from '../../shared/cotal/agent-file.ts';
import { parseAgentName, parseChannelName, parseRoleName } from '../../shared/cotal/names.ts';
import { adminGrants, agentGrants, observerGrants } from '../../shared/cotal/profiles.ts';
import { extractMentions } from '../../shared/cotal/resolve.ts';
import { spaceNames } from '../../shared/cotal/subjects.ts';
import { resolveMentions, type Target } from '../cotal/nats/endpoint.ts';
import type { HistoryItem } from '../cotal/observer/observer.ts';
import { readPersonaText, savePersonaText } from '../cotal/manager/persona-edit.ts';
import { listPersonas, removePersona } from '../cotal/manager/personas.ts';
import { clearHistory, must, removeChannel, setChannel } from './channel-actions.ts';
import type { Diagnosis } from './diagnosis.ts';
import { addressOf, type Mesh } from './mesh.ts';
import type { Handlers } from './rpc-server.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import type { Watchers } from './watchers.ts';

/** What the handlers act on: the meshes that are up, and the host itself. */
export interface HostActions {
  info(): MethodOutput<'host.info'>;
  hold(onRelease: (listener: () => void) => void): void;
  stop(): void;
  up(input: MethodInput<'mesh.up'>): Promise<MeshStatus>;
  down(id: MeshId): Promise<void>;
  mesh(id: MeshId): Mesh;
  readonly diagnosis: Diagnosis;
}

/** The methods of the contract, each a few lines over the mesh it names. */
export function createHandlers(host: HostActions, streams: TerminalStreams, watchers: Watchers): Handlers {
  const meshOf = (input: { mesh: string }): Mesh => host.mesh(input.mesh as MeshId);
  const meshIn = ({ mesh }: { mesh: string | null }): Mesh | undefined =>
    mesh === null ? undefined : host.mesh(mesh as MeshId);
  return {
    'host.info': async () => host.info(),
    'host.hold': async (_input, peer) => {
      host.hold((listener) => peer.onClose(listener));
      return {};
    },
    'host.stop': async () => {
      host.stop();
      return {};
    },
    'mesh.up': (input) => host.up(input),
    'mesh.open': ({ root, space }) => {
      if (path.isAbsolute(root)) return host.up({ ...EMBEDDED, root, space });
      throw new Fault('bad-folder', 'The folder was not opened.', {
        why: `"${root.slice(0, 100)}" is no whole path.`,
        remedy: 'Choose the folder anew.',
      });
    },
    'mesh.down': async (input) => {
      await host.down(input.mesh as MeshId);
      return {};
    },
    'mesh.status': async (input) => meshOf(input).status(),
    'mesh.watch': async (input, peer) => {
      const mesh = meshOf(input);
      watchers.add(mesh, peer);
      return {
        status: mesh.status(),
        snapshot: mesh.observer.snapshot(),
        feed: [...mesh.observer.view.feed()],
        agents: mesh.manager.list(),
        needs: mesh.needs.items(),
        person: { id: mesh.person.id, name: mesh.personName },
      };
    },
    'mesh.unwatch': async (input, peer) => {
      watchers.remove(meshOf(input), peer);
      return {};
    },
    'mesh.send': (input) => send(meshOf(input), input),
    'mesh.history': (input) => history(meshOf(input), input),
    'mesh.clearHistory': (input) => clearHistory(meshOf(input), input.dms),
    'channels.list': async (input) => meshOf(input).observer.channels(),
    'channels.set': (input) => setChannel(meshOf(input), input.name, input.config),
    'channels.remove': (input) => removeChannel(meshOf(input), input.name),
    'agents.list': async (input) => ({ agents: meshOf(input).manager.list() }),
    'agents.spawn': (input) => meshOf(input).manager.spawn(input),
    'agents.stop': async (input) => {
      await meshOf(input).manager.stop(input.name, input.graceful);
      return { name: input.name, stopped: true, graceful: input.graceful };
    },
    'agents.restart': (input) => meshOf(input).manager.restart(input.name),
    'harnesses.list': async () => ({ harnesses: await host.diagnosis.harnesses() }),
    'personas.list': async (input) => ({ personas: await listPersonas(meshOf(input).project.agents) }),
    'personas.read': (input) => readPersonaText(meshOf(input).project.agents, input.name),
    'personas.save': (input) => savePersonaText(meshOf(input).project.agents, input),
    'personas.remove': async (input) => {
      await removePersona(meshOf(input).project.agents, input.name);
      return {};
    },
    'needs.answer': async (input) => ({ note: await meshOf(input).needs.answer(input.id, input.answer) }),
    'needs.snooze': async (input) => {
      await meshOf(input).needs.snooze(input.id, input.until);
      return {};
    },
    'doctor.run': (input) => host.diagnosis.doctor(meshIn(input)),
    'support.preview': async (input) => ({ text: await host.diagnosis.support(meshIn(input)) }),
    'creds.mint': (input) => mintCreds(meshOf(input), input),
    'terminal.attach': async (input, peer) => {
      const terminal = meshOf(input).manager.terminal(input.name);
      if (input.cols !== null && input.rows !== null) terminal.resize(input.cols, input.rows);
      return { stream: streams.open(terminal, peer), pid: terminal.pid };
    },
    'terminal.detach': async (input, peer) => {
      streams.close(input.stream, peer);
      return {};
    },
    'terminal.input': async (input, peer) => {
      streams.attachment(input.stream, peer).write(input.data);
      return {};
    },
    'terminal.resize': async (input, peer) => {
      streams.attachment(input.stream, peer).resize(input.cols, input.rows);
      return {};
    },
    'terminal.ack': async (input, peer) => {
      streams.attachment(input.stream, peer).acknowledge(input.bytes);
      return {};
    },
  };
}

/** How a window brings a folder up: with credentials, on this machine only, and as it was before where it was. */
const EMBEDDED = {
  open: false,
  server: null,
  host: null,
  storeDir: null,
  channelsFile: null,
  acceptUnauthenticated: false,
  personName: null,
} as const;

async function send(mesh: Mesh, input: MethodInput<'mesh.send'>): Promise<MethodOutput<'mesh.send'>> {
  const { target, to, note } = targetOf(mesh, input.to);
  const mentions =
    target.kind === 'channel'
      ? must(
          resolveMentions(mesh.person, extractMentions(input.text)),
          'The message was not sent.',
          'Correct the name after the @.',
        )
      : [];
  const sent = await mesh.person.send(target, [{ kind: 'text', text: input.text }], {
    mentions,
    ...(input.replyTo === null ? {} : { replyTo: input.replyTo }),
  });
  if (sent.state === 'queued')
    return { id: sent.id, seq: 0, to, note: `Kept and sent as soon as the broker is back: ${sent.reason}` };
  return { id: sent.id, seq: sent.seq, to, note };
}

function targetOf(
  mesh: Mesh,
  to: MethodInput<'mesh.send'>['to'],
): { target: Target; to: string; note: string | null } {
  switch (to.kind) {
    case 'channel': {
      const channel = must(
        parseChannelName(to.channel),
        'The message was not sent.',
        'Correct the channel name.',
      );
      return { target: { kind: 'channel', channel }, to: `#${channel}`, note: null };
    }
    case 'peer': {
      const { id, name, live } = addressOf(mesh, to.peer);
      return {
        target: { kind: 'peer', id },
        to: name,
        note: live ? null : `${name} is offline; the message waits.`,
      };
    }
    case 'role': {
      const role = must(parseRoleName(to.role), 'The message was not sent.', 'Correct the role name.');
      const holders = mesh.observer.presence.roster
        .peers()
        .filter((p) => p.card.role === role && p.status !== 'offline');
      return {
        target: { kind: 'role', role },
        to: role,
        note:
          holders.length > 0 ? null : `Nobody holds "${role}" now; the task waits for the first who does.`,
      };
    }
  }
}

async function history(
  mesh: Mesh,
  input: MethodInput<'mesh.history'>,
): Promise<MethodOutput<'mesh.history'>> {
  const { of, limit } = input;
  const before = input.before ?? null;
  if (of.kind === 'channels') {
    const channel =
      of.channel === null
        ? undefined
        : must(parseChannelName(of.channel), 'There is no such history.', 'Correct the channel name.');
    return { messages: fitting(await mesh.observer.channelHistory(channel, limit, before)) };
  }
  const peer = of.peer === null ? undefined : addressOf(mesh, of.peer).id;
  return { messages: fitting(await mesh.observer.dmHistory(mesh.person.id, peer, limit, before)) };
}

type HistoryMessages = MethodOutput<'mesh.history'>['messages'];

/** The newest that fit a frame together: a message can take more room than it had on the wire. */
function fitting(items: readonly HistoryItem[]): HistoryMessages {
  const messages = items.map(toMessage);
  let chars = 0;
  const first = messages.findLastIndex(
    (message) => (chars += JSON.stringify(message).length) > MAX_HISTORY_CHARS,
  );
  return first === -1 ? messages : messages.slice(Math.min(first + 1, messages.length - 1));
}

/** Of three bytes each, and with what is around them, within a frame. */
const MAX_HISTORY_CHARS = 5 * 1024 * 1024;

function toMessage({ delivery, seq }: HistoryItem): HistoryMessages[number] {
  // The subject decides the channel, never the payload (decision d).
  const channel = delivery.kind === 'channel' ? { channel: delivery.channel } : {};
  return { ...delivery.message, ...channel, kind: delivery.kind, seq, historical: true };
}

async function mintCreds(mesh: Mesh, input: MethodInput<'creds.mint'>): Promise<MethodOutput<'creds.mint'>> {
  if (mesh.place.record.mode === 'open') {
    throw new Fault('open-mesh', 'Nothing was minted.', {
      why: 'An open mesh has no credentials.',
      remedy: 'Join it without any: cotal join.',
    });
  }
  must(parseAgentName(input.name), 'Nothing was minted.', 'Choose another name.');
  const names = spaceNames(mesh.place.space);
  if (input.profile !== 'agent') {
    const grants = input.profile === 'admin' ? adminGrants : observerGrants;
    const minted = await mesh.identities.mintFor(input.profile, (id) => grants(names, id), undefined);
    return out(minted.credentials.id, minted);
  }
  const role =
    input.role === null
      ? undefined
      : must(parseRoleName(input.role), 'Nothing was minted.', 'Correct --role.');
  const lists = must(
    parseScope({
      subscribe: input.subscribe ?? undefined,
      allowSubscribe: input.allowSubscribe ?? undefined,
      allowPublish: input.allowPublish ?? undefined,
    }),
    'Nothing was minted.',
    'Correct the channel lists.',
  );
  const scope = {
    ...(role === undefined ? {} : { role }),
    allowSubscribe: lists.allowSubscribe,
    allowPublish: lists.allowPublish,
    capabilities: [],
  };
  const minted = await mesh.identities.mintFor(
    'agent',
    (id) => agentGrants(names, { id, ...scope }),
    input.provision ? scope : undefined,
  );
  return out(minted.credentials.id, minted);
}

function out(
  id: InstanceId,
  minted: { creds: { reveal(): string }; credentials: { expiresAt: number | null } },
): MethodOutput<'creds.mint'> {
  return { id, creds: minted.creds.reveal(), expiresAt: minted.credentials.expiresAt ?? 0 };
}

/** Where `cotal` for agents lives: a folder that holds nothing else. */
export const cliDirOf = (runDir: string): string => path.join(runDir, 'bin');
