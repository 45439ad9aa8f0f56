import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { haveApp, makeApp } from './assemble.mjs';
import { forgetFailure, haveBroker, installBroker } from './broker.mjs';
import { explainNode, haveDependencies, installDependencies } from './dependencies.mjs';
import { withLock } from './lock.mjs';
import { app, out } from './paths.mjs';
import { say } from './run.mjs';

/**
 * Brings the checkout to the point where the app can run: packages, broker, a current build in out/app.
 * Does only what is missing; two at once share the work. Prints to stderr only.
 * @param {{force?: boolean}} [options] force: build even when nothing changed
 * @returns {Promise<string>} the app's folder
 */
export async function bootstrap({ force = false } = {}) {
  assertNode();
  if (!force && haveDependencies() && haveBroker() && haveApp()) return app;
  await alone(async () => {
    if (!haveDependencies()) await installDependencies();
    if (force) forgetFailure();
    if (!haveBroker()) await installBroker();
    if (force || !haveApp()) await makeApp();
  });
  return app;
}

/** Installs the packages when they are missing or not those of the lock, and nothing else. */
export async function ensureDependencies() {
  assertNode();
  if (haveDependencies()) return;
  await alone(async () => {
    if (!haveDependencies()) await installDependencies();
  });
}

function assertNode() {
  const problem = explainNode(process.version);
  if (problem) throw new Error(problem);
}

/** @param {() => Promise<void>} work */
function alone(work) {
  const onWait = () => say('Another bootstrap is at work here; waiting for it …');
  return withLock(path.join(out, 'bootstrap.lock'), work, { onWait });
}

/** Whether this module is the program that was started. @param {string} url the module's import.meta.url */
export function isProgram(url) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(url));
}

/**
 * Runs a program of this folder; what it throws is said plainly and ends it with code 1.
 * @param {() => Promise<unknown>} program
 */
export function runProgram(program) {
  program().catch((/** @type {unknown} */ error) => {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

if (isProgram(import.meta.url)) runProgram(() => bootstrap({ force: process.argv.includes('--force') }));
