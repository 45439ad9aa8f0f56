import { promises as fs } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAlive, openSandbox, processesNaming, waitFor, type Sandbox } from '../support/sandbox.ts';

const up = z.looseObject({ state: z.string(), warnings: z.array(z.string()) });
const rows = z.array(z.looseObject({ name: z.string() }));

describe('a running mesh stays within reach', () => {
  let box: Sandbox;
  let dir: string;
  beforeEach(async () => {
    box = await openSandbox();
    dir = await box.folder('work');
    await box.cotal(dir, ['up', '--detach']);
  });
  afterEach(() => box.dispose());

  it.each([
    ['removed', (file: string) => fs.rm(file)],
    ['truncated', (file: string) => fs.writeFile(file, '')],
  ])('with its registry record %s: commands find it, up writes it anew, down ends it', async (_how, harm) => {
    const record = path.join(box.home, 'meshes', 'work.json');
    await harm(record);
    expect((await box.cotal(dir, ['ps'])).code).toBe(0);
    await fs.rm(record, { force: true });
    expect((await box.cotal(dir, ['up', '--detach'])).code).toBe(0);
    expect(JSON.parse(await fs.readFile(record, 'utf8'))).toMatchObject({ space: 'work', root: dir });
    expect((await box.cotal(dir, ['down'])).code).toBe(0);
    await waitFor(async () => (await processesNaming(path.join(box.home, 'meshes'))).length === 0, 5000);
  });

  it('with a damaged list of agents: the mesh comes back without them and says so; the list is kept', async () => {
    await box.cotal(dir, ['spawn', 'demo', '--detach']);
    const host = await box.hostPid();
    process.kill(host, 'SIGKILL');
    await waitFor(() => !isAlive(host), 5000);
    const meshes = path.join(box.home, 'meshes');
    const id = (await fs.readdir(meshes)).find((n) => !n.endsWith('.json')) ?? '';
    const file = path.join(meshes, id, 'agents.json');
    await fs.writeFile(file, '[{"name":5}]');
    expect(await box.facts(rows, dir, ['ps'])).toEqual([]);
    const status = await box.facts(up, dir, ['status']);
    expect(status.state).toBe('ready');
    expect(status.warnings.join(' ')).toContain('agents.json.damaged');
    expect(await fs.readFile(`${file}.damaged`, 'utf8')).toBe('[{"name":5}]');
  });

  it('with its record made anew: the broker of before is ended, not left holding the store', async () => {
    const broker = await box.brokerPid(dir);
    const host = await box.hostPid();
    process.kill(host, 'SIGKILL');
    await waitFor(() => !isAlive(host), 5000);
    const meshes = path.join(box.home, 'meshes');
    const id = (await fs.readdir(meshes)).find((n) => !n.endsWith('.json')) ?? '';
    await fs.rm(path.join(meshes, id, 'mesh.json'));
    expect((await box.cotal(dir, ['up', '--detach'])).code).toBe(0);
    expect(isAlive(broker)).toBe(false);
    expect(await processesNaming(path.join(box.home, 'meshes'))).toHaveLength(1);
  });

  it('down twice at once, and down while it comes up, both end it', async () => {
    const downs = await Promise.all([box.cotal(dir, ['down']), box.cotal(dir, ['down'])]);
    expect(downs.some((d) => d.code === 0)).toBe(true);
    const coming = box.cotal(dir, ['up', '--detach']);
    await waitFor(
      async () => (await processesNaming(path.join('main', 'host.mjs'), box.home)).length > 0,
      5000,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await box.cotal(dir, ['down']);
    await coming;
    // Whichever came first, what is said afterwards is what is so.
    const running = (await processesNaming(path.join(box.home, 'meshes'))).length > 0;
    expect((await box.cotal(dir, ['ps'])).code).toBe(running ? 0 : 3);
  });

  it('a frozen broker is not an inside error', async () => {
    const broker = await box.brokerPid(dir);
    process.kill(broker, 'SIGSTOP');
    try {
      const run = await box.cotal(dir, ['history', 'general']);
      expect(run.code).toBe(1);
      expect(run.stderr).toContain('did not answer in time');
    } finally {
      process.kill(broker, 'SIGCONT');
    }
    await waitFor(async () => (await box.cotal(dir, ['history', 'general'])).code === 0, 10_000);
  });

  it('an agent cannot bear the name of the person, whatever its case', async () => {
    await box.cotal(dir, ['down']);
    await box.cotal(dir, ['up', '--detach', '--name', 'Marta']);
    // The name is taken from the next start of the host on.
    const host = await box.hostPid();
    await box.cotal(dir, ['down']);
    await waitFor(() => !isAlive(host), 5000);
    await box.cotal(dir, ['up', '--detach']);
    const run = await box.cotal(dir, ['spawn', 'demo', '--name', 'MARTA', '--detach']);
    expect(run.code).toBeGreaterThan(0);
    expect(run.stderr).toContain('your own name');
  });
});
