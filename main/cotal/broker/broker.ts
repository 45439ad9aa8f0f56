import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, promises as fs } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Fault, asFault } from '../../../shared/base/refusal.ts';
import type { Logger } from '../../../shared/base/log.ts';
import type { Now } from '../../../shared/base/time.ts';
import type { LifeState } from '../../../shared/api/contract.ts';
import { ensurePrivateDir, readJson, writeFileAtomic, writeJson } from '../workspace/files.ts';
import { flockPath, LOCK_TAKEN_EXIT, lockedCommand } from '../workspace/lock.platform.ts';
import {
  isRunning,
  signalProcess,
  startTimeOf,
  type ProcessIdentity,
} from '../workspace/processes.platform.ts';
import type { MeshPaths } from '../workspace/home.ts';
import { brokerConfigText } from './config.ts';
import type { BrokerBinary } from './find.ts';
import { askPort } from './info.ts';
import { resolverDir, seedResolver, type Trust } from './trust.ts';

export interface BrokerOptions {
  readonly paths: MeshPaths;
  readonly serverName: string;
  readonly host: string;
  /** The recorded port, or `null` at the first start: 4222 when free, else one the server chooses. */
  readonly port: number | null;
  /** The person named this port; a collision is then an error at once. */
  readonly portIsExplicit: boolean;
  readonly storeDir: string;
  readonly budgetBytes: number;
  readonly logFile: string;
  readonly trust: Trust | undefined;
  readonly binary: () => Promise<BrokerBinary>;
  readonly now: Now;
  readonly log: Logger;
}

export interface BrokerState {
  readonly state: LifeState;
  readonly since: number;
  readonly reason: string | null;
  readonly pid: number | null;
}

export interface Broker {
  readonly port: number;
  readonly binary: {
    readonly path: string;
    readonly version: string;
    readonly source: BrokerBinary['source'] | 'adopted';
  };
  /** Was it already running when this host came? */
  readonly adopted: boolean;
  state(): BrokerState;
  onChange(listener: (state: BrokerState) => void): () => void;
  stop(): Promise<void>;
}

const recordSchema = z.object({
  pid: z.number().int(),
  startTime: z.string(),
  serverName: z.string(),
  port: z.number().int(),
  path: z.string(),
  version: z.string(),
});
type BrokerRecord = z.infer<typeof recordSchema>;

interface Running {
  readonly identity: ProcessIdentity;
  readonly record: BrokerRecord;
  readonly child: ChildProcess | undefined;
  readonly source: BrokerBinary['source'] | 'adopted';
}

const DEFAULT_PORT = 4222;
const START_DEADLINE_MS = 30_000;
const STOP_DEADLINE_MS = 5000;
const RESTART_DELAYS_MS = [100, 1000, 4000];
/** After this long without trouble, earlier restarts no longer count. */
const STABLE_MS = 60_000;

/**
 * Starts this mesh's broker, or adopts the one that still runs from an earlier host. The broker process itself holds
 * the store lock, so two can never share a store. It is restarted when it ends on its own, three times.
 */
export async function startBroker(o: BrokerOptions): Promise<Broker> {
  await ensurePrivateDir(o.storeDir);
  await fs.mkdir(path.dirname(o.logFile), { recursive: true });
  let running = (await adopt(o)) ?? (await launchFirst(o));
  const first = running;
  const listeners = new Set<(state: BrokerState) => void>();
  let current: BrokerState = {
    state: 'ready',
    since: o.now(),
    reason:
      first.source === 'adopted'
        ? `Adopted: it kept running (pid ${first.identity.pid}) while the host was away.`
        : null,
    pid: first.identity.pid,
  };
  let stopping = false;
  let restarts: number[] = [];
  let unwatch = watch(running, onEnd);

  function set(state: LifeState, reason: string | null, pid: number | null): void {
    current = { state, since: current.state === state ? current.since : o.now(), reason, pid };
    for (const listener of listeners) listener(current);
  }

  function onEnd(how: string): void {
    if (stopping) return;
    o.log.error({ how }, 'the broker ended without being asked');
    void restart(how);
  }

  async function restart(how: string): Promise<void> {
    restarts = restarts.filter((t) => o.now() - t < STABLE_MS);
    const delay = RESTART_DELAYS_MS[restarts.length];
    if (delay === undefined) {
      set(
        'failing',
        `The broker ended three times within a minute (${how}); it is not restarted any more. Bring the mesh down and up again.`,
        null,
      );
      return;
    }
    restarts.push(o.now());
    set('starting', `The broker ended (${how}); it is being restarted.`, null);
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (stopping) return;
    try {
      running = await launch(o, running.record.port);
      unwatch = watch(running, onEnd);
      set('ready', `Restarted after it had ended (${how}).`, running.identity.pid);
    } catch (error) {
      const fault = asFault(error, 'broker-start', 'The broker did not start again.', 'See cotal logs.');
      await restart(fault.message);
    }
  }

  return {
    port: first.record.port,
    binary: { path: first.record.path, version: first.record.version, source: first.source },
    adopted: first.source === 'adopted',
    state: () => current,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopping = true;
      unwatch();
      await terminate(running.identity, o.now);
      await fs.rm(o.paths.brokerRecord, { force: true });
      set('stopped', null, null);
    },
  };
}

