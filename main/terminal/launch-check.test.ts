import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { launchTerminal } from './index.ts';
import { checkLaunch } from './launch-check.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'launch-check-'));
const tool = path.join(folder, 'tool');
writeFileSync(tool, '#!/bin/sh\necho ran\n', { mode: 0o755 });
writeFileSync(path.join(folder, 'text'), 'not a program', { mode: 0o644 });
afterAll(() => rmSync(folder, { recursive: true }));

const size = { cols: 80, rows: 24 };
const env = { PATH: `/nowhere:${folder}` };

test('a program is found on the PATH it will have, or by its path', async () => {
  expect(await checkLaunch({ file: 'tool', args: [], cwd: '/', env, ...size })).toBe(tool);
  expect(await checkLaunch({ file: './tool', args: [], cwd: folder, env: {}, ...size })).toBe(tool);
  expect(await checkLaunch({ file: tool, args: [], cwd: '/', env: {}, ...size })).toBe(tool);
});

test('a missing program is refused', async () => {
  for (const file of ['no-such-program', '/no/such/program', 'text', folder, '']) {
    const launch = launchTerminal({ file, args: [], cwd: '/', env, ...size }, { now: Date.now });
    await expect(launch, file).rejects.toMatchObject({ name: 'Fault', code: 'program-not-found' });
  }
  // What is in the folder to work in is not run by its name alone, whatever the PATH leaves open.
  for (const PATH of ['', ':', '.:/nowhere']) {
    const here = launchTerminal(
      { file: 'tool', args: [], cwd: folder, env: { PATH }, ...size },
      { now: Date.now },
    );
    await expect(here, PATH).rejects.toMatchObject({ code: 'program-not-found' });
  }
  const withoutPath = launchTerminal({ file: 'sh', args: [], cwd: '/', env: {}, ...size }, { now: Date.now });
  await expect(withoutPath).rejects.toMatchObject({ code: 'program-not-found' });
});

test('a bad folder is refused', async () => {
  for (const cwd of ['/no/such/folder', tool, 'relative', '']) {
    const launch = launchTerminal({ file: tool, args: [], cwd, env, ...size }, { now: Date.now });
    await expect(launch, cwd).rejects.toMatchObject({ name: 'Fault', code: 'bad-folder' });
  }
});
