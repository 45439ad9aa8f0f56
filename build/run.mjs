import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** Tells the person what is going on. Always on stderr: stdout belongs to the command that is run afterwards. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * The environment without what would change how Node or Electron behave in a child.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function plainEnv(env = process.env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(NODE|ELECTRON)_/i.test(name)));
}

/**
 * Runs a command and gathers what it prints.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, shell?: boolean, timeoutMs?: number}} [options]
 *   show: pass the output on to stderr as well; what takes longer than timeoutMs is ended, with code 124
 * @returns {Promise<{code: number, output: string}>}
 */
export function run(
  command,
  args,
  { cwd = root, env = process.env, show = false, shell = false, timeoutMs } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let late = false;
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => (late = child.kill()), timeoutMs);
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (show) process.stderr.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const done = (/** @type {{code: number, output: string}} */ result) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.on('error', (error) => done({ code: 127, output: `${output}${error.message}` }));
    child.on('close', (code, signal) => {
      done({ code: late ? 124 : (code ?? (signal ? 1 : 0)), output });
    });
  });
}

/**
 * Runs npm: the one that runs us, else the one beside this Node, else the one on PATH.
 * @param {readonly string[]} args
 * @param {{cwd?: string, show?: boolean}} [options]
 */
export function npm(args, { cwd = root, show = false } = {}) {
  const env = { ...process.env };
  // With these, npm would leave out the tools that the build needs, or load foreign code.
  delete env['NODE_ENV'];
  delete env['NODE_OPTIONS'];
  const beside = path.dirname(process.execPath);
  const script = [
    env['npm_execpath'] ?? '',
    path.join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(beside, 'node_modules/npm/bin/npm-cli.js'),
  ].find((file) => file.endsWith('npm-cli.js') && existsSync(file));
  // `npm run --silent` would otherwise silence this npm too, and an error would have no words.
  const loud = [...args, '--loglevel=error'];
  if (script) return run(process.execPath, [script, ...loud], { cwd, env, show });
  return run('npm', loud, { cwd, env, show, shell: process.platform === 'win32' });
}

/** The last lines of a long output. @param {string} output @param {number} [count] */
export function lastLines(output, count = 12) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}
