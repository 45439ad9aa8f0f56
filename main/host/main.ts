import { randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { MeshId } from '../../shared/base/ids.ts';
import { asFault, Fault } from '../../shared/base/refusal.ts';
import { toRfc3339 } from '../../shared/base/time.ts';
import { parseDisplayName } from '../../shared/cotal/names.ts';
import type { MeshStatus, MethodInput } from '../../shared/api/contract.ts';
import { builtInConnector } from '../cotal/connectors/built-in.ts';
import { listHarnesses } from '../cotal/connectors/harnesses.ts';
import { readJson, writeFileAtomic, writeJson } from '../cotal/workspace/files.ts';
import { cotalHome, homePaths, hostSocket } from '../cotal/workspace/home.ts';
import { ownIdentity } from '../cotal/workspace/processes.platform.ts';
import { forgetMesh, recordMesh } from '../cotal/workspace/registry.ts';
import { cliDirOf, createHandlers, type HostActions } from './handlers.ts';
import { createDiagnosis } from './diagnosis.ts';
import { openHostLog } from './log.ts';
import { openMeshRecord, readMeshRecord } from './mesh-record.ts';
import { defaultConnector, startMesh, type Mesh, type MeshDeps } from './mesh.ts';
import { serveRpc, type RpcServer } from './rpc-server.ts';
import { readHostState, writeHostState, type HostState } from '../cotal/workspace/host-state.ts';
import { createTerminalStreams } from './terminal-streams.ts';
import { createWatchers } from './watchers.ts';

// Node would open its debugger on this signal, and with it everything the host holds.
process.on('SIGUSR1', () => undefined);

const VERSION = '0.1.0';
/** How long a host with no mesh and nobody attached waits before it ends. */
const LINGER_MS = 400;

const appDir = path.dirname(import.meta.dirname);
const home = cotalHome();
const paths = homePaths(home);
const now = Date.now;

/** Composes and runs the background process of this machine home. */
async function main(): Promise<void> {
  const log = await openHostLog(paths.hostLog, process.env['COTAL_LOG_LEVEL'] ?? 'info');
  const previous = await readHostState(paths.hostState).catch((error: unknown) => {
    log.warn({ err: error }, 'the state file of the earlier host is damaged and is replaced');
    return undefined;
  });
  const { build } = await readBuild();
  const since = now();
  let state: HostState = {
    ...(await ownIdentity()),
    nonce: randomBytes(24).toString('base64url'),
    version: VERSION,
    build,
    socket: hostSocket(home),
    state: 'starting',
    since,
    // Until they are up again they stay listed: a second end without notice must not forget them.
    meshes: previous !== undefined && previous.state !== 'stopped' ? previous.meshes : [],
  };
  const lost = state.meshes;
  const meshes = new Map<MeshId, Mesh>();
  const pending = new Map<MeshId, Promise<MeshStatus>>();
  const goingDown = new Map<MeshId, Promise<void>>();
  const watchers = createWatchers();
  let holds = 0;
  let server: RpcServer | undefined;
  let ending = false;

  const saveState = async (change: Partial<HostState>): Promise<void> => {
    state = { ...state, ...change };
    await writeHostState(paths.hostState, state);
  };
  const deps: Omit<MeshDeps, 'personName'> = {
    appDir,
    now,
    log,
    env: process.env,
    connectors: new Map([builtIn('demo'), builtIn('shell')].map((c) => [c.name, c])),
  };

  async function bringUp(input: MethodInput<'mesh.up'>): Promise<MeshStatus> {
    const person = await personName(input.personName);
    const place = await openMeshRecord(home, input);
    const { id } = place;
    const running = meshes.get(id);
    if (running !== undefined) {
      await record(running);
      return running.status();
    }
    const already = pending.get(id);
    if (already !== undefined) return already;
    const work = (async () => {
      const clash = [...meshes.values()].find((m) => m.place.record.space === place.record.space);
      if (clash !== undefined) {
        throw new Fault('space-taken', `A mesh called "${place.record.space}" is already up.`, {
          why: `It belongs to ${clash.place.record.root}.`,
          remedy: 'Choose another name: cotal up --space <name>.',
        });
      }
      const mesh = await startMesh({ ...deps, personName: person }, place, input, (step, stepState, ms) => {
        for (const peer of server?.peers() ?? [])
          peer.send('mesh.progress', { mesh: id, step, state: stepState, ms });
      });
      try {
        await record(mesh);
      } catch (error) {
        await mesh.down();
        throw error;
      }
      meshes.set(id, mesh);
      watchers.follow(mesh);
      const tell = (status: MeshStatus): void => {
        for (const peer of server?.peers() ?? []) peer.send('mesh.status', status);
      };
      mesh.onStatus(tell);
      tell(mesh.status());
      if (state.state === 'ready') await saveState({ meshes: [...meshes.keys()] });
      return mesh.status();
    })();
    pending.set(id, work);
    try {
      return await work;
    } finally {
      pending.delete(id);
      maybeEnd();
    }
  }

  /** The registry is what commands look into; it is written anew whenever somebody asks for a mesh to be up. */
  async function record(mesh: Mesh): Promise<void> {
    const { space, mode, root } = mesh.place.record;
    await recordMesh(home, { space, server: mesh.status().server, root, mode, ts: toRfc3339(now()) });
  }

  /** One that is just coming up is waited for, one that is going down already is joined. */
  async function takeDown(id: MeshId): Promise<void> {
    await pending.get(id)?.catch(() => undefined);
    const already = goingDown.get(id);
    if (already !== undefined) return already;
    const work = endMesh(id);
    goingDown.set(id, work);
    try {
      await work;
    } finally {
      goingDown.delete(id);
    }
  }

  async function endMesh(id: MeshId): Promise<void> {
    const mesh = meshes.get(id);
    if (mesh === undefined) throw notUp();
    meshes.delete(id);
    await mesh.down();
    await forgetMesh(home, mesh.place.record.space, mesh.place.record.root);
    await saveState({ meshes: [...meshes.keys()] });
    for (const peer of server?.peers() ?? []) peer.send('mesh.gone', { mesh: id });
    maybeEnd();
  }

  function maybeEnd(): void {
    setTimeout(() => {
      if (meshes.size === 0 && pending.size === 0 && holds === 0 && (server?.peers().length ?? 0) === 0)
        void end(0, 'no mesh is up and nobody is attached');
    }, LINGER_MS);
  }

  async function end(code: number, why: string): Promise<never> {
    if (ending) return new Promise<never>(() => undefined);
    ending = true;
    log.info({ why }, 'host ends');
    for (const id of [...meshes.keys()])
      await takeDown(id).catch((error: unknown) => log.error({ err: error }, 'a mesh did not end cleanly'));
    await server?.close();
    await saveState({ state: 'stopped', meshes: [] }).catch(() => undefined);
    await log.close();
    process.exit(code);
  }

  const actions: HostActions = {
    info: () => ({
      pid: process.pid,
      version: VERSION,
      build,
      since,
      meshes: [...meshes.values()].map((m) => m.status()),
    }),
    hold(onRelease) {
      holds++;
      onRelease(() => {
        holds--;
        maybeEnd();
      });
    },
    stop: () => void end(0, 'asked to stop'),
    up: bringUp,
    down: takeDown,
    mesh(id) {
      const mesh = meshes.get(id);
      if (mesh === undefined) throw notUp();
      return mesh;
    },
    diagnosis: createDiagnosis({
      home,
      hostLog: paths.hostLog,
      appDir,
      env: process.env,
      version: VERSION,
      build,
      buildOnDisk: async () => (await readBuild()).build,
      harnesses: () => listHarnesses(deps.connectors.values(), defaultConnector(deps.env)),
      meshes: () => [...meshes.values()],
      now,
    }),
  };

  await writeCliShim();
  // Meshes of a host that ended without notice are taken up before anybody is answered, so no claim is made too early.
  let open = (): void => undefined;
  const ready = new Promise<void>((resolve) => (open = resolve));
  server = await serveRpc({
    ready,
    socket: state.socket,
    nonce: state.nonce,
    version: VERSION,
    handlers: createHandlers(actions, createTerminalStreams(), watchers),
    log,
    onPeers: maybeEnd,
  });
  await saveState({});
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => void end(0, signal));
  process.on('uncaughtException', (error) => log.error({ err: error }, 'an error nobody handled'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection nobody handled'));
  if (lost.length > 0)
    log.warn(
      { pid: previous?.pid, meshes: lost },
      'the earlier host ended without notice; its meshes are taken up again',
    );
  await Promise.all(lost.map((id) => takeUpAgain(id as MeshId)));
  await saveState({ state: 'ready', meshes: [...meshes.keys()] });
  open();
  log.info({ version: VERSION, build, socket: state.socket }, 'host ready');
  maybeEnd();

  async function takeUpAgain(id: MeshId): Promise<void> {
    try {
      const record = await readMeshRecord(home, id);
      if (record === undefined) return;
      await bringUp({
        root: record.root,
        space: null,
        open: record.mode === 'open',
        server: null,
        host: null,
        storeDir: null,
        channelsFile: null,
        acceptUnauthenticated: true,
        personName: null,
      });
    } catch (error) {
      log.error({ err: error, mesh: id }, 'a mesh could not be taken up again');
    }
  }
}

function builtIn(name: 'demo' | 'shell') {
  return builtInConnector({
    name,
    node: process.execPath,
    program: path.join(appDir, 'main', `${name}-agent.mjs`),
    cliDir: cliDirOf(paths.run),
    env: process.env,
  });
}

async function readBuild(): Promise<{ build: string }> {
  return JSON.parse(
    await readFile(path.join(appDir, 'build.json'), 'utf8').catch(() => '{"build":"unbuilt"}'),
  ) as { build: string };
}

/** `cotal` for agents: a folder of its own on their path, running exactly this version. */
async function writeCliShim(): Promise<void> {
  const cli = path.join(appDir, 'main', 'cli.mjs');
  const dir = cliDirOf(paths.run);
  if (process.platform === 'win32')
    return writeFileAtomic(path.join(dir, 'cotal.cmd'), `@"${process.execPath}" "${cli}" %*\r\n`);
  const quoted = (s: string): string => `'${s.replaceAll("'", String.raw`'\''`)}'`;
  await writeFileAtomic(
    path.join(dir, 'cotal'),
    `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(cli)} "$@"\n`,
    0o700,
  );
  await chmod(path.join(dir, 'cotal'), 0o700);
}

const personSchema = z.object({ name: z.string() });

/** The person's name on the mesh: as said, else as kept, else the user's. */
async function personName(said: string | null): Promise<string> {
  if (said !== null) {
    const parsed = parseDisplayName(said);
    if (!parsed.ok)
      throw new Fault('bad-name', 'That cannot be your name.', {
        why: parsed.error.sentence,
        remedy: 'Choose another.',
      });
    await writeJson(paths.person, { name: parsed.value });
    return parsed.value;
  }
  const kept = await readJson(paths.person, personSchema, `Remove ${paths.person}.`).catch(() => undefined);
  return kept?.name ?? userInfo().username;
}

function notUp(): Fault {
  return new Fault('mesh-not-up', 'This mesh is not up.', {
    why: 'It was brought down, or never brought up.',
    remedy: 'Bring it up: cotal up --detach',
  });
}

main().catch((error: unknown) => {
  const fault = asFault(
    error,
    'host-start',
    'The host did not start.',
    'Correct what it says and try again.',
  );
  process.stderr.write(
    `${JSON.stringify({ code: fault.code, message: fault.message, remedy: fault.remedy })}\n`,
  );
  process.exit(1);
});
