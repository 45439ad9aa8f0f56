import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { resolveImport, scanImports } from './imports.mjs';
import { root } from './paths.mjs';

/** @typedef {{of: string, may: readonly string[]}} Layer a folder, and the folders it may import besides itself */
/** @typedef {{from: string, not: readonly string[], why: string}} Ban */
/** @typedef {{packages: readonly string[], only: readonly string[], why: string}} Reserved packages with a fixed home */
/** @typedef {{file: string, line: number, spec: string, why: string}} Violation */

const shared = ['shared'];
/** Everything in main/ that is not a composition root. */
const parts = [
  'main/cotal',
  'main/natively',
  'main/vault',
  'main/terminal',
  'main/attention',
  'main/bridge',
  'main/shell',
];
const roots = ['main/host', 'main/electron', 'main/browser', 'main/cli'];

/** @type {readonly Layer[]} The longest matching folder counts. */
const layers = [
  { of: 'shared/base', may: [] },
  { of: 'shared/cotal', may: ['shared/base'] },
  { of: 'shared/natively', may: ['shared/base'] },
  { of: 'shared/mesh-view', may: ['shared/base', 'shared/cotal', 'shared/natively'] },
  { of: 'shared/api', may: ['shared/base', 'shared/cotal', 'shared/natively', 'shared/mesh-view'] },
  ...[...parts, ...roots]
    .filter((of) => of !== 'main/attention')
    .map((of) => ({ of, may: [...shared, ...parts] })),
  // What needs the person is read from facts; how they are had is passed in.
  { of: 'main/attention', may: shared },
  { of: 'preload', may: shared },
  { of: 'renderer', may: shared },
  { of: 'build', may: [] },
];

const wireOnly = ['broker', 'manager', 'delivery', 'connectors', 'observer'].map(
  (name) => `main/cotal/${name}`,
);

/** @type {readonly Ban[]} */
const bans = [
  { from: 'main/cotal', not: ['main/natively'], why: 'Cotal and Natively meet in main/bridge only' },
  { from: 'main/natively', not: ['main/cotal'], why: 'Cotal and Natively meet in main/bridge only' },
  ...wireOnly.map((from) => ({
    from,
    not: wireOnly.filter((other) => other !== from),
    why: 'the parts of the mesh meet on the wire; they share main/cotal/nats and main/cotal/workspace',
  })),
  {
    from: 'main/natively/executor',
    not: ['main/natively/planes', 'main/natively/transport'],
    why: 'a message reaches an action only through grant resolution and the checks',
  },
  {
    from: 'shared',
    not: ['node:*', 'react', 'react-dom', '@xterm/*', 'zustand', 'ws', 'pino', '@nats-io/*', '@lydell/*'],
    why: 'shared/ is pure TypeScript that runs everywhere',
  },
  { from: 'renderer', not: ['node:*'], why: 'a window has no Node' },
];

/** Only these folders may know both protocols. */
const knowBoth = ['main/bridge', 'main/attention', ...roots];

/** @type {readonly Reserved[]} */
const reserved = [
  {
    packages: ['electron'],
    only: ['main/electron', 'preload'],
    why: 'only main/electron and preload import electron',
  },
  {
    packages: [
      'libsodium-wrappers-sumo',
      'libsodium-wrappers',
      'sodium-native',
      'tweetnacl',
      '@noble/*',
      '@scure/*',
    ],
    only: ['main/vault', 'main/natively/node', 'main/natively/sessions', 'shared/natively'],
    why: 'cryptography stays where keys are and where signatures are verified',
  },
  {
    packages: ['@nats-io/nkeys', '@nats-io/jwt'],
    only: ['main/cotal'],
    why: "the broker's keys and tokens are Cotal's business",
  },
];

/** Tests may import what they test with; they are held only by the rule about test/. @param {string} file */
const isTest = (file) => file.startsWith('test/') || /\.test\.(ts|tsx|mjs)$/.test(file);

const builtins = new Set(builtinModules);

/**
 * The imports that break the table.
 * @param {readonly {file: string, source: string}[]} files paths from the top folder, with forward slashes
 * @returns {Violation[]}
 */
export function findViolations(files) {
  const imports = files.flatMap(({ file, source }) =>
    scanImports(source).map((found) => ({
      ...found,
      file,
      target: resolveImport(file, found.spec, builtins),
    })),
  );
  const single = imports.flatMap(({ file, line, spec, target }) => {
    const why = explainImport(file, target, spec.startsWith('.'));
    return why ? [{ file, line, spec, why }] : [];
  });
  return [...single, ...findBothKnown(imports)];
}

/**
 * Why a file may not import a target, or nothing.
 * @param {string} file @param {string} target @param {boolean} ours
 * @returns {string | undefined}
 */
function explainImport(file, target, ours) {
  if (target.startsWith('test/') && !file.startsWith('test/')) return 'nothing outside test/ imports from it';
  if (isTest(file)) return undefined;
  const ban = bans.find(({ from, not }) => isIn(file, from) && not.some((banned) => matches(target, banned)));
  if (ban) return ban.why;
  const home = reserved.find(({ packages }) => packages.some((name) => matches(target, name)));
  if (home && !home.only.some((folder) => isIn(file, folder))) return home.why;
  if (!ours) return undefined;
  const layer = layerOf(file);
  if (!layer || [layer.of, ...layer.may].some((folder) => isIn(target, folder))) return undefined;
  return `${layer.of} may import ${layer.may.join(', ') || 'nothing'} besides itself`;
}

/**
 * Folders of main/ that import both protocols without being meant to.
 * @param {readonly {file: string, line: number, spec: string, target: string}[]} imports
 * @returns {Violation[]}
 */
function findBothKnown(imports) {
  const candidates = parts.filter((folder) => !knowBoth.includes(folder));
  return candidates.flatMap((folder) => {
    const own = imports.filter(({ file }) => isIn(file, folder) && !isTest(file));
    const cotal = own.find(({ target }) => isIn(target, 'main/cotal'));
    const natively = own.find(({ target }) => isIn(target, 'main/natively'));
    if (!cotal || !natively || folder === 'main/cotal' || folder === 'main/natively') return [];
    const { file, line, spec } = natively;
    const why = `${folder} already imports main/cotal (${cotal.file}); only ${knowBoth.join(', ')} know both protocols`;
    return [{ file, line, spec, why }];
  });
}

/** @param {string} file */
function layerOf(file) {
  return layers.filter(({ of }) => isIn(file, of)).sort((a, b) => b.of.length - a.of.length)[0];
}

/** @param {string} file @param {string} folder */
function isIn(file, folder) {
  return file === folder || file.startsWith(`${folder}/`);
}

/** @param {string} target @param {string} pattern a folder, a package, or a start with `*` */
function matches(target, pattern) {
  return pattern.endsWith('*') ? target.startsWith(pattern.slice(0, -1)) : isIn(target, pattern);
}

/**
 * The violations among files of the checkout, one a line; empty when all is well.
 * @param {readonly string[]} files from the top folder
 */
export function checkLayers(files) {
  const read = files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));
  return findViolations(read).map(({ file, line, spec, why }) => `${file}:${line} imports '${spec}': ${why}`);
}
