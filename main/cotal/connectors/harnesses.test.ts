import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connector } from '../workspace/launch.ts';
import { findOnPath, listHarnesses } from './harnesses.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cotal-h-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function program(name: string, mode = 0o755): Promise<string> {
  const file = path.join(dir, name);
  await writeFile(file, '#!/bin/sh\ntouch "$0.ran"\n');
  await chmod(file, mode);
  return file;
}

const connector = (name: string, why?: string): Connector => ({
  name,
  missing: async () => (why === undefined ? undefined : { why, remedy: 'Install it.' }),
  prepare: async () => ({ file: 'x', args: [], env: {} }),
});

test('a connector is usable or says what it lacks; the rest is found on the path, without being run', async () => {
  const claude = await program('claude');
  await program('codex', 0o644);
  await mkdir(path.join(dir, 'opencode'));
  const rows = await listHarnesses([connector('demo'), connector('hermes', 'It is too old.')], 'demo', {
    PATH: dir,
  });
  expect(rows).toEqual([
    { name: 'demo', state: 'usable', detail: null, isDefault: true },
    { name: 'hermes', state: 'missing', detail: 'It is too old. Install it.', isDefault: false },
    { name: 'claude', state: 'found', detail: claude, isDefault: false },
    { name: 'opencode', state: 'missing', detail: expect.stringContaining('Not on PATH'), isDefault: false },
    { name: 'codex', state: 'missing', detail: expect.stringContaining('Not on PATH'), isDefault: false },
  ]);
  expect(await findOnPath('claude.ran', { PATH: dir })).toBeUndefined();
});

test('the first one on the path counts; relative folders are not looked into', async () => {
  const file = await program('claude');
  expect(await findOnPath('claude', { PATH: `.${path.delimiter}${dir}/none${path.delimiter}${dir}` })).toBe(
    file,
  );
  expect(await findOnPath('claude', {})).toBeUndefined();
  const windows = await program('claude.cmd');
  expect(await findOnPath('claude', { PATH: dir }, 'win32')).toBe(windows);
});
