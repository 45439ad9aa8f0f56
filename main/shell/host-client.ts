import { spawn } from 'node:child_process';
import { closeSync, openSync, promises as fs } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import { Fault, firstIssue } from '../../shared/base/refusal.ts';
import {
  events,
  methods,
  wireErrorSchema,
  type EventName,
  type EventPayload,
  type Method,
  type MethodInput,
  type MethodOutput,
} from '../../shared/api/contract.ts';
import { answerFrameSchema, MAX_FRAME_BYTES } from '../../shared/api/frames.ts';
import { assertOwnDir, ensurePrivateDir, exists } from '../cotal/workspace/files.ts';
import { homePaths } from '../cotal/workspace/home.ts';
import { flockPath, LOCK_TAKEN_EXIT, lockedCommand } from '../cotal/workspace/lock.platform.ts';
import { isRunning } from '../cotal/workspace/processes.platform.ts';
import { readHostState, type HostState } from '../cotal/workspace/host-state.ts';
import { readLines } from '../cotal/workspace/lines.ts';
import { VERSION } from './version.ts';

/** A connection to the host of a machine home. */
export interface HostClient {
  /** Rejects with a Fault in words. */
  call<M extends Method>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>;
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void;
  /** Resolves with the reason when the connection ends. */
  readonly closed: Promise<string>;
  close(): void;
}

const START_MS = 30_000;
/** A host that is alive says its hello at once; one that does not within this long is stuck. */
const HELLO_MS = 5000;

/**
 * Connects to the host, starting it first when none runs. One function for shell and CLI. `nodePath` is the Node to
 * run it with, for a caller that is no Node program itself (decision 24).
 */
