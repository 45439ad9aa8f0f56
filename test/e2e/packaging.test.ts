import { execFile } from 'node:child_process';
import { existsSync, promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainNoElectron } from '../electron-stand-in/host.ts';
import { startShell, takeChannel } from './shell-app.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILDER = path.join(ROOT, 'node_modules/electron-builder/cli.js');
const run = promisify(execFile);

const missing =
  process.platform === 'linux' && existsSync(BUILDER)
    ? undefined
    : 'it packs for Linux, with electron-builder';

/** Everything packed: the app's folder, its archive unpacked, the list of what is in that. */
let base: string;
let app: string;
let unpacked: string;
let archived: string[];

/** The words that Electron's binary carries in front of its fuses: version, count, and all of them the wrong way. */
const SENTINEL = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100110'),
]);

/** A folder like Electron's own, with a binary that does nothing but carries fuses. */
async function makeDistribution(dir: string): Promise<void> {
  await fs.mkdir(path.join(dir, 'resources'), { recursive: true });
  await fs.mkdir(path.join(dir, 'locales'));
  const binary = Buffer.concat([Buffer.alloc(64, 'x'), SENTINEL, Buffer.alloc(64, 'y')]);
  await fs.writeFile(path.join(dir, 'electron'), binary, { mode: 0o755 });
  await fs.writeFile(path.join(dir, 'version'), '45.5.0');
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak'])
    await fs.writeFile(path.join(dir, name), name);
}

beforeAll(async () => {
  if (missing !== undefined) return;
  base = await fs.mkdtemp(path.join(tmpdir(), 'cotal-package-'));
  await makeDistribution(path.join(base, 'electron'));
  const settings = [
    `-c.electronDist=${path.join(base, 'electron')}`,
    `-c.directories.output=${path.join(base, 'out')}`,
  ];
  const args = [BUILDER, '--publish', 'never', '--linux', 'dir', ...settings];
  await run(process.execPath, args, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  app = path.join(base, 'out', 'linux-unpacked');
  unpacked = path.join(base, 'unpacked');
  const asar = path.join(ROOT, 'node_modules/@electron/asar/bin/asar.js');
  await run(process.execPath, [asar, 'extract', path.join(app, 'resources', 'app.asar'), unpacked]);
  archived = await filesBelow(unpacked);
});
afterAll(() => (base === undefined ? undefined : fs.rm(base, { recursive: true, force: true })));

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await fs.readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name))).sort();
}

beforeEach((ctx) => {
  if (missing !== undefined) ctx.skip(missing);
});

describe('the packaged app', () => {
  test('has every fuse as decided', async () => {
    const wire = await getCurrentFuseWire(path.join(app, 'cotal-desktop'));
    const states = Object.fromEntries(
      Object.entries(wire)
        .filter(([option]) => /^\d+$/.test(option))
        .map(([option, state]) => [FuseV1Options[Number(option)], FuseState[state as FuseState]]),
    );
    expect(states).toEqual({
      RunAsNode: 'DISABLE',
      EnableCookieEncryption: 'ENABLE',
      EnableNodeOptionsEnvironmentVariable: 'DISABLE',
      EnableNodeCliInspectArguments: 'DISABLE',
      EnableEmbeddedAsarIntegrityValidation: 'ENABLE',
      OnlyLoadAppFromAsar: 'ENABLE',
      LoadBrowserProcessSpecificV8Snapshot: 'DISABLE',
      GrantFileProtocolExtraPrivileges: 'DISABLE',
      WasmTrapHandlers: 'ENABLE',
    });
  });

  test('archives what Electron runs', () => {
    for (const file of [
      'package.json',
      'main/electron.mjs',
      'preload/window.cjs',
      'renderer/index.html',
      'resources/icons/icon-512.png',
      'resources/icons/tray-needs@2x.png',
    ])
      expect(archived).toContain(file);
  });

  test('archives nothing else: no other program, no package, no source, map, test, secret or stand-in', async () => {
    const allowed =
      /^(package|build)\.json$|^main\/[\w.-]+\.mjs$|^preload\/window\.cjs$|^renderer\/(index\.html|assets\/[\w.-]+\.(js|css|svg|png|woff2))$|^resources\/icons\/[\w@.-]+\.png$/;
    expect(archived.filter((file) => !allowed.test(file))).toEqual([]);
    expect(
      archived.filter((file) => /^main\/(host|cli|browser|demo-agent|shell-agent)\.mjs$/.test(file)),
    ).toEqual([]);
    expect(archived.filter((file) => /\.map$|\.test\.|\.env|\.creds|\.nk$|\.pem$|\.ts$/.test(file))).toEqual(
      [],
    );
    for (const file of archived.filter((name) => /\.(mjs|cjs|js|html|json)$/.test(name))) {
      const text = await fs.readFile(path.join(unpacked, file), 'utf8');
      expect(/stand-in|__standIn|vitest|playwright/i.exec(text)?.[0], file).toBeUndefined();
      expect(text.includes(ROOT) || text.includes('sourceMappingURL=data:'), file).toBe(false);
    }
  });

  test('carries the programs that run outside of Electron, and the Node that runs them', async () => {
    const programs = await filesBelow(path.join(app, 'resources', 'programs'));
    for (const file of [
      'build.json',
      'main/host.mjs',
      'main/cli.mjs',
      'main/demo-agent.mjs',
      'bin/nats-server',
    ])
      expect(programs).toContain(file);
    expect(programs.some((file) => /^node_modules\/@lydell\/node-pty-.*\.node$/.test(file))).toBe(true);
    expect(programs).not.toContain('main/electron.mjs');
    const ours = programs.filter((file) => !file.startsWith('node_modules/'));
    expect(ours.filter((file) => /\.map$|\.test\.|\.env$|\.ts$/.test(file))).toEqual([]);
    const { stdout } = await run(path.join(app, 'resources', 'node', 'node'), ['--version']);
    expect(stdout.trim()).toBe(process.version);
    const host = await fs.stat(path.join(app, 'resources', 'programs', 'bin', 'nats-server'));
    expect(host.mode & 0o111).not.toBe(0);
  });

  test('says which links it opens', async () => {
    const settings = await fs
      .readFile(path.join(base, 'out', 'builder-effective-config.yaml'), 'utf8')
      .catch(() => fs.readFile(path.join(ROOT, 'electron-builder.yml'), 'utf8'));
    expect(settings).toMatch(/schemes:\s*(\[cotal, cotals\]|- cotal\n\s*- cotals)/);
  });

  test('starts from its archive', async (ctx) => {
    const unable = explainNoElectron();
    if (unable !== undefined) ctx.skip(unable);
    // A checkout's app has both parts in one folder; the parts here are the packaged ones.
    await fs.cp(path.join(app, 'resources', 'programs'), unpacked, { recursive: true });
    const node = path.join(app, 'resources', 'node', 'node');
    const shell = await startShell({ appDir: unpacked, env: { COTAL_NODE: node } });
    try {
      const taken = await takeChannel(shell.page);
      expect(await taken.call('host.info', {})).toMatchObject({ ok: true });
      expect(await fs.readlink(`/proc/${await shell.sandbox.hostPid()}/exe`)).toBe(node);
    } finally {
      await shell.dispose();
    }
  });
});
