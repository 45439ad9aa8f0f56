import { spawn } from 'node:child_process';
import path from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { cotalHome, installVersion } from './install-version.mjs';
import { plainEnv } from './run.mjs';

/** Passed on to the program. */
const forwarded = /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2']);

/**
 * Runs a program of the installed version as if it were this process: its streams, its signals, its exit code.
 * @param {string} program such as `cli`
 * @param {readonly string[]} args
 */
export async function launch(program, args) {
  await bootstrap();
  const version = installVersion(cotalHome());
  const file = path.join(version, 'main', `${program}.mjs`);
  const child = spawn(process.execPath, [file, ...args], { env: plainEnv(), stdio: 'inherit' });
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  for (const signal of forwarded) {
    process.on(signal, () => {
      // A terminal gives these to the whole foreground group: the program has got its own already.
      if (onTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
      child.kill(signal);
    });
  }
  /** @type {[number | null, NodeJS.Signals | null]} */
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...ended) => resolve(ended));
  });
  if (signal === null) {
    process.exitCode = code ?? 1;
    return;
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
