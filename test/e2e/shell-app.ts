import { promises as fs } from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { electronHost } from '../electron-stand-in/host.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

export const APP_DIR = path.resolve(import.meta.dirname, '../../out/app');

/** The built shell in a machine home of its own, with a real host. */
export interface ShellApp {
  readonly app: ElectronApplication;
  readonly sandbox: Sandbox;
  /** The project whose mesh it shows. */
  readonly project: string;
  /** The first window's page. */
  readonly page: Page;
  /** What the program has printed to stderr. */
  output(): string;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  dispose(): Promise<void>;
}

export interface ShellStart {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The app to start instead of the built one. */
  readonly appDir?: string;
  /** Another start in the home of an earlier one, which then disposes of it. */
  readonly within?: Pick<ShellApp, 'sandbox' | 'project'>;
}

/** The environment of a start of the shell in a sandbox. */
export function shellEnv(sandbox: Sandbox, project: string): Record<string, string> {
  const base = path.dirname(sandbox.home);
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(COTAL|NODE|VITEST|ELECTRON|npm)_/i.test(name),
  );
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    HOME: base,
    XDG_RUNTIME_DIR: path.join(base, 'run'),
    COTAL_HOME: sandbox.home,
    COTAL_NODE: process.execPath,
    COTAL_TRAY: 'no',
    INIT_CWD: project,
  };
}

/** Starts the shell and waits for its first page. */
export async function startShell({
  args = [],
  env = {},
  appDir = APP_DIR,
  within,
}: ShellStart = {}): Promise<ShellApp> {
  const sandbox = within?.sandbox ?? (await openSandbox());
  const project = within?.project ?? (await sandbox.folder('project'));
  await fs.mkdir(path.join(project, '.cotal'), { recursive: true });
  const app = await _electron.launch({
    executablePath: electronHost().executablePath,
    args: [appDir, ...args],
    env: { ...shellEnv(sandbox, project), ...env },
    timeout: 30_000,
  });
  const child = app.process();
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let isOver = false;
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void exited.then(() => (isOver = true));
  const page = await app.firstWindow();
  await pageReady(page);
  return {
    app,
    sandbox,
    project,
    page,
    exited,
    output: () => output,
    async dispose() {
      // Not `quit`: a test may have left a question open.
      if (!isOver) await app.evaluate((electron) => electron.app.exit(0)).catch(() => undefined);
      await exited;
      if (within === undefined) await sandbox.dispose();
    },
  };
}

/** Waits until a page of ours was welcomed: it remembers the name of its window then. */
export async function pageReady(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem('cotal.window') !== null);
}

/** Answers every question from now on with a button, and keeps what was asked. */
export async function answerDialogs(
  app: ElectronApplication,
  response: number,
  checkboxChecked = false,
): Promise<void> {
  await app.evaluate(
    ({ dialog }, answer) => {
      const asked: unknown[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = ((...args: unknown[]) => {
        asked.push(args.at(-1));
        return Promise.resolve(answer);
      }) as typeof dialog.showMessageBox;
    },
    { response, checkboxChecked },
  );
}

/** What was asked since `answerDialogs`. */
export function askedDialogs(
  app: ElectronApplication,
): Promise<{ message: string; detail: string; buttons: string[] }[]> {
  return app.evaluate(() => (globalThis as unknown as { asked: never[] }).asked);
}

/** Clicks an item of the app's menu. */
export async function clickMenu(app: ElectronApplication, id: string): Promise<void> {
  await app.evaluate(({ Menu }, item) => {
    const found = Menu.getApplicationMenu()?.getMenuItemById(item);
    if (!found) throw new Error(`the menu has no item ${item}`);
    found.click();
  }, id);
}

/** The events that the shell noted in its log. */
export async function logged(sandbox: Sandbox): Promise<string[]> {
  const text = await fs.readFile(path.join(sandbox.home, 'shell', 'shell.log'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { event: string }).event);
}

/** What a page was told over its channel, once a test has taken the channel from the page. */
export interface Taken {
  frames(): Promise<Record<string, unknown>[]>;
  events(name: string): Promise<unknown[]>;
  call(method: string, input: unknown): Promise<Record<string, unknown>>;
}

let lastOpening = 1000;

/** Takes the channel from the page that is shown: the test now is the page. Nothing is acknowledged by itself. */
export async function takeChannel(page: Page): Promise<Taken> {
  const name = ++lastOpening;
  await page.evaluate((open) => {
    const log: unknown[] = [];
    Object.assign(window, { taken: log });
    window.cotalShell?.onMessage((text) => log.push(JSON.parse(text)));
    window.cotalShell?.post(JSON.stringify({ open }));
  }, name);
  // What comes before is still an answer to the page itself.
  const frames = (): Promise<Record<string, unknown>[]> =>
    page.evaluate((opened) => {
      const { taken } = window as unknown as { taken: Record<string, unknown>[] };
      return taken.slice(taken.findIndex((frame) => frame['opened'] === opened));
    }, name);
  await page.waitForFunction(
    (opened) =>
      (window as unknown as { taken: { opened?: number }[] }).taken.some((f) => f.opened === opened),
    name,
  );
  // The page itself still asks now and then, with numbers of its own.
  let lastId = 1_000_000;
  return {
    frames,
    events: async (event) =>
      (await frames()).filter((frame) => frame['event'] === event).map((frame) => frame['payload']),
    async call(method, input) {
      const id = ++lastId;
      await page.evaluate((text) => window.cotalShell?.post(text), JSON.stringify({ id, method, input }));
      const found = await page.waitForFunction(
        (wanted) =>
          (window as unknown as { taken: Record<string, unknown>[] }).taken.find((f) => f['id'] === wanted),
        id,
      );
      return (await found.jsonValue()) as Record<string, unknown>;
    },
  };
}
