import path from 'node:path';
import type { ChannelPattern, InstanceId } from '../../shared/base/ids.ts';
import type { Now } from '../../shared/base/time.ts';
import { Fault } from '../../shared/base/refusal.ts';
import type { MeshStatus, MethodInput } from '../../shared/api/contract.ts';
import { channelSeedSchema, DEFAULTS_KEY } from '../../shared/cotal/channels.ts';
import { adminGrants, provisionerGrants, supervisorGrants } from '../../shared/cotal/profiles.ts';
import { spaceNames } from '../../shared/cotal/subjects.ts';
import { startBroker } from '../cotal/broker/broker.ts';
import { findBroker } from '../cotal/broker/find.ts';
import { connectHost } from '../cotal/broker/info.ts';
import { openTrust } from '../cotal/broker/trust.ts';
import { startEndpoint, type Endpoint } from '../cotal/nats/endpoint.ts';
import { createKey, provisionSpace } from '../cotal/nats/provision.ts';
import { startObserver, type Observer } from '../cotal/observer/observer.ts';
import { createManager } from '../cotal/manager/manager.ts';
import type { Manager } from '../cotal/manager/types.ts';
import { serveControl } from '../cotal/manager/control-service.ts';
import { writeStarters } from '../cotal/manager/personas.ts';
import type { Connector } from '../cotal/workspace/launch.ts';
import { readJson } from '../cotal/workspace/files.ts';
import { prepareProject, trackedByGit, type ProjectPaths } from '../cotal/workspace/project.ts';
import { launchTerminal, type TerminalSession } from '../terminal/index.ts';
import type { Needs } from '../attention/needs.ts';
import { createIdentities, PERSON_SCOPE, type Identities } from './identities.ts';
import type { HostLog } from './log.ts';
import type { MeshPlace } from './mesh-record.ts';
import { openNeeds } from './mesh-needs.ts';
import { statusOf } from './mesh-status.ts';

/** What the host gives to each mesh it runs. */
export interface MeshDeps {
  readonly appDir: string;
  readonly now: Now;
  readonly log: HostLog;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly personName: string;
}

/** One running mesh: its broker, the person's endpoint, the manager with its agents, and the eyes on it. */
export interface Mesh {
  readonly place: MeshPlace;
  readonly project: ProjectPaths;
  readonly identities: Identities;
  readonly person: Endpoint;
  readonly personName: string;
  readonly observer: Observer;
  readonly manager: Manager<TerminalSession>;
  readonly needs: Needs;
  status(): MeshStatus;
  onStatus(listener: (status: MeshStatus) => void): () => void;
  /** Ends all of it, agents first, broker last. */
  down(): Promise<void>;
}

/** What the person follows from the beginning. */
const PERSON_CHANNELS = ['general'] as unknown as readonly ChannelPattern[];

export type Progress = (step: string, state: 'running' | 'done' | 'failed', ms: number) => void;

