import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brokerBinary } from './broker.mjs';
import { app, executable, out, root } from './paths.mjs';
import { plainEnv, run, say } from './run.mjs';
import { contentStamp, listFiles, statStamp } from './stamp.mjs';

const stampFile = path.join(out, 'build-stamp');

/** What the app is made of. */
const sources = [
  'main',
  'shared',
  'renderer',
  'preload',
  'resources',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'build/assemble.mjs',
  path.relative(root, brokerBinary()),
];

/** @param {string} file */
const isSource = (file) => !/\.test\.(ts|tsx|mjs)$/.test(file);

/** Native packages that cannot be bundled. */
const natives = ['@lydell/node-pty', `@lydell/node-pty-${process.platform}-${process.arch}`];

/**
 * Whether out/app was made from the sources as they are now. Looks at sizes and times first, at contents only when those differ.
 * @returns {boolean}
 */
export function haveApp() {
  const stamp = readStamp();
  if (!stamp || !existsSync(path.join(app, 'build.json'))) return false;
  const files = listFiles(root, sources, isSource);
  const stat = statStamp(root, files);
  if (stamp.stat === stat) return true;
  if (stamp.content !== contentStamp(root, files)) return false;
  writeStamp({ ...stamp, stat });
  return true;
}

/** Builds and puts out/app together, in a folder of its own that is renamed into place when complete. */
export async function makeApp() {
  say('Building …');
  removeLeftovers();
  const files = listFiles(root, sources, isSource);
  const stamp = { stat: statStamp(root, files), content: contentStamp(root, files) };
  const fresh = `${app}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const { code, output } = await run(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    env: { ...plainEnv(), COTAL_BUILD_OUT: fresh },
  });
  if (output.trim()) say(output.trimEnd());
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(
      `The build failed (vite build, exit code ${code}); what it says stands above. The app built before is left as it was.`,
    );
  }
  addParts(fresh);
  const build = nameBuild(fresh);
  const previous = `${app}.${process.pid}.old`;
  rmSync(stampFile, { force: true });
  if (existsSync(app)) renameSync(app, previous);
  renameSync(fresh, app);
  rmSync(previous, { recursive: true, force: true });
  writeStamp(stamp);
  say(`Built ${build}.`);
}

/** Adds what is not bundled: what Electron reads first, resources, broker, native packages. @param {string} fresh */
function addParts(fresh) {
  const { name, version, description, license } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const words = { productName: 'Cotal', description, author: 'The Cotal Desktop authors' };
  const own = { name, ...words, version, license, type: 'module', main: 'main/electron.mjs' };
  writeFileSync(path.join(fresh, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  const resources = path.join(root, 'resources');
  if (existsSync(resources)) cpSync(resources, path.join(fresh, 'resources'), { recursive: true });
  if (existsSync(brokerBinary())) {
    const target = path.join(fresh, 'bin', executable('nats-server'));
    cpSync(brokerBinary(), target);
    chmodSync(target, 0o755);
  }
  for (const name of natives) {
    const from = path.join(root, 'node_modules', name);
    if (existsSync(from)) cpSync(from, path.join(fresh, 'node_modules', name), { recursive: true });
    else say(`build: ${name} is not installed; terminals will not work in this build.`);
  }
}

/** Writes build.json and returns the name that the contents give to the build. @param {string} fresh */
function nameBuild(fresh) {
  const build = contentStamp(fresh, listFiles(fresh, ['.'])).slice(0, 12);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(
    path.join(fresh, 'build.json'),
    `${JSON.stringify({ build, version, node: process.version })}\n`,
  );
  return build;
}

/** Removes what killed builds left. Only called under the lock, so nobody is at work in those folders. */
function removeLeftovers() {
  for (const name of readdirSync(out)) {
    // A killed build's Vite may live on for a moment and still write, hence the retries.
    if (/^(app|broker)\.\d+/.test(name))
      rmSync(path.join(out, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @returns {{stat: string, content: string} | undefined} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {{stat: string, content: string}} stamp */
function writeStamp(stamp) {
  writeFileSync(`${stampFile}.${process.pid}`, JSON.stringify(stamp));
  renameSync(`${stampFile}.${process.pid}`, stampFile);
}
