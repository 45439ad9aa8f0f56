import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { out } from './paths.mjs';
import { lastLines, run, say } from './run.mjs';

/** @typedef {{name: string, programs?: readonly string[], file?: string}} SystemPackage by what it is recognised */

/** @type {readonly SystemPackage[]} What the tests use of the system. */
const wanted = [
  { name: 'chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'] },
  { name: 'dbus', programs: ['dbus-run-session'] },
  { name: 'gnome-keyring', programs: ['gnome-keyring-daemon'] },
  { name: 'fonts-liberation', file: '/usr/share/fonts/truetype/liberation' },
  { name: 'fonts-noto-core', file: '/usr/share/fonts/truetype/noto' },
];

/**
 * The names of the packages that are not there. Only Linux has them; elsewhere nothing is missing.
 * @param {(file: string) => boolean} [exists]
 * @param {string} [searchPath]
 * @param {NodeJS.Platform} [platform]
 */
export function missingPackages(
  exists = existsSync,
  searchPath = process.env['PATH'] ?? '',
  platform = process.platform,
) {
  if (platform !== 'linux') return [];
  const folders = searchPath.split(':').filter(Boolean);
  const present = (/** @type {SystemPackage} */ { programs = [], file }) =>
    (file !== undefined && exists(file)) ||
    programs.some((program) => folders.some((folder) => exists(path.posix.join(folder, program))));
  return wanted.filter((one) => !present(one)).map(({ name }) => name);
}

/**
 * Installs what is missing where that can be done unasked (root on Debian); elsewhere says how the person can.
 * @returns {Promise<string[]>} what is still missing
 */
export async function installMissing() {
  const missing = missingPackages();
  if (missing.length === 0) return [];
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    say(
      `Some tests will be skipped, because this machine lacks ${missing.join(', ')}. On Debian or Ubuntu:\n  sudo ${command}`,
    );
    return missing;
  }
  say(`Installing ${missing.join(', ')} for the tests …`);
  const log = path.join(out, 'system-packages.log');
  const { code, output } = await run('sh', ['-c', `apt-get update && ${command}`], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  mkdirSync(out, { recursive: true });
  writeFileSync(log, output);
  const left = missingPackages();
  if (code !== 0) say(`apt-get failed; the whole output is in ${log}, its end:\n${lastLines(output)}`);
  return left;
}

/** The system the tests run on, as it names itself. */
export function systemName() {
  try {
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  } catch {
    return process.platform;
  }
}
