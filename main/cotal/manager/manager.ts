import type { ChannelPattern, InstanceId, RoleName } from '../../../shared/base/ids.ts';
import { asFault, Fault } from '../../../shared/base/refusal.ts';
import type { AgentRow } from '../../../shared/api/contract.ts';
import { parseDisplayName } from '../../../shared/cotal/names.ts';
import type { AgentScope } from '../../../shared/cotal/profiles.ts';
import type { Connector, LaunchRequest } from '../workspace/launch.ts';
import { signalProcess, startTimeOf } from '../workspace/processes.platform.ts';
import type { AgentRecord } from './agents-file.ts';
import { readAgents, writeAgents } from './agents-file.ts';
import { readPersona } from './personas.ts';
import { agentRow, markStart, NOT_STARTED, type StartMarks } from './row.ts';
import { createSpawnGate, type Place } from './spawn-gate.ts';
import { planAgent, unwrap, type AgentPlan } from './spawn-plan.ts';
import type { AgentTerminal, Manager, ManagerDeps, SpawnRequest } from './types.ts';

interface Managed<T> {
  record: AgentRecord;
  terminal: T;
  place: Place;
  restartedAt: number | null;
  marks: StartMarks;
  /** Somebody asked for its end. */
  isEnding: boolean;
}

const COLS = 120;
const ROWS = 32;
/** How long a spawn waits for the agent to show on the mesh before it says "starting". */
const PRESENT_MS = 5000;

