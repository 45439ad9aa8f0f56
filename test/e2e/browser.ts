import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { createBuilder } from 'vite';
import { keepHost } from '../../main/shell/host-link.ts';
import { createBrowserPort } from '../../main/browser/browser-port.ts';
import { startBrowserShell, type BrowserShell } from '../../main/browser/server.ts';
import { hostGone } from '../../main/shell/window-faults.ts';
import { createWindowStates } from '../../main/shell/window-state.ts';
import { createWindowService } from '../../main/shell/window-session.ts';
import type { FakeHost } from './fake-host.ts';

const CHROMIUM = '/usr/bin/chromium';
const repository = path.join(import.meta.dirname, '../..');

/** Why no browser can be driven here, or nothing. */
export const missingBrowser = existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is not installed`;

/** Starts the system's Chromium; names resolve as said, and the network is closed. */
export function launchBrowser(rules: readonly string[] = []): Promise<Browser> {
  const resolver = [...rules, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(' , ');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [`--host-resolver-rules=${resolver}`, ...sandbox],
  });
}

/** Builds the page as the app does, into a folder of its own. */
export async function buildPage(): Promise<{ readonly dir: string; remove(): Promise<void> }> {
  const out = await mkdtemp(path.join(tmpdir(), 'cotal-page-'));
  process.env['COTAL_BUILD_OUT'] = out;
  const builder = await createBuilder({
    configFile: path.join(repository, 'vite.config.ts'),
    logLevel: 'error',
  });
  delete process.env['COTAL_BUILD_OUT'];
  await builder.build(builder.environments['client']!);
  return { dir: path.join(out, 'renderer'), remove: () => rm(out, { recursive: true, force: true }) };
}

export interface TestShell {
  readonly shell: BrowserShell;
  readonly controlSecret: string;
  /** How often a page ended the program. */
  ended(): number;
  close(): Promise<void>;
}

/** A browser shell over a scripted host, with quick retries. */
export async function startTestShell(
  host: FakeHost,
  rendererDir: string,
  options: { readonly mesh?: string; readonly now?: () => number } = {},
): Promise<TestShell> {
  const runDir = await mkdtemp(path.join(tmpdir(), 'cotal-run-'));
  const now = options.now ?? Date.now;
  const link = keepHost(await host.connect(), host.connect, now, { quickMs: [50, 100, 200], slowMs: 300 });
  const controlSecret = 'control-secret-of-this-test';
  const { mesh = null } = options;
  let ends = 0;
  const port = createBrowserPort({
    version: 'test',
    platform: process.platform,
    issueLink: (show) => shell.issueLink(60_000, show),
    async stopMesh(id) {
      const client = link.current();
      if (client === undefined) throw hostGone();
      await client.call('mesh.down', { mesh: id });
    },
    end: () => ends++,
  });
  const states = createWindowStates(path.join(runDir, 'windows'));
  const windows = createWindowService({ host: link, shell: port, states, now });
  const shell = await startBrowserShell({ windows, mesh, rendererDir, runDir, controlSecret });
  return {
    ended: () => ends,
    shell,
    controlSecret,
    async close() {
      await shell.close();
      link.close();
      await rm(runDir, { recursive: true, force: true });
    },
  };
}
