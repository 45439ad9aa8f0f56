import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { out } from '../../build/paths.mjs';
import { contentStamp, listFiles } from '../../build/stamp.mjs';

const here = import.meta.dirname;
const builds = path.join(out, 'electron-stand-in');
/** Builds that nobody has used for this long go; a younger one may be in use right now. */
const keepMs = 3_600_000;

/** What runs in Node. One build, so that they share their modules. */
const programs = { electron: 'electron.ts', launch: 'launch.ts', 'utility-boot': 'utility-boot.ts' };
/** What runs in a page, each as one script. */
const pageScripts = { 'main-world': 'page/main-world.ts', 'isolated-world': 'page/isolated-world.ts' };

/**
 * The folder with the stand-in as JavaScript; bundles it when its sources have changed. Any number may ask at once.
 * @returns {Promise<string>}
 */
export async function buildStandIn() {
  const stamp = contentStamp(here, ['build.mjs', ...listFiles(here, ['src'])]).slice(0, 16);
  const folder = path.join(builds, stamp);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await bundle(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  removeOldBuilds(stamp);
  return folder;
}

/** @param {string} folder */
async function bundle(folder) {
  mkdirSync(folder, { recursive: true });
  const { build } = await import('vite');
  const shared = {
    outDir: folder,
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    reportCompressedSize: false,
  };
  const common = /** @type {const} */ ({ configFile: false, root: here, logLevel: 'error' });
  await build({
    ...common,
    ssr: { noExternal: true },
    build: {
      ...shared,
      ssr: true,
      target: 'node20',
      rolldownOptions: {
        input: inputs(programs),
        external: [/^node:/, ...builtinModules],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'shared-[hash].cjs' },
      },
    },
  });
  for (const [name, file] of Object.entries(pageScripts)) {
    await build({
      ...common,
      build: {
        ...shared,
        target: 'chrome144',
        rolldownOptions: {
          input: inputs({ [name]: file }),
          output: { format: 'iife', entryFileNames: '[name].js' },
        },
      },
    });
  }
}

/** @param {Record<string, string>} files below src/ */
function inputs(files) {
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, path.join(here, 'src', file)]),
  );
}

/** @param {string} current */
function removeOldBuilds(current) {
  for (const name of readdirSync(builds)) {
    const folder = path.join(builds, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (name !== current && age > keepMs) rmSync(folder, { recursive: true, force: true });
  }
}
