import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAlive, openSandbox, processesNaming, waitFor, type Sandbox } from '../support/sandbox.ts';
import { randomOf, SEED } from '../support/seed.ts';

const rows = z.array(
  z.looseObject({
    name: z.string(),
    id: z.string(),
    status: z.string(),
    pid: z.number().nullable(),
    restartedAt: z.string().nullable(),
  }),
);
const sent = z.object({ id: z.string(), seq: z.number(), note: z.string().nullable() });
const messages = z.array(
  z.looseObject({
    id: z.string(),
    replyTo: z.string().optional(),
    parts: z.array(z.looseObject({ text: z.string().optional() })),
  }),
);
const status = z.looseObject({
  processes: z.array(
    z.object({
      role: z.string(),
      state: z.string(),
      pid: z.number().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
const ROUNDS = Number(process.env['COTAL_FAULT_ROUNDS'] ?? '3');

describe(`kill -9 under traffic (seed ${SEED})`, () => {
  let box: Sandbox;
  let dir: string;
  const random = randomOf(SEED);
  beforeEach(async () => {
    box = await openSandbox();
    dir = await box.folder('work');
    await box.cotal(dir, ['up', '--detach']);
    await box.cotal(dir, ['spawn', 'demo', '--detach']);
  });
  afterEach(() => box.dispose());

  const history = () => box.facts(messages, dir, ['history', '--dms', '--limit', '1000']);
  /** What was accepted, and the checker: each is stored once, and answered exactly once. */
  const accepted: string[] = [];
  const send = async (text: string) => {
    const run = await box.cotal(dir, ['send', 'dm', 'demo', text, '--json']);
    if (run.code === 0) accepted.push(sent.parse(JSON.parse(run.stdout)).id);
  };
  async function checkAccepted(): Promise<void> {
    await waitFor(async () => {
      // While the broker comes back a read may fail; what counts is what is stored in the end.
      const all = await history().catch(() => []);
      return accepted.every((id) => all.some((m) => m.replyTo === id));
    }, 20_000);
    const all = await history();
    for (const id of accepted) {
      expect(
        all.filter((m) => m.id === id),
        `stored once: ${id}`,
      ).toHaveLength(1);
      expect(
        all.filter((m) => m.replyTo === id),
        `answered once: ${id}`,
      ).toHaveLength(1);
    }
  }

  it('the broker: the outbox delivers, nothing accepted is lost or shown twice', async () => {
    accepted.length = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const broker = await box.brokerPid(dir);
      const traffic = (async () => {
        for (let i = 0; i < 6; i++) await send(`broker ${round}/${i}`);
      })();
      await new Promise((resolve) => setTimeout(resolve, 100 + random() * 500));
      process.kill(broker, 'SIGKILL');
      await traffic;
      await waitFor(
        async () =>
          (await box.facts(status, dir, ['status'])).processes.some(
            (p) => p.role === 'broker' && p.state === 'ready',
          ),
        15_000,
      );
    }
    expect(accepted.length).toBeGreaterThan(ROUNDS * 4);
    await checkAccepted();
    const broker = (await box.facts(status, dir, ['status'])).processes.find((p) => p.role === 'broker');
    expect(broker?.reason).toContain('Restarted');
  });

  it('the host: restart explained, orphan broker adopted, agents the same instances, nothing accepted lost', async () => {
    accepted.length = 0;
    const before = await box.facts(rows, dir, ['ps']);
    const broker = await box.brokerPid(dir);
    for (let round = 0; round < ROUNDS; round++) {
      const traffic = (async () => {
        for (let i = 0; i < 4; i++) await send(`host ${round}/${i}`);
      })();
      const host = await box.hostPid();
      await new Promise((resolve) => setTimeout(resolve, 100 + random() * 500));
      process.kill(host, 'SIGKILL');
      await traffic;
      await waitFor(
        async () => (await box.cotal(dir, ['ps'])).code === 0 && isAlive(await box.hostPid()),
        10_000,
      );
    }
    const after = await box.facts(rows, dir, ['ps']);
    expect(after.map((a) => [a.name, a.id])).toEqual(before.map((a) => [a.name, a.id]));
    expect(after[0]?.restartedAt).not.toBeNull();
    // The old host's child is not left beside the new one.
    expect(isAlive(before[0]?.pid ?? 0)).toBe(false);
    expect(await box.brokerPid(dir)).toBe(broker);
    const adopted = (await box.facts(status, dir, ['status'])).processes.find((p) => p.role === 'broker');
    expect(adopted?.reason).toContain('Adopted');
    await checkAccepted();
    expect((await box.cotal(dir, ['logs'])).stdout).toContain('ended without notice');
  });

  it('host and broker at once: both come back', async () => {
    const [host, broker] = [await box.hostPid(), await box.brokerPid(dir)];
    process.kill(host, 'SIGKILL');
    process.kill(broker, 'SIGKILL');
    await waitFor(async () => (await box.cotal(dir, ['ps'])).code === 0, 15_000);
    await waitFor(async () => (await box.facts(rows, dir, ['ps']))[0]?.status === 'idle', 10_000);
    accepted.length = 0;
    await send('after both');
    await checkAccepted();
  });

  it('a frozen host is explained, not waited for without end', async () => {
    const host = await box.hostPid();
    process.kill(host, 'SIGSTOP');
    try {
      const run = await box.cotal(dir, ['ps']);
      expect(run.code).toBeGreaterThan(0);
      expect(run.stderr).toMatch(/does not answer/);
    } finally {
      process.kill(host, 'SIGCONT');
    }
    expect((await box.cotal(dir, ['ps'])).code).toBe(0);
  });

  it('an agent that is killed is shown as ended, never as idle', async () => {
    const [agent] = await box.facts(rows, dir, ['ps']);
    process.kill(agent?.pid ?? 0, 'SIGKILL');
    await waitFor(async () => (await box.facts(rows, dir, ['ps']))[0]?.status === 'offline', 8500);
    expect((await box.cotal(dir, ['ps'])).stdout).toMatch(/offline.*signal 9/);
    expect(await processesNaming('demo-agent.mjs', box.home)).toEqual([]);
  });
});
