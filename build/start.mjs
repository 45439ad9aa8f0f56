import { bootstrap, runProgram } from './bootstrap.mjs';
import { electronEnv, findElectron, installElectron, wantsBrowser } from './electron.mjs';
import { cotalHome, installVersion } from './install-version.mjs';
import { launch, takePlaceOf } from './launch.mjs';
import { say } from './run.mjs';

/** An Electron that ends with an error within this long has not shown anything. */
const startMs = 5000;

/** The window of the app: Electron's where that is possible, else the browser's (decision 26). */
async function start() {
  const args = process.argv.slice(2);
  const { env, platform } = process;
  const browser = wantsBrowser({ args, env, platform, uid: process.getuid?.() });
  await bootstrap();
  if (browser?.said !== undefined) say(`${browser.said} Starting in your browser instead.`);
  const electron = browser === undefined ? (findElectron(env) ?? (await installElectron())) : undefined;
  if (electron !== undefined && (await runElectron(electron, args))) return;
  await launch(
    'browser',
    args.filter((arg) => arg !== '--browser'),
  );
}

/**
 * Runs the app in Electron.
 * @param {string} electron @param {readonly string[]} args
 * @returns {Promise<boolean>} false when Electron itself could not start
 */
async function runElectron(electron, args) {
  const version = installVersion(cotalHome());
  const since = performance.now();
  say('Cotal opens in its own window. Ctrl-C closes it; the mesh and its agents go on.');
  const end = await takePlaceOf(electron, [version, ...args], electronEnv());
  if (end.code === 0 || end.signal !== null || performance.now() - since > startMs) {
    end.follow();
    return true;
  }
  say(`Electron could not start (exit code ${end.code}). Starting in your browser instead.`);
  return false;
}

runProgram(start);
