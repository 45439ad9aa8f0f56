import { promises as fs } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { spawn as spawnPty } from '@lydell/node-pty';
import type { Page } from 'playwright-core';
import { connectHost, type HostClient } from '../../../main/shell/host-client.ts';
import { parseUi, type TerminalTab } from '../../../renderer/state/ui.ts';
import { openShell } from '../../e2e/shells.ts';
import { openSandbox } from '../../support/sandbox.ts';

const TERMINALS = 50;
const STREAMING = 30;
/** Twenty lines a second from a program that starts no other. */
const STREAM = `perl -e '$|=1; while (1) { print rand(), " at work\\n"; select(undef, undef, undef, 0.05) }'\r`;
const KEYS = 200;
const KEY_PAUSE_MS = 40;

/** From a key to its echo in the page, with 50 terminals open and 30 of them printing; and the same over a bare PTY. */
export async function measureEcho(): Promise<{ readonly ours: number[]; readonly floor: number[] }> {
  const box = await openSandbox();
  try {
    const folder = await box.folder('work');
    await box.cotal(folder, ['up', '--detach']);
    const host = await connectHost(box.home);
    if (host === undefined) throw new Error('no host');
    const mesh = (await host.call('host.info', {})).meshes[0]?.id ?? '';
    for (let i = 0; i < TERMINALS; i++) await spawnShell(host, mesh, `t${i}`);
    for (let i = 0; i < STREAMING; i++) await say(host, mesh, `t${i}`, STREAM);
    await keepLayout(box.home, mesh);
    const shell = await openShell('browser', box, folder);
    try {
      const ours = await keyTimes(shell.page);
      return { ours, floor: await bareTimes() };
    } finally {
      host.close();
      await shell.close();
    }
  } finally {
    await box.dispose();
  }
}

async function spawnShell(host: HostClient, mesh: string, name: string): Promise<void> {
  await host.call('agents.spawn', {
    mesh,
    persona: 'shell',
    name,
    agent: null,
    role: null,
    model: null,
    variant: null,
    cwd: null,
    prompt: null,
    subscribe: null,
    allowSubscribe: null,
    allowPublish: null,
    cols: 80,
    rows: 24,
  });
}

async function say(host: HostClient, mesh: string, name: string, data: string): Promise<void> {
  const { stream } = await host.call('terminal.attach', { mesh, name, cols: null, rows: null });
  await host.call('terminal.input', { stream, data });
  await host.call('terminal.detach', { stream });
}

/** A window as somebody left it: every terminal in a tab; in sight three that print and the one that is typed into. */
async function keepLayout(home: string, mesh: string): Promise<void> {
  const pane = (i: number) => ({ kind: 'pane' as const, id: `p${i}`, agent: `t${i}` });
  const split = (id: string, direction: 'row' | 'column', first: object, second: object) => ({
    kind: 'split' as const,
    id,
    direction,
    ratio: 0.5,
    first,
    second,
  });
  const typed = TERMINALS - 1;
  const first = {
    id: 'tab0',
    activePane: `p${typed}`,
    root: split(
      's0',
      'row',
      split('s1', 'column', pane(0), pane(1)),
      split('s2', 'column', pane(2), pane(typed)),
    ),
  };
  const others = Array.from({ length: TERMINALS - 4 }, (_, i) => ({
    id: `tab${i + 1}`,
    activePane: `p${i + 3}`,
    root: pane(i + 3),
  }));
  const tabs = [first, ...others] as unknown as TerminalTab[];
  const state = parseUi({
    isFirstRunDone: true,
    mesh,
    meshes: {
      [mesh]: { view: { kind: 'agents' }, terminalShare: 0.9, terminals: { tabs, activeTab: 'tab0' } },
    },
  });
  const dir = path.join(home, 'shell', 'windows');
  await fs.mkdir(dir, { recursive: true, mode: 0o700 });
  await fs.writeFile(path.join(dir, 'main.json'), JSON.stringify(state), { mode: 0o600 });
}

/** Types letters one after the other and waits for each echo to come to the page. */
async function keyTimes(page: Page): Promise<number[]> {
  await page.waitForFunction((n) => document.querySelectorAll('.xterm').length === n, 4, { timeout: 30_000 });
  await page.locator('.xterm').last().click();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const times: number[] = [];
  let waiting: { readonly at: number; readonly key: string; readonly done: () => void } | undefined;
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    if (waiting === undefined || !response.payloadData.includes('"output"')) return;
    const data = /"data":"([^"]*)"/.exec(response.payloadData)?.[1] ?? '';
    if (!Buffer.from(data, 'base64').toString().includes(waiting.key)) return;
    times.push(performance.now() - waiting.at);
    waiting.done();
    waiting = undefined;
  });
  for (let i = 0; i < KEYS; i++) {
    // A letter that the others never print.
    const key = i % 2 === 0 ? 'Q' : 'Z';
    await new Promise<void>((resolve) => {
      waiting = { at: performance.now(), key, done: resolve };
      void page.keyboard.press(key);
      setTimeout(resolve, 2000);
    });
    await new Promise((resolve) => setTimeout(resolve, KEY_PAUSE_MS));
  }
  if (times.length < KEYS * 0.95) throw new Error(`only ${times.length} of ${KEYS} keys came back`);
  return times;
}

/** The same keys into a shell of this process: what a PTY costs by itself. */
async function bareTimes(): Promise<number[]> {
  const pty = spawnPty('/bin/bash', ['--norc'], { cols: 80, rows: 24 });
  const times: number[] = [];
  let waiting: { readonly at: number; readonly key: string; readonly done: () => void } | undefined;
  pty.onData((data) => {
    if (waiting === undefined || !data.includes(waiting.key)) return;
    times.push(performance.now() - waiting.at);
    waiting.done();
    waiting = undefined;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let i = 0; i < KEYS; i++) {
    const key = i % 2 === 0 ? 'Q' : 'Z';
    await new Promise<void>((resolve) => {
      waiting = { at: performance.now(), key, done: resolve };
      pty.write(key);
      setTimeout(resolve, 2000);
    });
  }
  pty.kill('SIGKILL');
  return times;
}
