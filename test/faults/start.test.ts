import { promises as fs } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAlive, openSandbox, processesNaming, type Sandbox } from '../support/sandbox.ts';

const up = z.looseObject({ space: z.string(), server: z.string(), state: z.string() });
const UP = ['up', '--detach'] as const;

/** What a person reads when something fails: words, a remedy, no stack. */
function expectExplained(run: { code: number; stdout: string; stderr: string }, words: RegExp): void {
  expect(run.code).toBeGreaterThan(0);
  expect(run.stderr).toMatch(words);
  expect(run.stderr).toContain('→');
  expect(run.stderr).not.toMatch(/\n\s+at /);
}

describe('starting, when something is in the way', () => {
  let box: Sandbox;
  let dir: string;
  beforeEach(async () => {
    box = await openSandbox();
    dir = await box.folder('work');
  });
  afterEach(() => box.dispose());

  it('a port taken by a stranger: explained with --server, another one at the first start otherwise', async () => {
    const stranger = createServer((socket) => socket.end('not a broker\r\n'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const address = stranger.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      expectExplained(
        await box.cotal(dir, [...UP, '--server', `nats://127.0.0.1:${port}`]),
        /taken by another program/,
      );
      expect(await processesNaming(path.join(box.home, 'meshes'))).toEqual([]);
    } finally {
      await new Promise((resolve) => stranger.close(resolve));
    }
    // The explicit port was kept, and is free now.
    expect((await box.facts(up, dir, UP)).server).toBe(`nats://127.0.0.1:${port}`);
  });

  it('the recorded port taken while the mesh was down is explained, never changed silently', async () => {
    const { server } = await box.facts(up, dir, UP);
    await box.cotal(dir, ['down']);
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(Number(new URL(server).port), '127.0.0.1', resolve));
    try {
      const run = await box.cotal(dir, UP);
      expectExplained(run, /agents of this mesh hold this address/);
      expect(run.stderr).toContain('--server');
    } finally {
      await new Promise((resolve) => stranger.close(resolve));
    }
    expect((await box.facts(up, dir, UP)).server).toBe(server);
  });

  it('a second up answers with the running mesh; two at the same moment make one', async () => {
    const runs = await Promise.all([
      box.cotal(dir, [...UP, '--json']),
      box.cotal(dir, [...UP, '--json']),
      box.cotal(dir, [...UP, '--json']),
    ]);
    for (const run of runs) expect(run.stderr + run.stdout).not.toContain('"error"');
    expect(new Set(runs.map((r) => up.parse(JSON.parse(r.stdout)).server)).size).toBe(1);
    expect(await processesNaming(path.join(box.home, 'meshes'))).toHaveLength(1);
    expect((await box.facts(up, dir, UP)).state).toBe('ready');
  });

  it.each([
    ['missing', async (file: string) => fs.rm(file, { force: true }), /does not exist/],
    [
      'too old',
      async (file: string) => fs.writeFile(file, '#!/bin/sh\necho nats-server: v2.9.1\n', { mode: 0o755 }),
      /2\.9\.1; 2\.12 or newer/,
    ],
    [
      'for another machine',
      async (file: string) => fs.writeFile(file, Buffer.from('7f454c460101010000', 'hex'), { mode: 0o755 }),
      /another kind of machine|cannot be run/,
    ],
    [
      'not a broker at all',
      async (file: string) => fs.writeFile(file, '#!/bin/sh\necho hello\n', { mode: 0o755 }),
      /not a nats-server/,
    ],
    ['not executable', async (file: string) => fs.writeFile(file, 'x', { mode: 0o644 }), /not executable/],
  ])('a nats-server that is %s is explained', async (_how, plant, words) => {
    const file = path.join(dir, 'planted-nats-server');
    await plant(file);
    expectExplained(await box.cotal(dir, UP, { COTAL_NATS_SERVER: file }), words);
  });

  it('a folder that cannot be written is explained', async () => {
    // Root passes permission bits: a file in the way is refused for everybody.
    await fs.writeFile(path.join(dir, '.cotal'), '');
    expectExplained(await box.cotal(dir, UP), /could not be made|cannot be kept/);
  });

  it.each([
    ['mesh.json', 'meshes', '{"space": 3'],
    ['signer.json', 'auth', '[]'],
  ])('a damaged %s is named and kept', async (name, _where, content) => {
    await box.facts(up, dir, UP);
    await box.cotal(dir, ['down']);
    const meshes = path.join(box.home, 'meshes');
    const [id = ''] = await fs.readdir(meshes);
    const file = name === 'mesh.json' ? path.join(meshes, id, name) : path.join(meshes, id, 'auth', name);
    await fs.writeFile(file, content);
    const run = await box.cotal(dir, UP);
    expectExplained(run, /is damaged/);
    expect(run.stderr).toContain(file);
    expect(await fs.readFile(file, 'utf8')).toBe(content);
  });

  it('a damaged registry record is reported and hides nothing', async () => {
    await box.facts(up, dir, UP);
    await fs.writeFile(path.join(box.home, 'meshes', 'broken.json'), '{');
    const run = await box.cotal(dir, ['meshes']);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('work');
    expect(run.stderr).toContain('broken.json');
  });

  it.each([
    ['garbage', '{{{'],
    [
      'a recycled pid',
      JSON.stringify({
        pid: process.pid,
        startTime: '1',
        nonce: 'x',
        version: '0.1.0',
        build: 'b',
        socket: '/nowhere/none.sock',
        state: 'ready',
        since: 1,
        meshes: [],
      }),
    ],
    [
      'a dead pid',
      JSON.stringify({
        pid: 4_000_000,
        startTime: '1',
        nonce: 'x',
        version: '0.1.0',
        build: 'b',
        socket: '/nowhere/none.sock',
        state: 'ready',
        since: 1,
        meshes: ['0123456789abcdef'],
      }),
    ],
  ])('a state file with %s does not keep a host from starting, and kills nobody', async (_what, content) => {
    await fs.mkdir(path.join(box.home, 'host'), { recursive: true });
    await fs.writeFile(path.join(box.home, 'host', 'state.json'), content);
    expect((await box.facts(up, dir, UP)).state).toBe('ready');
    expect(isAlive(process.pid)).toBe(true);
  });

  it('an open mesh is not put on the network by accident', async () => {
    expectExplained(
      await box.cotal(dir, [...UP, '--open', '--host', '0.0.0.0']),
      /open mesh is not put on 0\.0\.0\.0/,
    );
    const run = await box.cotal(dir, [...UP, '--open']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('everybody who reaches its address');
  });
});