/** Starts, watches and ends the agents of one mesh. */
export function createManager<T extends AgentTerminal>(d: ManagerDeps<T>): Manager<T> {
  const agents = new Map<string, Managed<T>>();
  /** Names being started: two spawns of one name must not race. */
  const reserved = new Set<string>();
  /** Ids of agents between their end and their new start: nobody may take their identity back meanwhile. */
  const restarting = new Set<string>();
  const gate = createSpawnGate(d.now);
  const listeners = new Set<() => void>();
  const problems: string[] = [];
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  let saving: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    const next = saving.then(() =>
      writeAgents(
        d.stateFile,
        [...agents.values()].filter((a) => a.terminal.state().state === 'running').map((a) => a.record),
      ),
    );
    saving = next.catch((error: unknown) =>
      d.log.error({ err: error }, 'the list of agents could not be written'),
    );
    return saving;
  };

  const live = (name: string): boolean =>
    reserved.has(name) || agents.get(name)?.terminal.state().state === 'running';

  function chooseName(wanted: string | null, personaName: string): string {
    const name = wanted ?? personaName;
    if (name.toLowerCase() === d.personName.toLowerCase()) {
      throw new Fault('name-taken', `"${name}" is your own name on this mesh.`, {
        why: 'An agent under it could pass for you.',
        remedy: 'Choose another --name.',
      });
    }
    if (!live(name)) return name;
    if (wanted !== null)
      throw new Fault('name-taken', `An agent called "${wanted}" is running already.`, {
        why: 'Names are unique among running agents.',
        remedy: 'Choose another --name, or stop that one first.',
      });
    for (let i = 2; ; i++) if (!live(`${name}-${i}`)) return `${name}-${i}`;
  }

  async function spawn(request: SpawnRequest, parent?: InstanceId): Promise<AgentRow> {
    const persona = await readPersona(d.agentsDir, request.persona ?? 'default');
    const { agentFile } = persona;
    const connector = await usableConnector(request.agent ?? agentFile.agent ?? (await d.defaultConnector()));
    const plan = planAgent(request, persona, { connector: connector.name, root: d.root, parent });
    const name = chooseName(
      request.name,
      unwrap(parseDisplayName(request.name ?? agentFile.name), 'bad-name'),
    );
    const place = gate.enter();
    reserved.add(name);
    try {
      const previous = agents.get(name);
      // A fresh context under the same name is a new instance; the old one is collected (decision 4).
      if (previous !== undefined) await collect(previous);
      const started = await start({ name, ...plan }, undefined, agentFile.persona, place, {
        cols: request.cols ?? COLS,
        rows: request.rows ?? ROWS,
      });
      return await present(started, 'collect');
    } catch (error) {
      place.release(true);
      throw error;
    } finally {
      reserved.delete(name);
      changed();
    }
  }

  async function usableConnector(name: string): Promise<Connector> {
    const connector = d.connectors.get(name);
    if (connector === undefined) {
      throw new Fault('unknown-connector', `There is no connector called "${name}".`, {
        why: `Known: ${[...d.connectors.keys()].join(', ')}.`,
        remedy: 'Name one with --agent, or in the persona (agent: …).',
      });
    }
    const missing = await connector.missing();
    if (missing !== undefined)
      throw new Fault('harness-missing', `"${name}" cannot be started here.`, missing);
    return connector;
  }

  /** Admits, prepares and launches; on any failure nothing of it is left. */
  async function start(
    base: AgentPlan,
    keep: InstanceId | undefined,
    persona: string,
    place: Place,
    size: { cols: number; rows: number },
  ): Promise<Managed<T>> {
    const connector = await usableConnector(base.connector);
    const scope: Omit<AgentScope, 'id'> = {
      ...(base.role === null ? {} : { role: base.role as RoleName }),
      allowSubscribe: base.allowSubscribe as ChannelPattern[],
      allowPublish: base.allowPublish as ChannelPattern[],
      capabilities: base.capabilities,
    };
    const admitted = await d.admit(scope, keep);
    try {
      const request: LaunchRequest = {
        space: d.space,
        servers: d.servers(),
        id: admitted.id,
        name: base.name,
        scope: {
          subscribe: base.subscribe as ChannelPattern[],
          allowSubscribe: scope.allowSubscribe,
          allowPublish: scope.allowPublish,
        },
        capabilities: base.capabilities,
        personaFile: base.personaFile,
        persona,
        spool: d.spoolOf(admitted.id),
        cwd: base.cwd,
        ...(scope.role === undefined ? {} : { role: scope.role }),
        ...(admitted.credsFile === undefined ? {} : { credsFile: admitted.credsFile }),
        ...(base.description === null ? {} : { description: base.description }),
        ...(base.model === null ? {} : { model: base.model }),
        ...(base.variant === null ? {} : { variant: base.variant }),
        ...(base.prompt === null ? {} : { prompt: base.prompt }),
      };
      const plan = await connector.prepare(request);
      const terminal = await d.launch({ ...plan, cwd: base.cwd, ...size });
      const record: AgentRecord = {
        ...base,
        id: admitted.id,
        pid: terminal.pid,
        startTime: (await startTimeOf(terminal.pid)) ?? '',
        startedAt: d.now(),
      };
      const managed: Managed<T> = {
        record,
        terminal,
        place,
        restartedAt: null,
        marks: NOT_STARTED,
        isEnding: false,
      };
      agents.set(base.name, managed);
      terminal.onExit(() => ended(managed));
      await save();
      d.log.info(
        {
          name: base.name,
          id: admitted.id,
          pid: terminal.pid,
          connector: base.connector,
          persona: base.persona,
        },
        'agent started',
      );
      return managed;
    } catch (error) {
      if (keep === undefined)
        await d
          .retire(admitted.id)
          .catch((e: unknown) =>
            d.log.warn({ err: e }, 'an identity that was not used could not be taken back'),
          );
      throw asFault(error, 'launch-failed', `"${base.name}" could not be started.`, 'See cotal logs.');
    }
  }

  /** Waits until the agent shows on the mesh; one that dies at once is a failure with its last words. */
  async function present(managed: Managed<T>, ifEnded: 'collect' | 'keep'): Promise<AgentRow> {
    const deadline = d.now() + PRESENT_MS;
    const { record, terminal } = managed;
    while (d.now() < deadline) {
      const { state, exit } = terminal.state();
      if (state === 'exited') {
        const how = exit?.signal ? `signal ${exit.signal}` : `exit code ${exit?.code ?? 'unknown'}`;
        const last = terminal.lastLines(4).join(' | ');
        if (ifEnded === 'collect') await collect(managed);
        throw new Fault('agent-exited', `"${record.name}" ended right after its start (${how}).`, {
          why: last === '' ? 'It said nothing.' : `Its last lines: ${last}`,
          remedy: 'Correct what it says, then spawn it again.',
        });
      }
      if (d.peer(record.id)?.status !== undefined && d.peer(record.id)?.status !== 'offline') break;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return rowOf(managed);
  }

  function ended(managed: Managed<T>): void {
    managed.place.release(false);
    const { record, terminal } = managed;
    d.log.info({ name: record.name, id: record.id, exit: terminal.state().exit }, 'agent ended');
    void save();
    changed();
    // A parent's end ends what it started.
    for (const child of agents.values()) {
      if (child.record.parent !== record.id || child.terminal.state().state !== 'running') continue;
      child.isEnding = true;
      void child.terminal.stop(true);
    }
  }

  /** Takes back an agent's identity and forgets it. */
  async function collect(managed: Managed<T>): Promise<void> {
    await managed.terminal.dispose();
    managed.place.release(true);
    if (agents.get(managed.record.name) === managed) agents.delete(managed.record.name);
    await d
      .retire(managed.record.id as InstanceId)
      .catch((error: unknown) =>
        d.log.warn({ err: error, id: managed.record.id }, 'an identity could not be taken back'),
      );
    await save();
    changed();
  }

  async function end(managed: Managed<T>, graceful: boolean): Promise<void> {
    for (const child of [...agents.values()].filter((a) => a.record.parent === managed.record.id))
      await end(child, graceful);
    managed.isEnding = true;
    // The operator ended it: its place is free at once.
    managed.place.release(true);
    await managed.terminal.stop(graceful);
    await collect(managed);
  }

  function find(name: string): Managed<T> {
    const managed = agents.get(name) ?? [...agents.values()].find((a) => a.record.id === name);
    if (managed !== undefined) return managed;
    const known = [...agents.keys()];
    throw new Fault('no-such-agent', `No managed agent is called "${name}".`, {
      why: known.length === 0 ? 'None is running.' : `There are: ${known.join(', ')}.`,
      remedy: 'See them with cotal ps.',
    });
  }

  const rowOf = (m: Managed<T>): AgentRow => {
    const peer = d.peer(m.record.id);
    m.marks = markStart(m.marks, peer, m.record.startedAt, d.now());
    return agentRow(m.record, m.terminal, m.restartedAt, m.marks, peer, d.rosterState());
  };

  /** What an agent was made of, to start it again as the same instance. */
  const again = async ({
    personaFile,
    ...rest
  }: AgentRecord): Promise<{ plan: AgentPlan; persona: string }> => {
    const { id: _id, pid: _pid, startTime: _startTime, startedAt: _startedAt, ...plan } = rest;
    const persona = await readPersona(d.agentsDir, personaFile).then(
      (p) => p.agentFile.persona,
      () => '',
    );
    return { plan: { ...plan, personaFile }, persona };
  };

  function assertIdle({ record }: Managed<T>): void {
    if (!restarting.has(record.id)) return;
    throw new Fault('busy', `"${record.name}" is just being restarted.`, {
      why: 'It was asked for a moment ago.',
      remedy: 'Wait until it has started, then try again.',
    });
  }

  /** Ends an agent and starts it as the same instance (decision 4); a failed start leaves it listed as ended. */
  async function restart(name: string): Promise<AgentRow> {
    const old = find(name);
    assertIdle(old);
    reserved.add(old.record.name);
    restarting.add(old.record.id);
    old.isEnding = true;
    let place: Place | undefined;
    try {
      old.place.release(true);
      await old.terminal.stop(true);
      place = gate.enter();
      const { plan, persona } = await again(old.record);
      const size = { cols: COLS, rows: ROWS };
      const managed = await start(plan, old.record.id as InstanceId, persona, place, size);
      restarting.delete(old.record.id);
      await old.terminal.dispose();
      return await present(managed, 'keep');
    } catch (error) {
      place?.release(true);
      throw error;
    } finally {
      restarting.delete(old.record.id);
      reserved.delete(old.record.name);
      changed();
    }
  }

  return {
    spawn,
    restart,
    heard(id) {
      const managed = [...agents.values()].find((m) => m.record.id === id);
      if (managed === undefined || managed.terminal.state().state === 'exited') return;
      managed.marks = { ...managed.marks, firstTurnAt: managed.marks.firstTurnAt ?? d.now() };
    },
    endedItself: (id) => {
      const managed = [...agents.values()].find((m) => m.record.id === id);
      return managed !== undefined && !managed.isEnding && managed.terminal.state().state === 'exited';
    },
    observe() {
      for (const managed of agents.values()) rowOf(managed);
    },
    async stop(name, graceful, caller) {
      const managed = find(name);
      if (caller !== undefined && managed.record.parent !== caller) {
        throw new Fault('not-yours', `"${name}" is not yours to stop.`, {
          why: 'An agent may stop only what it started.',
          remedy: 'Ask the owner of the mesh.',
        });
      }
      assertIdle(managed);
      await end(managed, graceful);
    },
    async stopById(id, graceful) {
      await end(find(id), graceful);
    },
    list: () => [...agents.values()].map(rowOf),
    problems: () => problems,
    terminal: (name) => find(name).terminal,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async restore() {
      const { agents: left, problem } = await readAgents(d.stateFile);
      if (problem !== null) {
        problems.push(problem);
        d.log.error({ problem }, 'the list of agents was damaged');
      }
      // What an earlier host started lost its terminal with it and is ended before it is started again.
      await Promise.all(left.map((r) => signalProcess({ pid: r.pid, startTime: r.startTime }, 'SIGKILL')));
      for (const old of left) {
        const place = gate.enter();
        try {
          const { plan, persona } = await again(old);
          const managed = await start(plan, old.id as InstanceId, persona, place, { cols: COLS, rows: ROWS });
          managed.restartedAt = d.now();
          d.log.warn(
            { name: old.name, id: old.id },
            'agent started again after the host had ended without notice',
          );
        } catch (error) {
          place.release(true);
          d.log.error({ err: error, name: old.name }, 'an agent could not be started again');
        }
      }
      changed();
    },
    async stopAll() {
      await Promise.all(
        [...agents.values()].map((a) =>
          end(a, true).catch((error: unknown) => d.log.warn({ err: error }, 'an agent did not end cleanly')),
        ),
      );
    },
  };
}
