import {
  channelConfigSchema,
  effectiveChannel,
  type ChannelConfig,
  type ChannelDefaults,
} from '../../../../shared/cotal/channels.ts';
import { parseChannelName } from '../../../../shared/cotal/names.ts';
import { explainAge } from '../../../../shared/base/time.ts';

/** What is set of a channel, as it is edited. `default`: what holds for all channels of the mesh. */
export interface ChannelForm {
  readonly description: string;
  readonly instructions: string;
  readonly deliveryClass: 'default' | 'live' | 'durable';
  readonly replay: 'default' | 'on' | 'off';
  /** As it is written: `30m`, `7d`; empty: what holds for all. */
  readonly window: string;
}

export const EMPTY_FORM: ChannelForm = {
  description: '',
  instructions: '',
  deliveryClass: 'default',
  replay: 'default',
  window: '',
};

export function formOf(config: ChannelConfig | null): ChannelForm {
  if (config === null) return EMPTY_FORM;
  return {
    description: config.description ?? '',
    instructions: config.instructions ?? '',
    deliveryClass: config.deliveryClass ?? 'default',
    replay: config.replay === undefined ? 'default' : config.replay ? 'on' : 'off',
    window: config.replayWindow ?? '',
  };
}

/** What of a form differs from what is stored. */
export function changesOf(form: ChannelForm, before: ChannelForm): ChannelConfig {
  const { description, instructions, deliveryClass, replay } = form;
  const window = form.window.trim();
  return {
    ...(description === before.description ? {} : { description }),
    ...(instructions === before.instructions ? {} : { instructions }),
    ...(deliveryClass === 'default' || deliveryClass === before.deliveryClass ? {} : { deliveryClass }),
    ...(replay === 'default' || replay === before.replay ? {} : { replay: replay === 'on' }),
    ...(window === '' || window === before.window ? {} : { replayWindow: window }),
  };
}

/** Why a channel cannot be called so, as a sentence; `undefined` when it can, or nothing was typed yet. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return undefined;
  const parsed = parseChannelName(name);
  if (!parsed.ok) return parsed.error.sentence;
  return taken.includes(name) ? `#${name} is there already.` : undefined;
}

/** What is wrong with a form, by field. */
export function formProblems(
  form: ChannelForm,
  before: ChannelForm,
): { readonly description?: string; readonly instructions?: string; readonly window?: string } {
  const problems: { description?: string; instructions?: string; window?: string } = {};
  const issues = channelConfigSchema.safeParse(changesOf(form, EMPTY_FORM)).error?.issues ?? [];
  for (const { path, message } of issues) {
    const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    if (path[0] === 'description') problems.description = sentence;
    if (path[0] === 'instructions') problems.instructions = sentence;
    if (path[0] === 'replayWindow') problems.window = sentence;
  }
  // The record is merged, so a member of it can be changed and not taken away.
  if (before.window !== '' && form.window.trim() === '')
    problems.window = 'A window that was set can be changed, not removed. 3650d is ten years.';
  return problems;
}

/** What holds for a channel after all, in sentences, and where each comes from. */
export function explainEffective(form: ChannelForm, defaults: ChannelDefaults): readonly string[] {
  const own = changesOf(form, EMPTY_FORM);
  const valid = channelConfigSchema.safeParse(own);
  const { deliveryClass, replay, replayWindowMs } = effectiveChannel(
    valid.success ? valid.data : { ...own, replayWindow: undefined },
    defaults,
  );
  const source = (isOwn: boolean): string => (isOwn ? 'set here' : 'as for all channels of this mesh');
  const window =
    replayWindowMs === null ? 'as far back as is kept' : `the last ${explainAge(replayWindowMs)}`;
  return [
    deliveryClass === 'durable'
      ? `Durable, ${source(own.deliveryClass !== undefined)}: while the delivery loop runs, a member that is away gets its copy later.`
      : `Live, ${source(own.deliveryClass !== undefined)}: only members who are there get a message; the others can read it in history.`,
    replay
      ? `Replay on, ${source(own.replay !== undefined)}: who joins reads ${window}, up to 200 messages.`
      : `Replay off, ${source(own.replay !== undefined)}: who joins reads nothing of what was said before.`,
  ];
}
