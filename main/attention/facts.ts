import type { AgentRow, MeshStatus } from '../../shared/api/contract.ts';
import type { FeedEntry, MeshSnapshot } from '../../shared/mesh-view/snapshot.ts';

/** Somebody on the mesh. */
export interface Who {
  readonly id: string;
  readonly name: string;
}

/** A message that asks the person something. */
export interface Ask {
  /** The message's id with its sender: a sender can choose its message ids, but not who it is. */
  readonly id: string;
  readonly messageId: string;
  readonly from: Who;
  readonly at: number;
  /** `null`: it came as a direct message. */
  readonly channel: string | null;
  /** It came to the person's role: whoever asked wants a person to take it, question or not. */
  readonly isTask: boolean;
  readonly text: string;
  readonly choices: readonly string[];
}

/** An agent with what is known of it besides its row. */
export interface AgentFact {
  readonly row: AgentRow;
  /** It ended, and nobody had asked for it. */
  readonly endedItself: boolean;
  /** Its last output, message or change of presence. */
  readonly lastSignAt: number;
}

/** One of the person's messages that the broker has not acknowledged. */
export interface Queued {
  readonly id: string;
  readonly at: number;
  /** `#general`, a peer's name, or a role. */
  readonly to: string;
  readonly text: string;
}

/** Everything that the queue is derived from. Times are epoch milliseconds. */
export interface Facts {
  readonly now: number;
  readonly person: Who;
  readonly snapshot: Pick<MeshSnapshot, 'roster' | 'agents' | 'endpoints'>;
  readonly agents: readonly AgentFact[];
  readonly asks: readonly Ask[];
  /** Direct messages and tasks of late, of everybody. */
  readonly sent: readonly FeedEntry[];
  readonly queued: readonly Queued[];
  /** `since`: when the state was first seen. */
  readonly status: Pick<MeshStatus, 'space' | 'state' | 'since' | 'reason'>;
  readonly warnings: readonly { readonly text: string; readonly since: number }[];
}

/** After how long something is worth a person's attention, in milliseconds. */
export interface Limits {
  /** An agent that says it works and gives no sign for this long is silent. */
  readonly silentMs: number;
  /** A message that waits for less than this may just be on its way. */
  readonly graceMs: number;
  /** A question whose asker has been gone for this long is dropped. */
  readonly goneMs: number;
  /** A message that was not delivered is shown for this long. */
  readonly undeliveredMs: number;
}

export const LIMITS: Limits = {
  silentMs: 600_000,
  graceMs: 5000,
  goneMs: 3_600_000,
  undeliveredMs: 86_400_000,
};