export async function ensureHost(o: {
  home: string;
  appDir: string;
  nodePath?: string;
  now: () => number;
}): Promise<HostClient> {
  const running = await connectHost(o.home);
  if (running !== undefined) return running;
  const paths = homePaths(o.home);
  await ensurePrivateDir(path.dirname(paths.hostState));
  const err = openSync(paths.hostErr, 'w', 0o600);
  const program = path.join(o.appDir, 'main', 'host.mjs');
  const command = { file: o.nodePath ?? process.execPath, args: [program] };
  const { file, args } = lockedCommand(paths.hostLock, command, flockPath());
  // Its own session: closing the terminal or the window that needed it first does not end it.
  const child = spawn(file, [...args], {
    detached: true,
    stdio: ['ignore', 'ignore', err],
    cwd: o.home,
    env: hostEnvironment(o.home),
  });
  closeSync(err);
  let exit: number | undefined;
  child.on('exit', (code) => (exit = code ?? 1));
  child.on('error', () => (exit = 1));
  const deadline = o.now() + START_MS;
  for (;;) {
    const client = await connectHost(o.home);
    if (client !== undefined) {
      child.unref();
      return client;
    }
    // Another start won the lock: its host is the one to talk to.
    if (exit !== undefined && exit !== LOCK_TAKEN_EXIT) throw await startFault(paths.hostErr, exit);
    if (o.now() > deadline) throw await startFault(paths.hostErr, undefined);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Connects to the running host; `undefined` when none runs. One that runs but cannot be talked to is explained. */
export async function connectHost(home: string): Promise<HostClient | undefined> {
  const state = await readHostState(homePaths(home).hostState).catch(() => undefined);
  if (state === undefined || state.state === 'stopped') return undefined;
  // The word of the state file is said only to a socket in a folder that is ours.
  if (process.platform !== 'win32' && (await exists(path.dirname(state.socket))))
    await assertOwnDir(path.dirname(state.socket));
  const socket = await dial(state.socket);
  const client = socket === undefined ? undefined : await greet(socket, state);
  if (client !== undefined) return client;
  if (!(await isRunning(state))) return undefined;
  // A host that just begins or ends has no socket for a moment.
  await new Promise((resolve) => setTimeout(resolve, 200));
  if (socket === undefined && (state.state === 'starting' || !(await isRunning(state)))) return undefined;
  if (!(await isRunning(state))) return undefined;
  throw new Fault('host-silent', 'The host runs but does not answer.', {
    why: `Its process is ${state.pid}; it may be stopped or stuck.`,
    remedy: `Let it go on (kill -CONT ${state.pid}) or end it (kill ${state.pid}), then try again.`,
  });
}

function dial(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

const helloAnswer = z.object({ hello: z.object({ version: z.string() }) });

async function greet(socket: Socket, state: HostState): Promise<HostClient | undefined> {
  const waiting = new Map<number, { resolve: (output: unknown) => void; reject: (error: Fault) => void }>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  let last = 0;
  let greeted: (version: string | undefined) => void = () => undefined;
  const hello = new Promise<string | undefined>((resolve) => (greeted = resolve));
  let closedWith: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => (closedWith = resolve));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    greeted(undefined);
    closedWith('The host ended or was restarted.');
    for (const { reject } of waiting.values())
      reject(
        new Fault('host-gone', 'The host ended while it was asked.', {
          why: 'Its process is gone.',
          remedy: 'Try again: it is started anew.',
        }),
      );
    waiting.clear();
  });
  readLines(socket, MAX_FRAME_BYTES, (line) => {
    const json = parseJsonText(line, { maxBytes: MAX_FRAME_BYTES, maxDepth: 80 });
    if (!json.ok) return void socket.destroy();
    const answer = helloAnswer.safeParse(json.value);
    if (answer.success) return greeted(answer.data.hello.version);
    const frame = answerFrameSchema.safeParse(json.value);
    if (!frame.success) return;
    if ('event' in frame.data) {
      const { event, payload } = frame.data;
      for (const listener of listeners.get(event) ?? []) listener(payload);
      return;
    }
    const call = waiting.get(frame.data.id);
    waiting.delete(frame.data.id);
    if (frame.data.ok) call?.resolve(frame.data.output);
    else call?.reject(toFault(frame.data.error));
  });
  socket.write(`${JSON.stringify({ hello: { version: VERSION, nonce: state.nonce } })}\n`);
  const timer = setTimeout(() => greeted(undefined), HELLO_MS);
  const version = await hello;
  clearTimeout(timer);
  if (version === undefined) {
    socket.destroy();
    return undefined;
  }
  if (version !== VERSION) {
    socket.destroy();
    throw new Fault('host-version', `The host that runs is version ${version}; this program is ${VERSION}.`, {
      why: 'The app was updated while the host kept its agents running.',
      remedy: 'Bring the meshes down with the old version, or end the host, then try again.',
    });
  }
  return {
    call(method, input) {
      const id = ++last;
      return new Promise((resolve, reject) => {
        if (socket.destroyed)
          return reject(
            new Fault('host-gone', 'The host is gone.', {
              why: 'The connection to it has ended.',
              remedy: 'Try again: it is started anew.',
            }),
          );
        waiting.set(id, {
          resolve: (output) => {
            const parsed = methods[method].out.safeParse(output);
            if (parsed.success) resolve(parsed.data as MethodOutput<typeof method>);
            else
              reject(
                new Fault('bad-answer', 'The host gave an answer that cannot be read.', {
                  why: `${method}: ${firstIssue(parsed.error)}.`,
                  remedy: 'Host and program are of different builds: restart the host.',
                }),
              );
          },
          reject,
        });
        socket.write(`${JSON.stringify({ id, method, input })}\n`);
      });
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set);
      const checked = (payload: unknown): void => {
        const parsed = events[event].safeParse(payload);
        if (parsed.success) listener(parsed.data as EventPayload<typeof event>);
      };
      set.add(checked);
      return () => set.delete(checked);
    },
    closed,
    close: () => socket.end(),
  };
}

/** The person's environment without what would change how Node runs, or make the host an agent. */
function hostEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([key]) => !/^(NODE_|ELECTRON_|npm_)/i.test(key) && !AGENT_VARIABLES.has(key),
  );
  return { ...Object.fromEntries(kept), COTAL_HOME: home };
}

const AGENT_VARIABLES = new Set([
  'COTAL_ID',
  'COTAL_NAME',
  'COTAL_CREDS',
  'COTAL_SPOOL',
  'COTAL_ROLE',
  'COTAL_SPACE',
  'COTAL_SERVERS',
  'COTAL_AGENT_FILE',
  'COTAL_PROMPT',
]);

function toFault(error: z.infer<typeof wireErrorSchema>): Fault {
  return new Fault(error.code, error.message, { why: '', remedy: error.remedy });
}

async function startFault(errFile: string, exit: number | undefined): Promise<Fault> {
  const text = (await fs.readFile(errFile, 'utf8').catch(() => '')).trim();
  const lines = text.split('\n');
  const said = parseJsonText(lines.at(-1) ?? '', { maxBytes: 65_536, maxDepth: 4 });
  const parsed = said.ok ? wireErrorSchema.safeParse(said.value) : undefined;
  if (parsed?.success === true) return toFault(parsed.data);
  const how =
    exit === undefined ? `It was not ready within ${START_MS / 1000} s.` : `It ended with exit code ${exit}.`;
  return new Fault('host-start', 'The host did not start.', {
    why: text === '' ? how : `${how} Its last line: ${lines.at(-1) ?? ''}`,
    remedy: 'See the log: cotal logs.',
  });
}
