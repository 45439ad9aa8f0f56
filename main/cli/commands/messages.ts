import type { MethodOutput } from '../../../shared/api/contract.ts';
import { Fault } from '../../../shared/base/refusal.ts';
import { visibleText, visibleLine } from '../../../shared/base/visible.ts';
import { messageSchema, textOf } from '../../../shared/cotal/envelope.ts';
import { openMesh, type Context, type MeshChoice } from '../context.ts';
import { bold, dim } from '../output.ts';

export interface SendOptions extends MeshChoice {
  readonly creds?: string;
  readonly replyTo?: string;
}

export type SendMode = 'msg' | 'dm' | 'ask';

/** `cotal send msg|dm|ask`: one message, as the person; inside an agent session, as that agent. */
export async function send(
  ctx: Context,
  mode: SendMode,
  target: string,
  text: string,
  o: SendOptions,
): Promise<void> {
  const raw = o.creds !== undefined || process.env['COTAL_ID'] !== undefined;
  const sent = raw
    ? await sendRaw(ctx, mode, target, text, o)
    : await sendAsPerson(ctx, mode, target, text, o);
  const arrow = { msg: '', dm: '→ ', ask: '→ role ' }[mode];
  ctx.out.facts(
    sent,
    () =>
      `${sent.seq === 0 ? 'queued' : 'sent'} ${arrow}${bold(sent.to)} ${dim(sent.id)}${sent.note === null ? '' : `\n${sent.note}`}`,
  );
}

async function sendAsPerson(
  ctx: Context,
  mode: SendMode,
  target: string,
  text: string,
  o: SendOptions,
): Promise<MethodOutput<'mesh.send'>> {
  const { host, mesh } = await openMesh(ctx, o);
  try {
    const to =
      mode === 'msg'
        ? { kind: 'channel' as const, channel: target }
        : mode === 'dm'
          ? { kind: 'peer' as const, peer: target }
          : { kind: 'role' as const, role: target };
    return await host.call('mesh.send', { mesh: mesh.id, to, text, replyTo: o.replyTo ?? null });
  } finally {
    host.close();
  }
}

async function sendRaw(
  ctx: Context,
  mode: SendMode,
  target: string,
  text: string,
  o: SendOptions,
): Promise<MethodOutput<'mesh.send'>> {
  const { openRaw } = await import('../raw.ts');
  const raw = await openRaw(ctx, o);
  try {
    return await raw.send(mode, target, text, o.replyTo);
  } finally {
    await raw.close();
  }
}

export interface HistoryOptions extends MeshChoice {
  readonly dms?: boolean;
  readonly limit?: string;
  readonly with?: string;
}

type Message = MethodOutput<'mesh.history'>['messages'][number];

/** `cotal history`: the newest messages, oldest first: of a channel, of all channels, or the direct ones. */
export async function history(ctx: Context, channel: string | undefined, o: HistoryOptions): Promise<void> {
  const limit = Number(o.limit ?? '50');
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new Fault('usage', `"${o.limit ?? ''}" is not a number of messages.`, {
      why: 'Between 1 and 1000 can be asked for.',
      remedy: 'Correct --limit.',
    });
  const messages =
    process.env['COTAL_ID'] === undefined
      ? await ofMesh(ctx, channel, o, limit)
      : await ofAgent(channel, o, limit);
  ctx.out.facts(messages, () =>
    messages.length === 0
      ? dim(o.dms === true ? 'No direct messages yet.' : 'Nothing was said yet.')
      : messages.map((m) => line(m, namesIn(messages))).join('\n'),
  );
}

async function ofMesh(
  ctx: Context,
  channel: string | undefined,
  o: HistoryOptions,
  limit: number,
): Promise<Message[]> {
  const { host, mesh } = await openMesh(ctx, o);
  try {
    const of =
      o.dms === true || o.with !== undefined
        ? { kind: 'dms' as const, peer: o.with ?? null }
        : { kind: 'channels' as const, channel: channel ?? null };
    let found: Message[] = [];
    // Large ones come in several answers.
    for (;;) {
      const before = found[0]?.seq ?? null;
      if (before === 1) return found;
      const wanted = limit - found.length;
      const { messages } = await host.call('mesh.history', { mesh: mesh.id, of, limit: wanted, before });
      found = [...messages, ...found];
      if (messages.length === 0 || found.length >= limit) return found;
    }
  } finally {
    host.close();
  }
}

async function ofAgent(channel: string | undefined, o: HistoryOptions, limit: number): Promise<Message[]> {
  const { readOwnInbox } = await import('../own-inbox.ts');
  const items = await readOwnInbox(process.env['COTAL_SPOOL']);
  return items
    .filter((i) =>
      o.dms === true
        ? i.kind !== 'channel'
        : i.kind === 'channel' && (channel === undefined || i.via === channel),
    )
    .slice(-limit)
    .map((i) => ({ ...i.message, kind: i.kind, seq: i.n, historical: i.historical }));
}

/** `cotal history clear --force`: purges what is retained. */
export async function clearHistory(
  ctx: Context,
  o: MeshChoice & { readonly dms?: boolean; readonly force?: boolean },
): Promise<void> {
  if (o.force !== true)
    throw new Fault('usage', 'Nothing was cleared.', {
      why: 'Clearing history cannot be undone.',
      remedy: 'Say it with --force.',
    });
  const { host, mesh } = await openMesh(ctx, o);
  const cleared = await host.call('mesh.clearHistory', { mesh: mesh.id, dms: o.dms === true });
  host.close();
  ctx.out.facts(
    cleared,
    () =>
      `Cleared ${cleared.channels} channel messages${cleared.dms === null ? '' : ` and ${cleared.dms} direct messages`} of ${bold(mesh.space)}.`,
  );
}

/** One message for people: local time, who → whom, the text. Names come from who spoke in these messages. */
function line(m: Message, names: ReadonlyMap<string, string>): string {
  const parsed = messageSchema.safeParse(m);
  const text = parsed.success ? textOf(parsed.data) : '';
  const from = parsed.success ? visibleLine(parsed.data.from.name, 40) : 'unknown';
  const to = wordOf(m['to']);
  const target = {
    channel: `#${visibleLine(wordOf(m['channel']), 80)}`,
    anycast: `→ role ${visibleLine(wordOf(m['toService']), 40)}`,
    dm: `→ ${names.get(to) ?? `${to.slice(0, 8)}…`}`,
  }[m.kind];
  return `${dim(localTime(m.ts))}  ${bold(from)} ${dim(target)}  ${visibleText(text, 4000)}`;
}

function namesIn(messages: readonly Message[]): Map<string, string> {
  return new Map(
    messages.flatMap((m) => {
      const parsed = messageSchema.safeParse(m);
      return parsed.success ? [[parsed.data.from.id, visibleLine(parsed.data.from.name, 40)] as const] : [];
    }),
  );
}

/** The time of day, with the date when it is another day. */
function localTime(at: number): string {
  const date = new Date(at);
  const time = date.toTimeString().slice(0, 8);
  return date.toDateString() === new Date().toDateString()
    ? time
    : `${date.toLocaleDateString('sv')} ${time}`;
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');