async function terminate(identity: ProcessIdentity, now: Now): Promise<void> {
  await signalProcess(identity, 'SIGTERM');
  const deadline = now() + STOP_DEADLINE_MS;
  while (await isRunning(identity)) {
    if (now() > deadline) await signalProcess(identity, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Takes over a broker of this very mesh that is still running. */
async function adopt(o: BrokerOptions): Promise<Running | undefined> {
  const record = await readJson(o.paths.brokerRecord, recordSchema, `Remove ${o.paths.brokerRecord}.`).catch(
    (error: unknown) => {
      // The record only saves a start; without it the lock still keeps a second broker away.
      o.log.warn({ err: error }, 'the record of the running broker is damaged and is not used');
      return undefined;
    },
  );
  if (record === undefined || record.serverName !== o.serverName) return undefined;
  const identity = { pid: record.pid, startTime: record.startTime };
  if (!(await isRunning(identity))) return undefined;
  const answer = await askPort(o.host, record.port, 2000);
  if (answer.kind !== 'broker' || answer.info.serverName !== o.serverName) return undefined;
  return { identity, record, child: undefined, source: 'adopted' };
}

async function launchFirst(o: BrokerOptions): Promise<Running> {
  if (o.port !== null) return launch(o, o.port);
  try {
    return await launch(o, DEFAULT_PORT);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'port-taken') throw error;
    // Somebody else has the usual port: the server chooses one, which is recorded and kept from now on.
    return launch(o, -1);
  }
}

async function launch(o: BrokerOptions, port: number): Promise<Running> {
  const binary = await o.binary();
  const portsDir = path.join(o.paths.dir, 'ports');
  await fs.rm(portsDir, { recursive: true, force: true });
  await ensurePrivateDir(portsDir);
  if (o.trust !== undefined) await seedResolver(o.storeDir, o.trust);
  await writeFileAtomic(
    o.paths.serverConf,
    brokerConfigText({ ...o, port, resolverDir: resolverDir(o.storeDir), portsDir }),
  );
  const errFile = path.join(o.paths.dir, 'broker.stderr');
  const err = openSync(errFile, 'w', 0o600);
  const logStart = await sizeOf(o.logFile);
  const { file, args } = lockedCommand(
    o.paths.lock,
    { file: binary.path, args: ['-c', o.paths.serverConf] },
    flockPath(),
  );
  // Detached, in its own session: it outlives a host that is killed, and the next host adopts it.
  const child = spawn(file, [...args], {
    detached: true,
    stdio: ['ignore', err, err],
    env: { PATH: process.env['PATH'] ?? '' },
  });
  closeSync(err);
  let ended: string | undefined;
  let exitCode: number | null = null;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    exitCode = code;
    ended = signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
  });
  const deadline = o.now() + START_DEADLINE_MS;
  for (;;) {
    if (ended !== undefined) {
      if (exitCode === LOCK_TAKEN_EXIT) return lockTaken(o, port);
      throw await startFault(o, port, ended, errFile, logStart);
    }
    const actual = port === -1 ? await chosenPort(portsDir) : port;
    const answer = actual === undefined ? undefined : await askPort(o.host, actual, 500);
    if (actual !== undefined && answer?.kind === 'broker' && answer.info.serverName === o.serverName) {
      const pid = child.pid ?? 0;
      const record: BrokerRecord = {
        pid,
        startTime: (await startTimeOf(pid)) ?? '',
        serverName: o.serverName,
        port: actual,
        path: binary.path,
        version: binary.version,
      };
      await writeJson(o.paths.brokerRecord, record);
      child.unref();
      return { identity: { pid, startTime: record.startTime }, record, child, source: binary.source };
    }
    if (o.now() > deadline) {
      child.kill('SIGKILL');
      throw await startFault(o, port, `not ready after ${START_DEADLINE_MS / 1000} s`, errFile, logStart);
    }
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

async function lockTaken(o: BrokerOptions, port: number): Promise<Running> {
  const deadline = o.now() + 3000;
  while (o.now() < deadline) {
    const adopted = await adopt(o);
    if (adopted !== undefined) return adopted;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // Our own broker under a name this mesh no longer has (its record was made anew): ended, then started afresh.
  const own = await readJson(o.paths.brokerRecord, recordSchema, '').catch(() => undefined);
  if (own !== undefined && own.serverName !== o.serverName && (await isRunning(own))) {
    o.log.warn(
      { pid: own.pid },
      'the broker of an earlier record of this mesh still ran; it is ended and started afresh',
    );
    await terminate(own, o.now);
    return launch(o, port);
  }
  throw new Fault('store-locked', 'Another broker is using the store of this mesh.', {
    why: `It holds the lock ${o.paths.lock}, and it is not one this host can recognise.`,
    remedy: `End that process (its lock shows it: fuser ${o.paths.lock}), then bring the mesh up again.`,
  });
}

async function startFault(
  o: BrokerOptions,
  port: number,
  how: string,
  errFile: string,
  logStart: number,
): Promise<Fault> {
  const lines = [...(await tailOf(errFile, 0)), ...(await tailOf(o.logFile, logStart))];
  const text = lines.join('\n');
  if (/address already in use|Only one usage of each socket address/i.test(text)) {
    const who = (await askPort(o.host, port, 500)).kind === 'broker' ? 'another broker' : 'another program';
    return new Fault('port-taken', `Port ${port} on ${o.host} is taken by ${who}.`, {
      why: o.portIsExplicit
        ? 'It was asked for with --server.'
        : 'The agents of this mesh hold this address, so it is not changed silently.',
      remedy: 'End that program, or choose another address: cotal up --server nats://127.0.0.1:<port>.',
    });
  }
  const last = lines.slice(-4).join(' | ');
  return new Fault('broker-start', 'The broker did not start.', {
    why:
      last === ''
        ? `It ended with ${how} and said nothing.`
        : `It ended with ${how}. Its last lines: ${last}`,
    remedy: 'Check free disk space and the permissions of the store folder, then try again.',
  });
}

function watch(running: Running, onEnd: (how: string) => void): () => void {
  const { child, identity } = running;
  if (child !== undefined) {
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
      onEnd(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`);
    if (child.exitCode !== null || child.signalCode !== null)
      queueMicrotask(() => onExit(child.exitCode, child.signalCode));
    else child.once('exit', onExit);
    return () => child.off('exit', onExit);
  }
  const timer = setInterval(() => {
    void isRunning(identity).then((alive) => {
      if (alive) return;
      clearInterval(timer);
      onEnd('it is gone');
    });
  }, 500);
  return () => clearInterval(timer);
}

async function chosenPort(dir: string): Promise<number | undefined> {
  for (const name of await fs.readdir(dir).catch(() => [])) {
    if (!name.endsWith('.ports')) continue;
    const text = await fs.readFile(path.join(dir, name), 'utf8').catch(() => '');
    const port = /:(\d+)"/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  return undefined;
}

async function sizeOf(file: string): Promise<number> {
  return fs.stat(file).then(
    (s) => s.size,
    () => 0,
  );
}

/** The last lines written after a position, without the server's time stamps. */
async function tailOf(file: string, from: number): Promise<string[]> {
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  return text
    .slice(from)
    .split('\n')
    .map((line) => line.replace(/^\[\d+\] \S+ \S+ /, '').trim())
    .filter((line) => line !== '' && !line.startsWith('[INF]'))
    .slice(-6);
}
