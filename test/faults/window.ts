import { promises as fs } from 'node:fs';
import path from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { askRunningShell, findRunningShell } from '../../main/browser/shell-state.ts';
import { PATIENT, terminal } from '../e2e/day.ts';
import { openShell, type OpenShell } from '../e2e/shells.ts';
import { openSandbox, waitFor, type Sandbox } from '../support/sandbox.ts';

/** The window of the browser shell over a real host, past its first steps, and clients that keep to no rule of ours. */
export interface TestWindow {
  readonly box: Sandbox;
  readonly folder: string;
  readonly shell: OpenShell;
  readonly page: Page;
  /** What the page said on its console as an error, and what was thrown in it. */
  readonly errors: readonly string[];
  /** Another window of the same shell, with an arrangement of its own. */
  another(size?: { readonly width: number; readonly height: number }): Promise<Page>;
  /** A client that may post in #general and shares no code with ours. */
  raw(name: string, args?: readonly string[]): Promise<RawClient>;
  /** Starts a shell as an agent. */
  spawn(name: string): Promise<void>;
  /** Who the person is on the mesh. */
  personId(): Promise<string>;
  /** How much memory a process holds, in MB. */
  rssMb(pid: number): Promise<number>;
  close(): Promise<void>;
}

export interface RawClient {
  readonly id: string;
  readonly nc: NatsConnection;
  /** A post in a channel, of these fields beside the ones that a message has to have. */
  post(text: string, over?: object, channel?: string): Promise<unknown>;
  /** As `post`, without waiting for the broker's word. */
  flood(text: string, channel?: string): void;
  dm(to: string, text: string, over?: object): Promise<unknown>;
  /** The texts of the direct messages that came to it. */
  letters(): Promise<string[]>;
  /** A presence record of its own; fields of `card` come over the ones that a card has to have. */
  present(over: object, card?: object): void;
}

const minted = z.object({ id: z.string(), file: z.string() });
const status = z.looseObject({
  server: z.string(),
  live: z
    .looseObject({ roster: z.array(z.looseObject({ id: z.string(), role: z.string().nullish() })) })
    .nullable(),
});

/** Opens a window over a fresh host with an empty mesh called `work`. */
export async function openWindow(): Promise<TestWindow> {
  const box = await openSandbox();
  const folder = await box.folder('work');
  const shell = await openShell('browser', box, folder);
  const { page, errors } = shell;
  const raws: NatsConnection[] = [];
  await page.getByRole('button', { name: 'Stop and go on later' }).click(PATIENT);
  return {
    box,
    folder,
    shell,
    page,
    errors,
    async another(size = { width: 1280, height: 800 }) {
      const running = await findRunningShell(path.join(box.home, 'run'));
      const [mesh] = await fs.readdir(path.join(box.home, 'meshes'));
      const link = running && (await askRunningShell(running, 'link', mesh ?? ''));
      const context = await page.context().browser()?.newContext({ viewport: size });
      if (link === undefined || context === undefined) throw new Error('there is no other window');
      const other = await context.newPage();
      await other.goto(link);
      const later = other.getByRole('button', { name: 'Stop and go on later' });
      const views = other.getByRole('navigation', { name: 'Views' });
      await later.or(views).first().waitFor(PATIENT);
      if (await later.isVisible()) await later.click();
      return other;
    },
    async raw(name, args = []) {
      const { server } = await box.facts(status, folder, ['status']);
      const { id, file } = await box.facts(minted, folder, [
        'mint',
        name,
        '--provision',
        '--allow-publish',
        'general',
        ...args,
      ]);
      const nc = await connect({
        servers: server,
        authenticator: credsAuthenticator(await fs.readFile(file)),
        inboxPrefix: `_INBOX_${id}`,
        maxReconnectAttempts: -1,
      });
      raws.push(nc);
      return rawClient(nc, id, name);
    },
    async spawn(name) {
      const run = await box.cotal(folder, ['spawn', 'shell', '--name', name, '--detach'], {
        SHELL: '/bin/sh',
      });
      if (run.code !== 0) throw new Error(`${name} was not spawned: ${run.stderr}`);
    },
    async personId() {
      const { live } = await box.facts(status, folder, ['status']);
      const person = live?.roster.find(({ role }) => role === 'human');
      if (person === undefined) throw new Error('the person is not in the roster');
      return person.id;
    },
    async rssMb(pid) {
      const text = await fs.readFile(`/proc/${pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
    },
    async close() {
      for (const nc of raws) await nc.close().catch(() => undefined);
      await shell.close().catch(() => undefined);
      await box.dispose();
    },
  };
}

function rawClient(nc: NatsConnection, id: string, name: string): RawClient {
  const envelope = (text: string, route: object, over: object): string =>
    JSON.stringify({
      id: crypto.randomUUID(),
      ts: Date.now(),
      space: 'work',
      from: { id, name },
      ...route,
      parts: [{ kind: 'text', text }],
      ...over,
    });
  const js = jetstream(nc);
  const chat = (channel: string): string => `cotal.work.chat.${id}.${channel}`;
  return {
    id,
    nc,
    post: (text, over = {}, channel = 'general') =>
      js.publish(chat(channel), envelope(text, { channel }, over), { timeout: 5000 }),
    flood: (text, channel = 'general') => nc.publish(chat(channel), envelope(text, { channel }, {})),
    dm: (to, text, over = {}) =>
      js.publish(`cotal.work.inst.${to}.${id}`, envelope(text, { to }, over), { timeout: 5000 }),
    async letters() {
      const own = await js.consumers.get('DM_work', `dm_${id}`);
      const texts: string[] = [];
      for await (const letter of await own.fetch({ max_messages: 100, expires: 1000 })) {
        texts.push(letter.json<{ parts: { text: string }[] }>().parts[0]?.text ?? '');
        letter.ack();
      }
      return texts;
    },
    present: (over, card = {}) =>
      nc.publish(
        `$KV.cotal_presence_work.${id}`,
        JSON.stringify({
          card: { id, name, kind: 'agent', ...card },
          status: 'idle',
          ts: Date.now(),
          ...over,
        }),
      ),
  };
}

/** Chooses an agent in the sidebar and opens its terminal. */
export async function openTerminal(page: Page, name: string): Promise<void> {
  const sidebar = page.getByRole('navigation', { name: /^Space/ });
  await sidebar.getByRole('button', { name }).first().click(PATIENT);
  const open = page.getByRole('main').getByRole('button', { name: `Terminal of ${name}` });
  await open.first().click(PATIENT);
  await terminal(page, name).locator('.xterm').click(PATIENT);
}

/** The conversation that is shown ends with this; who reads further up is led there. */
export async function expectAtEnd(page: Page, text: string): Promise<void> {
  const lines = page.getByRole('list', { name: /^Messages/ });
  const newest = page.getByRole('button', { name: 'Jump to newest' });
  await waitFor(async () => {
    if (await newest.isVisible()) await newest.click({ timeout: 1000 }).catch(() => undefined);
    return (await lines.innerText().catch(() => '')).includes(text);
  }, PATIENT.timeout);
}
