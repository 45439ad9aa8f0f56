import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { electronHost } from './host.ts';

/** Expects what becomes true in a while; the machine may be busy. */
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

const appFolder = path.join(import.meta.dirname, 'sample-app');

/** What the sample's preload gives its page, there under the name `sample`. */
export interface SamplePage {
  readonly argv: string[];
  readonly nested: { readonly list: number[] };
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  on(channel: string, listener: (...args: never[]) => void): () => void;
  double(number: number): number;
  callBack(callback: (number: number) => number): number;
  fail(): void;
  reject(): Promise<void>;
}

/** What the sample's main process has seen, there under the name `sampleSeen`. */
export interface SampleSeen {
  readonly events: string[];
  readonly seconds: { readonly argv: string[]; readonly data: unknown }[];
  readonly headersReceivedFor: string[];
  keepRunning: boolean;
}

/** The sample app, running. */
export interface RunningSample {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userData: string;
  /** What the main process has printed so far. */
  output(): string;
  /** Resolves with the exit code, once the process has ended. */
  readonly exitCode: Promise<number | null>;
  /** Ends it if it still runs, and removes its data. */
  close(): Promise<void>;
}

/** The arguments that start the sample app with its data in a folder. */
export function sampleArguments(userData: string, ...rest: readonly string[]): string[] {
  return [`--user-data-dir=${userData}`, appFolder, ...rest];
}

/** Starts the sample app and waits until its first page is there. */
export async function startSample(): Promise<RunningSample> {
  const userData = await mkdtemp(path.join(tmpdir(), 'cotal-stand-in-'));
  const remove = () => rm(userData, { recursive: true, force: true, maxRetries: 5 });
  try {
    const app = await _electron.launch({
      executablePath: electronHost().executablePath,
      args: sampleArguments(userData, 'extra-argument'),
      timeout: 30_000,
    });
    return await watch(app, userData, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function watch(
  app: ElectronApplication,
  userData: string,
  remove: () => Promise<void>,
): Promise<RunningSample> {
  const child = app.process();
  const chunks: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(String(chunk)));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(String(chunk)));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  let ended = false;
  void exitCode.then(() => (ended = true));
  const end = async (): Promise<void> => {
    if (!ended) await app.evaluate((electron) => electron.app.exit(0)).catch(() => undefined);
    await exitCode;
  };
  try {
    const page = await app.firstWindow();
    await page.waitForFunction(() => 'sample' in window && document.readyState === 'complete');
    const close = () => end().then(remove);
    return { app, page, userData, exitCode, output: () => chunks.join(''), close };
  } catch (error) {
    await end();
    throw error;
  }
}
