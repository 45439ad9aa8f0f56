import { z } from 'zod';

/**
 * What a window may ask of the shell that shows it, and what the shell says on its own. Both shells answer the same
 * methods; what one of them cannot do is said in `features`.
 */

const none = z.object({});

/** The longest picture of a window that a shell keeps, in characters of JSON. */
export const MAX_WINDOW_STATE_CHARS = 1024 * 1024;

export const shellMethods = {
  /** What this window was when it was last saved: tabs, splits, drafts, filters. `null`: nothing, or nothing readable. */
  'shell.loadState': { in: none, out: z.object({ state: z.unknown() }) },
  'shell.saveState': { in: z.object({ state: z.unknown() }), out: none },
  /** Another window, or a terminal in a window of its own. The browser shell answers with a link to open. */
  'shell.openWindow': {
    in: z.object({ mesh: z.string().max(64).nullable(), terminal: z.string().max(200).nullable() }),
    out: z.object({ link: z.string().nullable() }),
  },
  /** Opens an http, https or mailto address outside. `opened` is false where the page has to do it itself. */
  'shell.openExternal': {
    in: z.object({ url: z.string().max(8192) }),
    out: z.object({ opened: z.boolean() }),
  },
  /** The system's own folder dialog; only with `features.folderDialog`. `null`: the person changed their mind. */
  'shell.pickFolder': {
    in: z.object({ from: z.string().max(4096).nullable() }),
    out: z.object({ path: z.string().nullable() }),
  },
  /** The folders inside a folder, for the page's own picker. `null` is the person's home. */
  'shell.listFolders': {
    in: z.object({ path: z.string().max(4096).nullable() }),
    out: z.object({ path: z.string(), parent: z.string().nullable(), folders: z.array(z.string()) }),
  },
  /** A notification of the system; only with `features.notifications`. */
  'shell.notify': {
    in: z.object({ title: z.string().max(200), body: z.string().max(500), tag: z.string().max(200) }),
    out: none,
  },
  /** How many things need the person: shown on the tray and the dock where there is one. */
  'shell.setNeeds': { in: z.object({ count: z.number().int().min(0).max(100_000) }), out: none },
  /** Ends the shell: windows close and agents go on, or the shown mesh is brought down first. */
  'shell.quit': { in: z.object({ stopMesh: z.string().max(64).nullable() }), out: none },
} as const satisfies Record<string, { in: z.ZodType; out: z.ZodType }>;
export type ShellMethod = keyof typeof shellMethods;
export type ShellInput<M extends ShellMethod> = z.output<(typeof shellMethods)[M]['in']>;
export type ShellOutput<M extends ShellMethod> = z.output<(typeof shellMethods)[M]['out']>;

export const shellEvents = {
  /** First of all: which shell this is, which window, what it can do. */
  'shell.welcome': z.object({
    kind: z.enum(['electron', 'browser']),
    platform: z.enum(['linux', 'mac', 'windows']),
    version: z.string(),
    /** Names this window among those of the shell; its state is kept under it. */
    window: z.string(),
    /** The mesh to show first; `null`: whichever is up. */
    mesh: z.string().nullable(),
    /** Set in a window that shows one terminal alone. */
    terminal: z.string().nullable(),
    features: z.object({
      folderDialog: z.boolean(),
      notifications: z.boolean(),
      tray: z.boolean(),
      menu: z.boolean(),
    }),
  }),
  /** How the shell stands with the host. */
  'shell.host': z.object({
    state: z.enum(['connected', 'reconnecting', 'gone']),
    reason: z.string().nullable(),
    since: z.number(),
  }),
  /** A menu item or a clicked notification: run this command of the page's. */
  'shell.command': z.object({ command: z.string().max(100), argument: z.string().max(1000).nullable() }),
  /** Somebody opened a link of ours. It is shown and asked about; nothing is done by itself. */
  'shell.link': z.object({ url: z.string().max(4096) }),
} as const satisfies Record<string, z.ZodType>;
export type ShellEvent = keyof typeof shellEvents;
export type ShellEventPayload<E extends ShellEvent> = z.output<(typeof shellEvents)[E]>;
