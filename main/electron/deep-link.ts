import { app } from 'electron';
import { z } from 'zod';
import { findDeepLinks, parseDeepLink } from './security.ts';

/** What a start of the program is about; a second one hands it to the first. */
export interface StartRequest {
  /** Links of ours that were opened, strictly parsed. */
  readonly links: readonly string[];
  /** Where it was started, which says whose mesh is wanted; `null` when it was not started from a folder. */
  readonly cwd: string | null;
}

const dataSchema = z.object({ links: z.array(z.string()).max(16), cwd: z.string().max(4096).nullable() });

/** Registers the links that the system opens with this app. Only as installed: a checkout would register Electron. */
export function registerLinks(isPackaged: boolean): void {
  if (!isPackaged) return;
  for (const scheme of ['cotal', 'cotals']) app.setAsDefaultProtocolClient(scheme);
}

/** Takes the only place of this app, or hands what was asked to whoever has it. */
export function takePlace(mine: StartRequest, onRequest: (request: StartRequest) => void): boolean {
  if (!app.requestSingleInstanceLock({ links: [...mine.links], cwd: mine.cwd })) return false;
  app.on('second-instance', (_event, argv, _cwd, data) => onRequest(readRequest(argv, data)));
  // macOS: the system sends links to the app that runs already, and to one that it has just started.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = parseDeepLink(url);
    if (link !== undefined) onRequest({ links: [link], cwd: null });
  });
  return true;
}

/**
 * What a second start asks for. Its own word counts where it gave one: the arguments may have been put in another order
 * and added to on their way. All of it comes from another process, and is parsed again.
 */
function readRequest(argv: readonly string[], data: unknown): StartRequest {
  const said = dataSchema.safeParse(data);
  if (!said.success) return { links: findDeepLinks(argv), cwd: null };
  return { links: findDeepLinks(said.data.links), cwd: said.data.cwd };
}
