import { createInterface } from 'node:readline';
import type { ChannelName } from '../../../../shared/base/ids.ts';
import { Fault } from '../../../../shared/base/refusal.ts';
import { visibleLine } from '../../../../shared/base/visible.ts';
import { covers } from '../../../../shared/cotal/channels.ts';
import { textOf } from '../../../../shared/cotal/envelope.ts';
import type { Endpoint } from '../../nats/endpoint.ts';
import type { InboxItem } from '../../nats/inbox.ts';
import { joinSession, readSession, type SessionIdentity } from '../session.ts';
import { sessionLog } from '../session-log.ts';

// Node would open its debugger on this signal.
process.on('SIGUSR1', () => undefined);

const dim = (text: string): string => `\x1b[2m${text}\x1b[0m`;
const bold = (text: string): string => `\x1b[1m${text}\x1b[0m`;
const GENERAL = 'general' as ChannelName;

/** The demo agent: a script, not a model. It answers every plain direct message and every task of its role. */
async function main(): Promise<void> {
  const session = readSession(process.env, 'demo');
  const { card, space } = session.options;
  say(
    `${bold(card.name)} ${dim(`demo agent${card.role === undefined ? '' : ` · ${card.role}`} · space ${space}`)}`,
  );
  say(
    dim('A script, not a model: it answers direct messages and tasks. Type a line to post it to #general.'),
  );
  const endpoint = await joinSession(session, sessionLog(session.options.spool));
  say(
    dim(
      `joined ${
        endpoint
          .memberships()
          .map((m) => `#${m.channel}`)
          .join(' ') || 'no channel'
      } as ${endpoint.id.slice(0, 8)}…`,
    ),
  );

  // What was surfaced but not handled before an earlier end is handled now, in order.
  let work: Promise<void> = Promise.resolve();
  let taken = endpoint.inbox.cursor();
  const take = (item: InboxItem): void => {
    if (item.n <= taken) return;
    taken = item.n;
    work = work
      .then(() => handle(endpoint, item))
      .catch((error: unknown) => say(dim(`could not handle a message: ${String(error)}`)));
  };
  const off = endpoint.onItem(take);
  for (const item of endpoint.inbox.read(taken, 1000)) take(item);
  if (session.prompt !== undefined) say(`${dim('prompt')} ${visibleLine(session.prompt)}`);

  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    void post(endpoint, session, line.trim());
  });
  const end = async (): Promise<void> => {
    off();
    lines.close();
    await work;
    await endpoint.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());
}

async function handle(endpoint: Endpoint, item: InboxItem): Promise<void> {
  const { message } = item;
  const text = textOf(message);
  const from = visibleLine(message.from.name, 64);
  const where =
    item.kind === 'channel' ? `#${item.via}` : item.kind === 'anycast' ? `→ ${item.via}` : 'direct';
  say(`${dim(where)} ${bold(from)} ${visibleLine(text, 500)}`);
  const asks = item.kind !== 'channel' && !item.historical && item.sender !== endpoint.id;
  // A reply is never answered: two demo agents would otherwise talk for ever.
  if (asks && message.replyTo === undefined) {
    endpoint.setStatus('working', `answering ${from}`);
    const answer =
      item.kind === 'anycast'
        ? `${item.via} here. Taken: ${text.slice(0, 2000)}`
        : `You said: ${text.slice(0, 2000)}`;
    const sent = await endpoint.send(
      { kind: 'peer', id: item.sender as Endpoint['id'] },
      [{ kind: 'text', text: answer }],
      { replyTo: message.id, ...(message.contextId === undefined ? {} : { contextId: message.contextId }) },
    );
    say(`${dim(`answered ${from}${sent.state === 'queued' ? ' (queued)' : ''}`)}`);
    endpoint.setStatus('idle');
  }
  await endpoint.inbox.commit(item.n);
}

async function post(endpoint: Endpoint, session: SessionIdentity, line: string): Promise<void> {
  if (line === '') return;
  if (!covers(session.allowPublish, GENERAL)) {
    say(dim(`echo ${visibleLine(line)} (this agent may not post to #general)`));
    return;
  }
  try {
    await endpoint.send({ kind: 'channel', channel: GENERAL }, [{ kind: 'text', text: line }]);
    say(dim(`posted to #general: ${visibleLine(line)}`));
  } catch (error) {
    say(dim(explain(error)));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function explain(error: unknown): string {
  return error instanceof Fault ? `${error.what} ${error.why} ${error.remedy}` : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
