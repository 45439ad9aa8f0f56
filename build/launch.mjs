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
  const end = await takePlaceOf(process.execPath, [file, ...args], plainEnv());
  end.follow();
}

/**
 * Runs a command with this process's streams and signals.
 * @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{code: number | null, signal: NodeJS.Signals | null, follow: () => void}>} follow: ends this
 *   process as the command has ended
 */
export async function takePlaceOf(command, args, env) {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  const passOn = forwarded.map((signal) => {
    const listener = () => {
      // A terminal gives these to the whole foreground group: the program has got its own already.
      if (onTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
      child.kill(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  /** @type {[number | null, NodeJS.Signals | null]} */
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...ended) => resolve(ended));
  });
  for (const stop of passOn) stop();
  const follow = () => {
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  };
  return { code, signal, follow };
}
