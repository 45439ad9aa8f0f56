import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { app } from './paths.mjs';
import { commandsInUse } from './processes.platform.mjs';
import { say } from './run.mjs';

const dayMs = 24 * 3_600_000;

/**
 * The machine home: `COTAL_HOME`, else `~/.cotal`, else `%LOCALAPPDATA%\Cotal`.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function cotalHome(env = process.env, platform = process.platform) {
  const set = env['COTAL_HOME'];
  if (set) return path.resolve(set);
  if (platform !== 'win32') return path.join(homedir(), '.cotal');
  return path.join(env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local'), 'Cotal');
}

/**
 * Copies the built app to `<home>/versions/<build>`, so that a rebuild never changes the files of a running host.
 * @param {string} home
 * @param {string} [from] the built app
 * @returns {string} the version's folder
 */
export function installVersion(home, from = app) {
  const versions = path.join(home, 'versions');
  for (let attempt = 1; ; attempt += 1) {
    const build = readField(path.join(from, 'build.json'), 'build');
    const target = path.join(versions, build ?? '');
    if (build && existsSync(path.join(target, 'build.json'))) return target;
    if (build && copyVersion(from, target, build)) {
      removeOldVersions(home, build);
      return target;
    }
    if (attempt === 3) throw new Error(`No complete app in ${from}. Run \`npm run build\`, then try again.`);
  }
}

/**
 * False when a rebuild replaced the app during the copy.
 * @param {string} from @param {string} target @param {string} build
 */
function copyVersion(from, target, build) {
  const fresh = path.join(path.dirname(target), `.${build}.${process.pid}`);
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  try {
    cpSync(from, fresh, { recursive: true, mode: constants.COPYFILE_FICLONE });
    if (readField(path.join(from, 'build.json'), 'build') !== build) return false;
    // The folder's time says when it was installed.
    utimesSync(fresh, new Date(), new Date());
    if (existsSync(target) && !existsSync(path.join(target, 'build.json')))
      rmSync(target, { recursive: true });
    renameSync(fresh, target);
    return true;
  } catch {
    return existsSync(path.join(target, 'build.json'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Removes versions nobody needs: not the current one, not the running host's, not one that a process was started from,
 * nothing installed in the last day. Where the system does not tell what runs, a version is kept for 30 days.
 * @param {string} home @param {string} current
 */
function removeOldVersions(home, current) {
  const versions = path.join(home, 'versions');
  const keep = [current, readField(path.join(home, 'host/state.json'), 'build')];
  const commands = commandsInUse();
  const leastAgeMs = commands === undefined ? 30 * dayMs : dayMs;
  for (const name of readdirSync(versions)) {
    const folder = path.join(versions, name);
    if (keep.includes(name) || commands?.includes(folder)) continue;
    try {
      if (Date.now() - statSync(folder).mtimeMs > leastAgeMs)
        rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      say(
        `The old version ${folder} could not be removed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

/** @param {string} file @param {string} name @returns {string | undefined} */
function readField(file, name) {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'))[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
