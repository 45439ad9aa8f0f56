import { promises as fs } from 'node:fs';
import type { InstanceId } from '../../shared/base/ids.ts';
import type { Logger } from '../../shared/base/log.ts';
import type { Now } from '../../shared/base/time.ts';
import type { MeshStatus } from '../../shared/api/contract.ts';
import { textOf } from '../../shared/cotal/envelope.ts';
import { ledgerSchema, type LedgerState } from '../attention/ledger.ts';
import { createNeeds, type Needs } from '../attention/needs.ts';
import type { Endpoint } from '../cotal/nats/endpoint.ts';
import type { OutboxEntry } from '../cotal/nats/outbox.ts';
import type { Manager } from '../cotal/manager/types.ts';
import type { Observer } from '../cotal/observer/observer.ts';
import { readJson, writeJson } from '../cotal/workspace/files.ts';
import type { TerminalSession } from '../terminal/index.ts';

/** The parts of a mesh that the queue is read from. */
export interface NeedsSources {
  /** Where it keeps what was answered. */
  readonly file: string;
  readonly person: Endpoint;
  readonly personName: string;
  readonly observer: Observer;
  readonly manager: Manager<TerminalSession>;
  readonly status: () => MeshStatus;
  readonly now: Now;
  readonly log: Logger;
}

/** The queue of what needs the person on one mesh, kept current until it is stopped. */
export async function openNeeds(s: NeedsSources): Promise<Needs & { stop(): void }> {
  const { observer, manager, person } = s;
  const needs = createNeeds({
    person: { id: person.id, name: s.personName },
    snapshot: observer.snapshot,
    agents: manager.list,
    endedItself: manager.endedItself,
    queued: () => person.queued().map((entry) => queuedOf(entry, observer)),
    status: s.status,
    async reply(to, text, replyTo) {
      const extra = replyTo === null ? {} : { replyTo };
      const target = { kind: 'peer', id: to as InstanceId } as const;
      return (await person.send(target, [{ kind: 'text', text }], extra)).state;
    },
    stored: await readStored(s),
    save: (state) => writeJson(s.file, state),
    now: s.now,
    log: s.log,
  });
  needs.take(observer.view.feed());
  // The observer speaks up every two seconds: what changes by time alone is seen then.
  const offs = [observer.onChange(({ entries }) => needs.take(entries)), manager.onChange(needs.refresh)];
  return {
    ...needs,
    stop() {
      for (const off of offs) off();
    },
  };
}

/** A damaged file is set aside: what was answered may then be shown once more, and the mesh still comes up. */
async function readStored(s: NeedsSources): Promise<LedgerState | undefined> {
  try {
    return await readJson(s.file, ledgerSchema, `It is set aside as ${s.file}.damaged.`);
  } catch (error) {
    s.log.warn({ err: error }, 'what was answered before cannot be read and is set aside');
    await fs.rename(s.file, `${s.file}.damaged`).catch(() => undefined);
    return undefined;
  }
}

function queuedOf({ message }: OutboxEntry, observer: Observer) {
  const { id, ts, channel, to, toService } = message;
  const name = to === undefined ? undefined : (observer.presence.roster.peer(to)?.card.name ?? to);
  const target = channel === undefined ? (name ?? `the role "${toService ?? ''}"`) : `#${channel}`;
  return { id, at: ts, to: target, text: textOf(message) };
}
