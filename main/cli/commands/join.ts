import { createInterface } from 'node:readline';
import { Fault } from '../../../shared/base/refusal.ts';
import { visibleText, visibleLine } from '../../../shared/base/visible.ts';
import { textOf } from '../../../shared/cotal/envelope.ts';
import type { ChannelName } from '../../../shared/base/ids.ts';
import { parseChannelName } from '../../../shared/cotal/names.ts';
import type { Endpoint } from '../../cotal/nats/endpoint.ts';
import type { InboxItem } from '../../cotal/nats/inbox.ts';
import type { Context, MeshChoice } from '../context.ts';
import { bold, dim } from '../output.ts';

export interface JoinOptions extends MeshChoice {
  readonly name?: string;
  readonly role?: string;
  readonly channel?: string;
  readonly kind?: string;
  readonly creds?: string;
  readonly link?: string;
  readonly token?: string;
  readonly tls?: boolean;
}

/** `cotal join`: an interactive presence. A line posts to the channel; `/dm <name> <text>`, `/ask <role> <text>`, `/who`, `/quit`. */
export async function join(ctx: Context, o: JoinOptions): Promise<void> {
  const { openJoin } = await import('../join-session.ts');
  const { endpoint, channel, cleanup } = await openJoin(ctx, o);
  const states = endpoint
    .memberships()
    .map((m) => `#${m.channel} ${m.state}${m.reason === null ? '' : ` (${m.reason})`}`);
  ctx.out.line(`joined as ${bold(endpoint.id.slice(0, 8))}…: ${states.join(', ') || 'no channel'}`);
  ctx.out.line(dim('A line posts to the channel. /dm <name> <text>, /ask <role> <text>, /who, /quit'));
  const show = (item: InboxItem): void => {
    const where =
      item.kind === 'channel' ? `#${item.via}` : item.kind === 'anycast' ? `role ${item.via}` : 'direct';
    const text = visibleText(textOf(item.message), 4000);
    if (ctx.out.json)
      process.stdout.write(
        `${JSON.stringify({ ...item.message, kind: item.kind, seq: item.n, historical: item.historical })}\n`,
      );
    else
      process.stdout.write(
        `${dim(`${where}${item.historical ? ' ↺' : ''}`)} ${bold(visibleLine(item.message.from.name, 40))} ${text}\n`,
      );
    void endpoint.inbox.commit(item.n).catch(() => undefined);
  };
  for (const item of endpoint.inbox.read(endpoint.inbox.cursor(), 1000)) show(item);
  endpoint.onItem(show);
  const lines = createInterface({ input: process.stdin });
  const done = new Promise<void>((resolve) => {
    lines.on('close', resolve);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  lines.on('line', (line) => {
    if (line.trim() === '/quit') return lines.close();
    void say(endpoint, channel, line.trim()).then(
      (answer) => answer === '' || ctx.out.line(dim(answer)),
      (error: unknown) =>
        ctx.out.note(error instanceof Fault ? `${error.message} ${error.remedy}` : String(error)),
    );
  });
  await done;
  lines.close();
  await endpoint.close();
  await cleanup();
  // An open terminal would otherwise keep the program waiting for a line nobody reads.
  process.stdin.destroy();
}

async function say(endpoint: Endpoint, channel: ChannelName, line: string): Promise<string> {
  if (line === '') return '';
  const parts = (text: string) => [{ kind: 'text', text }];
  const command = /^\/(dm|ask)\s+(\S+)\s+(.+)$/s.exec(line);
  if (line === '/who')
    return endpoint.presence.roster
      .peers()
      .map((p) => `${p.card.name} (${p.status})`)
      .join(', ');
  if (command === null && line.startsWith('/'))
    return 'unknown command: /dm <name> <text>, /ask <role> <text>, /who, /quit';
  if (command === null) return outcome(await endpoint.send({ kind: 'channel', channel }, parts(line)));
  const [, verb, target = '', text = ''] = command;
  if (verb === 'ask') {
    const role = parseChannelName(target);
    if (!role.ok) return role.error.sentence;
    return outcome(await endpoint.send({ kind: 'role', role: target as never }, parts(text)));
  }
  const found = endpoint.resolve(target);
  if (!found.ok) return found.error.sentence;
  const sent = outcome(await endpoint.send({ kind: 'peer', id: found.value.id }, parts(text)));
  return found.value.live ? sent : `${found.value.name} is offline, the message waits`;
}

function outcome(sent: { state: 'sent' | 'queued' }): string {
  return sent.state === 'queued' ? 'kept, and sent as soon as the broker is back' : '';
}
