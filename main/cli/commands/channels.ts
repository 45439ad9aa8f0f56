import { Fault } from '../../../shared/base/refusal.ts';
import { effectiveChannel, type ChannelConfig } from '../../../shared/cotal/channels.ts';
import { openMesh, type Context, type MeshChoice } from '../context.ts';
import { bold, dim, table } from '../output.ts';

/** `cotal channels list`: the channels, their policy in force and how much is retained. */
export async function listChannels(ctx: Context, choice: MeshChoice): Promise<void> {
  const { host, mesh } = await openMesh(ctx, choice);
  const { defaults, channels } = await host.call('channels.list', { mesh: mesh.id });
  host.close();
  ctx.out.facts({ defaults, channels }, () => {
    const rows = channels.map((c) => {
      const e = effectiveChannel(c.config ?? undefined, defaults);
      return [
        bold(`#${c.name}`),
        String(c.messages),
        e.deliveryClass,
        e.replay ? (c.config?.replayWindow ?? defaults.replayWindow ?? 'all') : 'off',
        dim(c.config?.description ?? ''),
      ];
    });
    const d = effectiveChannel(undefined, defaults);
    const head = dim(`defaults: ${d.deliveryClass}, replay ${d.replay ? 'on' : 'off'}`);
    return rows.length === 0
      ? `${head}\nNo channel has been used yet.`
      : `${head}\n${table(['CHANNEL', 'MESSAGES', 'CLASS', 'REPLAY', 'DESCRIPTION'], rows)}`;
  });
}

export interface ChannelChange extends MeshChoice {
  readonly replay?: boolean;
  readonly window?: string;
  readonly desc?: string;
  readonly instructions?: string;
  readonly class?: string;
}

/** `cotal channels set|default`: changes the registry record of a channel, or of the space. */
export async function setChannel(ctx: Context, name: string | null, o: ChannelChange): Promise<void> {
  const config: ChannelConfig = {
    ...(o.replay === undefined ? {} : { replay: o.replay }),
    ...(o.window === undefined ? {} : { replayWindow: o.window }),
    ...(o.desc === undefined ? {} : { description: o.desc }),
    ...(o.instructions === undefined ? {} : { instructions: o.instructions }),
    ...(o.class === undefined ? {} : { deliveryClass: o.class as 'live' | 'durable' }),
  };
  if (Object.keys(config).length === 0)
    throw new Fault('usage', 'Nothing was changed.', {
      why: 'No property was given.',
      remedy: 'Use --replay, --no-replay, --window, --desc, --instructions or --class.',
    });
  const { host, mesh } = await openMesh(ctx, o);
  const stored = await host.call('channels.set', { mesh: mesh.id, name, config });
  host.close();
  ctx.out.facts(
    stored,
    () => `${name === null ? 'The defaults' : bold(`#${name}`)} of ${mesh.space}: ${JSON.stringify(stored)}`,
  );
}
