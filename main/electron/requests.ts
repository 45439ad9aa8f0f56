import { findRoot } from '../cotal/workspace/project.ts';
import type { HostLink } from '../shell/host-link.ts';
import type { ShellLog } from '../shell/shell-log.ts';
import type { StartRequest } from './deep-link.ts';
import { bringUpOrAsk, meshOf } from './host.ts';
import type { AppWindows } from './windows.ts';

/** What other starts and the system ask of this app; kept until the app can answer. */
export interface Requests {
  add(request: StartRequest): void;
  /** Answers what was asked so far, and from now on whatever is. */
  answerWith(answer: (request: StartRequest) => void): void;
}

/** More requests than this before the app is there are one too many of the same. */
const MAX_WAITING = 16;

export function createRequests(): Requests {
  let waiting: StartRequest[] = [];
  let answer: ((request: StartRequest) => void) | undefined;
  return {
    add(request) {
      if (answer !== undefined) answer(request);
      else if (waiting.length < MAX_WAITING) waiting.push(request);
    },
    answerWith(next) {
      answer = next;
      const asked = waiting;
      waiting = [];
      for (const request of asked) next(request);
    },
  };
}

/** What answering needs of the app. */
export interface Answering {
  readonly home: string;
  readonly host: HostLink;
  readonly windows: AppWindows;
  readonly log: ShellLog;
}

/**
 * Answers another start: its links are shown by a page, which asks before anything comes of them; the mesh of the
 * project it was started in is brought up and shown; else the window in use comes to the front.
 */
export async function answerRequest({ links, cwd }: StartRequest, o: Answering): Promise<void> {
  const { windows, host, log } = o;
  for (const url of links) await windows.tell('shell.link', { url });
  if (links.length > 0) return;
  const root = cwd === null ? undefined : await findRoot(cwd, o.home).catch(() => undefined);
  if (root === undefined) return showSome(windows, null);
  const place = { root, space: null };
  await showSome(windows, await meshOf(place));
  await bringUpOrAsk(host, place, log);
}

/** Brings a window to the front that was opened for this mesh, or for any; opens one when there is none. */
async function showSome(windows: AppWindows, mesh: string | null): Promise<void> {
  const fitting = mesh === null ? windows.last() : windows.all().find(({ shows }) => shows === mesh);
  if (fitting === undefined) await windows.open({ mesh, terminal: null });
  else windows.focus(fitting);
}
