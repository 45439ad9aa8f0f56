import { z } from 'zod';
import { create } from 'zustand';

/**
 * What the person has arranged, as it is kept over restarts: which view, which terminals, what was being written. It
 * comes back from a file, so it is parsed; a part that does not parse starts anew and costs nothing else.
 */

const agentName = z.string().max(200);
const paneId = z.string().max(32);

/** One pane of a tab shows one agent's terminal; a split shows two of either beside or above each other. */
export type PaneTree =
  | { readonly kind: 'pane'; readonly id: string; readonly agent: string }
  | {
      readonly kind: 'split';
      readonly id: string;
      /** `row`: side by side; `column`: one above the other. */
      readonly direction: 'row' | 'column';
      /** Share of the first, 0.1 to 0.9. */
      readonly ratio: number;
      readonly first: PaneTree;
      readonly second: PaneTree;
    };
const paneTreeSchema: z.ZodType<PaneTree> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pane'), id: paneId, agent: agentName }),
    z.object({
      kind: z.literal('split'),
      id: paneId,
      direction: z.enum(['row', 'column']),
      ratio: z.number().min(0.1).max(0.9),
      first: paneTreeSchema,
      second: paneTreeSchema,
    }),
  ]),
);

const tabSchema = z.object({ id: paneId, root: paneTreeSchema, activePane: paneId });
export type TerminalTab = z.infer<typeof tabSchema>;
const terminalsSchema = z.object({ tabs: z.array(tabSchema).max(100), activeTab: paneId.nullable() });
export type TerminalLayout = z.infer<typeof terminalsSchema>;

const viewSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('monitor') }),
  z.object({ kind: z.literal('agents') }),
  z.object({ kind: z.literal('personas'), name: z.string().max(200).nullable() }),
  z.object({ kind: z.literal('channel'), channel: z.string().max(200) }),
  z.object({ kind: z.literal('dm'), id: z.string().max(200), name: z.string().max(200) }),
  z.object({ kind: z.literal('settings'), section: z.string().max(40) }),
]);
export type View = z.infer<typeof viewSchema>;

const MAX_DRAFT = 200_000;
const MAX_KEY = 800;
/** What is kept by a key: an entry that cannot be read costs none of the others. */
const entries = <T>(value: z.ZodType<T>) =>
  z
    .record(z.string(), z.unknown())
    .catch({})
    .default({})
    .transform((all): Record<string, T> => {
      const read = Object.entries(all).flatMap(([key, raw]) => {
        const parsed = value.safeParse(raw);
        return parsed.success && key.length <= MAX_KEY ? [[key, parsed.data] as const] : [];
      });
      return Object.fromEntries(read);
    });

const meshUiSchema = z.object({
  view: viewSchema.catch({ kind: 'monitor' }).default({ kind: 'monitor' }),
  agentsLayout: z.enum(['grid', 'list']).catch('grid').default('grid'),
  /** Name of the agent that is selected. */
  selectedAgent: agentName.nullable().catch(null).default(null),
  /** Share of the Agents view that the terminals take. */
  terminalShare: z.number().min(0.2).max(1).catch(0.62).default(0.62),
  terminals: terminalsSchema.catch({ tabs: [], activeTab: null }).default({ tabs: [], activeTab: null }),
  feedMode: z.enum(['all', 'multicast', 'unicast', 'anycast', 'presence']).catch('all').default('all'),
  feedSearch: z.string().max(400).catch('').default(''),
  /** By conversation key (`#channel`, `@id`, and with ` ^id` a thread). */
  drafts: entries(z.string().max(MAX_DRAFT)),
  /** By conversation key: the time up to which the person has seen it. */
  lastRead: entries(z.number()),
  /** By conversation key: how far from the end it was scrolled, in pixels. */
  scroll: entries(z.number()),
  /** The message whose thread is open beside the conversation. */
  thread: z.string().max(200).nullable().catch(null).default(null),
});
export type MeshUi = z.infer<typeof meshUiSchema>;

const uiSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).catch('system').default('system'),
  contrast: z.enum(['system', 'normal', 'more']).catch('system').default('system'),
  density: z.enum(['comfortable', 'compact']).catch('comfortable').default('comfortable'),
  hasSidebar: z.boolean().catch(true).default(true),
  lane: z.enum(['open', 'closed', 'wide']).catch('open').default('open'),
  isFirstRunDone: z.boolean().catch(false).default(false),
  notify: z
    .object({ stops: z.boolean(), sound: z.boolean() })
    .catch({ stops: true, sound: false })
    .default({ stops: true, sound: false }),
  /** The mesh that was shown last. */
  mesh: z.string().max(64).nullable().catch(null).default(null),
  meshes: entries(meshUiSchema),
});
export type Ui = z.infer<typeof uiSchema>;

/** What was kept, as far as it can be read; the rest is as at first. */
export function parseUi(raw: unknown): Ui {
  const parsed = uiSchema.safeParse(raw ?? {});
  return parsed.success ? parsed.data : uiSchema.parse({});
}

/** A mesh that was never arranged. */
export const emptyMeshUi: MeshUi = meshUiSchema.parse({});

/** What the person has arranged. */
export const useUi = create<Ui>(() => parseUi({}));

/** How the shown mesh is arranged. */
export function useMeshUi<T>(select: (ui: MeshUi) => T): T {
  return useUi((ui) => select(meshUiOf(ui)));
}

export function meshUiOf(ui: Ui): MeshUi {
  return (ui.mesh === null ? undefined : ui.meshes[ui.mesh]) ?? emptyMeshUi;
}

/** Changes how a mesh is arranged: the one that is shown, where none is named. */
export function setMeshUi(
  change: Partial<MeshUi> | ((ui: MeshUi) => Partial<MeshUi>),
  mesh: string | null = useUi.getState().mesh,
): void {
  if (mesh === null) return;
  useUi.setState((ui) => {
    const before = ui.meshes[mesh] ?? emptyMeshUi;
    const next = typeof change === 'function' ? change(before) : change;
    return { meshes: { ...ui.meshes, [mesh]: { ...before, ...next } } };
  });
}

/** Goes to a view. */
export function goTo(view: View): void {
  setMeshUi({ view, thread: null });
}

/** The key under which a conversation's draft, scroll and reading are kept. */
export type ConversationKey = string & { readonly __brand: 'ConversationKey' };
export const channelKey = (channel: string): ConversationKey => `#${channel}` as ConversationKey;
export const dmKey = (id: string): ConversationKey => `@${id}` as ConversationKey;
export const isDmKey = (key: ConversationKey): boolean => key.startsWith('@');
export const threadKey = (conversation: ConversationKey, root: string): ConversationKey =>
  `${conversation} ^${root}` as ConversationKey;

/** Keeps a draft; an empty one is forgotten. */
export function setDraft(key: ConversationKey, text: string): void {
  setMeshUi(({ drafts }) => ({ drafts: withDraft(drafts, key, text) }));
}

/** What was not sent is the draft again, before whatever was written since, on the mesh that it was for. */
export function giveDraftBack(key: ConversationKey, text: string, mesh: string): void {
  setMeshUi(({ drafts }) => {
    const since = drafts[key] ?? '';
    return { drafts: withDraft(drafts, key, since === '' ? text : `${text}\n${since}`) };
  }, mesh);
}

function withDraft(drafts: MeshUi['drafts'], key: ConversationKey, text: string): MeshUi['drafts'] {
  const { [key]: _old, ...others } = drafts;
  return text === '' ? others : { ...others, [key]: text.slice(0, MAX_DRAFT) };
}

/** Everything of a conversation up to `at` has been seen. */
export function markRead(key: ConversationKey, at: number): void {
  setMeshUi(({ lastRead }) => ((lastRead[key] ?? 0) >= at ? {} : { lastRead: { ...lastRead, [key]: at } }));
}