/** Brings one mesh up. When a step fails, what was started is stopped again and the Fault says which step. */
export async function startMesh(
  d: MeshDeps,
  place: MeshPlace,
  up: Pick<MethodInput<'mesh.up'>, 'channelsFile'>,
  progress: Progress,
): Promise<Mesh> {
  const { now } = d;
  const { paths, record } = place;
  const stops: (() => Promise<void> | void)[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const t = now();
    progress(name, 'running', 0);
    try {
      const value = await work();
      progress(name, 'done', now() - t);
      return value;
    } catch (error) {
      progress(name, 'failed', now() - t);
      throw error;
    }
  };

  try {
    const project = await step('folder', async () => {
      const p = await prepareProject(record.root);
      await writeStarters(p.agents);
      return p;
    });
    const managerLog = d.log.role({ role: 'manager', space: record.space }, project.managerLog);
    const log = d.log.role({ space: record.space });
    const trust =
      record.mode === 'open' ? undefined : await step('keys', () => openTrust(paths, record.space));
    const broker = await step('broker', () =>
      startBroker({
        ...record,
        paths,
        logFile: project.natsLog,
        trust,
        binary: () => findBroker(d.appDir, d.env),
        now,
        log: d.log.role({ role: 'broker', space: record.space }),
      }),
    );
    stops.push(broker.stop);
    if (record.port !== broker.port) await place.save({ port: broker.port });
    const server = `nats://${hostInUrl(connectHost(record.host))}:${broker.port}`;

    const names = spaceNames(place.space);
    const identities = createIdentities({
      place,
      names,
      trust,
      server: () => server,
      credsDir: path.join(project.dotCotal, 'creds'),
      provisionerGrants,
      now,
      log,
    });
    stops.push(identities.stop);
    const missing = await step('streams', () =>
      identities.asProvisioner(async (c) => {
        const made = await provisionSpace(c, names, {
          budgetBytes: record.budgetBytes,
          mode: record.mode,
          complete: place.record.complete,
        });
        await seedChannels(c, names.buckets.channels, project, up.channelsFile);
        return made.missing;
      }),
    );
    if (missing.length === 0) await place.save({ complete: true });

    /** Who follows channels, as far as they are up: the observer is there before them. */
    const following: { person?: Endpoint; manager?: Manager<TerminalSession> } = {};
    const [observer, person] = await step('person', async () => {
      const eyes = await identities.connect('admin', adminGrants);
      stops.push(eyes.close);
      const seen = await startObserver({
        connection: eyes,
        names,
        space: record.space,
        dmVisible: true,
        standing: {
          memberships: () => following.person?.memberships() ?? [],
          subscribed: () => [
            ...PERSON_CHANNELS,
            ...(following.manager?.list() ?? []).flatMap((a) => a.subscribe as ChannelPattern[]),
          ],
        },
        now,
        log,
      });
      stops.push(seen.stop);
      const who = await identities.keep(path.join(paths.creds, 'person.creds'), PERSON_SCOPE);
      const joined = await startEndpoint({
        space: place.space,
        servers: server,
        id: who.id,
        ...(who.credentials === undefined ? { open: true } : { credentials: who.credentials }),
        firstConnectMs: 5000,
        now,
        card: { name: d.personName, kind: 'endpoint', role: 'human' },
        subscribe: PERSON_CHANNELS,
        spool: path.join(paths.spool, 'person'),
        log,
      });
      following.person = joined;
      stops.push(joined.close);
      stops.push(followInbox(joined));
      return [seen, joined] as const;
    });

    const managerSince = now();
    const manager = await step('manager', async () => {
      const connection = await identities.connect('supervisor', supervisorGrants);
      stops.push(connection.close);
      const m = createManager<TerminalSession>({
        space: place.space,
        servers: () => server,
        root: record.root,
        personName: d.personName,
        agentsDir: project.agents,
        stateFile: paths.agents,
        spoolOf: (id) => path.join(paths.spool, id),
        connectors: d.connectors,
        defaultConnector: async () => defaultConnector(d.env),
        launch: (plan) => launchTerminal(plan, { now }),
        admit: identities.admit,
        retire: identities.retire,
        peer: (id) => observer.presence.roster.peer(id),
        rosterState: () => observer.presence.roster.state(),
        now,
        log: managerLog,
      });
      following.manager = m;
      stops.push(m.stopAll);
      const control = serveControl({
        connection,
        names,
        manager: m,
        agentsDir: project.agents,
        log: managerLog,
      });
      stops.push(control.stop);
      stops.push(followAgents(m, observer));
      await m.restore();
      return m;
    });

    observer.refresh();
    const since = now();
    const tracked = await trackedByGit(project);
    const listeners = new Set<(status: MeshStatus) => void>();
    const status = (): MeshStatus =>
      statusOf({
        place,
        server,
        broker,
        person,
        managerSince,
        since,
        missing,
        tracked,
        problems: manager.problems(),
        pid: process.pid,
      });
    const needs = await openNeeds({
      file: paths.needs,
      person,
      personName: d.personName,
      observer,
      manager,
      status,
      now,
      log,
    });
    stops.push(needs.stop);
    const announce = (): void => {
      needs.refresh();
      const current = status();
      for (const listener of listeners) listener(current);
    };
    // What lives in memory is gone with the broker's process; it is made again before anybody needs it.
    const offRestart = broker.onChange(({ state }) => {
      if (state !== 'ready') return;
      const { budgetBytes, mode } = record;
      identities
        .asProvisioner((c) => provisionSpace(c, names, { budgetBytes, mode, complete: true }))
        .catch((error: unknown) =>
          log.error({ err: error }, 'the streams could not be checked after the broker had restarted'),
        );
    });
    stops.push(offRestart, broker.onChange(announce), person.connection.onChange(announce));
    log.info({ server, mode: record.mode, root: record.root, missing }, 'mesh up');
    let ending: Promise<void> | undefined;
    return {
      place,
      project,
      identities,
      person,
      personName: d.personName,
      observer,
      manager,
      needs,
      status,
      onStatus(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      down: () => (ending ??= stopAll(stops, d).then(() => log.info({}, 'mesh down'))),
    };
  } catch (error) {
    await stopAll(stops, d);
    throw error;
  }
}

async function stopAll(stops: readonly (() => Promise<void> | void)[], d: MeshDeps): Promise<void> {
  for (const stop of stops.toReversed()) {
    try {
      await stop();
    } catch (error) {
      d.log.warn({ err: error }, 'a part did not stop cleanly');
    }
  }
}

/** The person's inbox is read by the views through history; what was surfaced counts as handled. */
function followInbox(person: Endpoint): () => Promise<void> {
  const commit = (): Promise<void> => person.inbox.commit(person.inbox.last()).catch(() => undefined);
  const timer = setInterval(() => void commit(), 5000);
  return async () => {
    clearInterval(timer);
    await commit();
  };
}

/** The manager hears what the mesh shows of its agents, the observer which channels they follow. */
function followAgents(manager: Manager<TerminalSession>, observer: Observer): () => void {
  let followed = '';
  const offs = [
    observer.presence.onChange(manager.observe),
    observer.onChange(({ entries }) => {
      for (const entry of entries) if (!entry.historical) manager.heard(entry.from.id);
    }),
    manager.onChange(() => {
      const now = manager
        .list()
        .flatMap((a) => a.subscribe)
        .join(' ');
      if (now !== followed) observer.refresh();
      followed = now;
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}

async function seedChannels(
  c: Parameters<typeof createKey>[0],
  bucket: string,
  project: ProjectPaths,
  explicit: string | null,
): Promise<void> {
  const file = explicit ?? project.channelSeed;
  const seed = await readJson(file, channelSeedSchema, `Correct ${file}.`);
  if (seed === undefined) {
    if (explicit === null) return;
    throw new Fault('no-channels-file', `There is no channels file ${explicit}.`, {
      why: 'It was named with --channels.',
      remedy: 'Correct the path.',
    });
  }
  const rows = {
    ...seed.channels,
    ...(seed.defaults === undefined ? {} : { [DEFAULTS_KEY]: seed.defaults }),
  };
  for (const [key, value] of Object.entries(rows)) await createKey(c, bucket, key, value);
}

/** What an agent runs in when nobody says (decision 28). */
export function defaultConnector(env: MeshDeps['env']): string {
  return env['COTAL_DEFAULT_AGENT'] ?? 'demo';
}

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The instance id of a peer by name or id, as the person addresses it. */
export function addressOf(mesh: Mesh, peer: string): { id: InstanceId; name: string; live: boolean } {
  const found = mesh.person.resolve(peer);
  if (found.ok) return found.value;
  throw new Fault(found.error.code, 'The message was not sent.', {
    why: found.error.sentence,
    remedy: 'See who is here: cotal status.',
  });
}
