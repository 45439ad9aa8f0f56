import { shellMethods, type ShellInput, type ShellMethod, type ShellOutput } from '../../shared/api/shell.ts';
import { Fault, firstIssue } from '../../shared/base/refusal.ts';
import { parseExternal } from './external.ts';
import { listFolders } from './folders.ts';
import type { ShellPort } from './shell-port.ts';
import { badInput } from './window-faults.ts';
import type { WindowStates } from './window-state.ts';

/** Answers what one window asks of its shell: checked in and out. Rejects with a Fault in words. */
export type ShellAnswers = (method: ShellMethod, input: unknown) => Promise<unknown>;

type Handlers = { readonly [M in ShellMethod]: (input: ShellInput<M>) => Promise<ShellOutput<M>> };

export function isShellMethod(method: string): method is ShellMethod {
  return Object.hasOwn(shellMethods, method);
}

/** The answers for the window called `key`. */
export function createShellAnswers(shell: ShellPort, states: WindowStates, key: string): ShellAnswers {
  const handlers: Handlers = {
    'shell.loadState': async () => ({ state: await states.load(key) }),
    'shell.saveState': async ({ state }) => {
      await states.save(key, state);
      return {};
    },
    'shell.openWindow': async (what) => ({ link: await shell.openWindow(what) }),
    'shell.openExternal': async ({ url }) => {
      const safe = parseExternal(url);
      if (safe === undefined) throw notForOutside();
      return { opened: await shell.openExternal(safe, key) };
    },
    'shell.pickFolder': async ({ from }) => {
      if (!shell.features.folderDialog) throw cannot('show a folder dialog of the system');
      return { path: await shell.pickFolder(from, key) };
    },
    'shell.listFolders': ({ path }) => listFolders(path),
    'shell.notify': async (note) => {
      if (!shell.features.notifications) throw cannot('show notifications of the system');
      shell.notify(note, key);
      return {};
    },
    'shell.setNeeds': async ({ count }) => {
      shell.setNeeds(count, key);
      return {};
    },
    'shell.quit': async ({ stopMesh }) => {
      await shell.quit(stopMesh);
      return {};
    },
  };
  return async (method, input) => {
    const parsed = shellMethods[method].in.safeParse(input);
    if (!parsed.success) throw badInput(firstIssue(parsed.error));
    // The table pairs each method with its schema; a call over their union cannot be typed.
    const output: unknown = await handlers[method](parsed.data as never);
    return shellMethods[method].out.parse(output);
  };
}

function notForOutside(): Fault {
  return new Fault('not-for-outside', 'That address is not opened.', {
    why: 'Only web and mail addresses are; others may start programs.',
    remedy: 'Copy it, if you know what it does.',
  });
}

function cannot(what: string): Fault {
  return new Fault('not-here', `This shell cannot ${what}.`, {
    why: 'It has no such thing of its own.',
    remedy: 'The page offers its own way.',
  });
}
