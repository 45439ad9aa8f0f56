import type { InstanceId, SpaceName } from '../../../shared/base/ids.ts';
import type { Logger } from '../../../shared/base/log.ts';
import type { Now } from '../../../shared/base/time.ts';
import type { AgentRow } from '../../../shared/api/contract.ts';
import type { AgentScope } from '../../../shared/cotal/profiles.ts';
import type { Peer, RosterState } from '../../../shared/cotal/presence.ts';
import type { Connector } from '../workspace/launch.ts';

/** The terminal that an agent runs in, as far as the manager needs it. */
export interface AgentTerminal {
  readonly pid: number;
  state(): {
    readonly state: 'running' | 'exited';
    readonly since: number;
    readonly exit?: { readonly code: number | null; readonly signal: number | null; readonly at: number };
  };
  lastOutputAt(): number | null;
  lastLines(n: number): string[];
  onExit(listener: () => void): () => void;
  stop(graceful: boolean): Promise<unknown>;
  dispose(): Promise<void>;
}

export interface SpawnRequest {
  readonly persona: string | null;
  readonly name: string | null;
  readonly agent: string | null;
  readonly role: string | null;
  readonly model: string | null;
  readonly variant: string | null;
  readonly cwd: string | null;
  readonly prompt: string | null;
  readonly subscribe: readonly string[] | null;
  readonly allowSubscribe: readonly string[] | null;
  readonly allowPublish: readonly string[] | null;
  readonly cols: number | null;
  readonly rows: number | null;
}

export interface ManagerDeps<T extends AgentTerminal> {
  readonly space: SpaceName;
  readonly servers: () => string;
  readonly root: string;
  /** The person's own name: no agent may bear it. */
  readonly personName: string;
  readonly agentsDir: string;
  readonly stateFile: string;
  readonly spoolOf: (id: InstanceId) => string;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly defaultConnector: () => Promise<string>;
  readonly launch: (plan: {
    file: string;
    args: readonly string[];
    env: Readonly<Record<string, string>>;
    cwd: string;
    cols: number;
    rows: number;
  }) => Promise<T>;
  /** Mints and provisions an identity; `keep` renews an existing one. Returns its creds file, absent in open mode. */
  readonly admit: (
    scope: Omit<AgentScope, 'id'>,
    keep: InstanceId | undefined,
  ) => Promise<{ id: InstanceId; credsFile?: string }>;
  /** Takes an identity back: durables, ACL record, credential. */
  readonly retire: (id: InstanceId) => Promise<void>;
  readonly peer: (id: string) => Peer | undefined;
  readonly rosterState: () => RosterState;
  readonly now: Now;
  readonly log: Logger;
}

export interface Manager<T extends AgentTerminal> {
  /** `parent` is the agent that asks, `undefined` the person. Resolves once the agent is present, or clearly starting. */
  spawn(request: SpawnRequest, parent?: InstanceId): Promise<AgentRow>;
  /** Ends an agent and takes its identity back. With `caller`, only that agent's own children may be ended. */
  stop(name: string, graceful: boolean, caller?: InstanceId): Promise<void>;
  stopById(id: InstanceId, graceful: boolean): Promise<void>;
  /** Ends an agent and starts it again as the same instance, under the same name. */
  restart(name: string): Promise<AgentRow>;
  /** A message of this instance was seen on the mesh. */
  heard(id: string): void;
  /** The presence of somebody changed: the steps of a start are noted as they happen. */
  observe(): void;
  /** Did this agent end without anybody having asked for it? */
  endedItself(id: string): boolean;
  list(): AgentRow[];
  /** What a person should know of, in sentences. */
  problems(): readonly string[];
  terminal(name: string): T;
  onChange(listener: () => void): () => void;
  /** Starts again, as the same instances, what an earlier host left behind. */
  restore(): Promise<void>;
  stopAll(): Promise<void>;
}
