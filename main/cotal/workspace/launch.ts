import type { InstanceId, RoleName, SpaceName } from '../../../shared/base/ids.ts';
import type { ChannelScope } from '../../../shared/cotal/channels.ts';

/** What a connector is told about the agent it prepares. */
export interface LaunchRequest {
  readonly space: SpaceName;
  readonly servers: string;
  readonly id: InstanceId;
  readonly name: string;
  readonly role?: RoleName;
  readonly scope: ChannelScope;
  readonly capabilities: readonly string[];
  /** Absent in open mode. */
  readonly credsFile?: string;
  readonly personaFile: string;
  readonly persona: string;
  readonly description?: string;
  readonly model?: string;
  readonly variant?: string;
  readonly prompt?: string;
  /** Folder of the agent's durable inbox and outbox. */
  readonly spool: string;
  readonly cwd: string;
}

/** A program to run in a terminal. The environment is complete: nothing else is inherited. */
export interface LaunchPlan {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One kind of harness. */
export interface Connector {
  readonly name: string;
  /** Why it cannot run here, in a sentence, or `undefined` when it can. */
  missing(): Promise<{ readonly why: string; readonly remedy: string } | undefined>;
  prepare(request: LaunchRequest): Promise<LaunchPlan>;
}
