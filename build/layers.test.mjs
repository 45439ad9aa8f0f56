import { expect, test } from 'vitest';
import { scanImports } from './imports.mjs';
import { findViolations } from './layers.mjs';

/** What the table says about one planted import. @param {string} file @param {string} spec */
function why(file, spec) {
  return findViolations([{ file, source: `import { x } from '${spec}';` }]).map(
    (violation) => violation.why,
  )[0];
}

test('every form of import is seen, with its line', () => {
  const source = [
    "import a from './a.ts';",
    'import type { B } from "./b.ts";',
    'import {',
    '  c,',
    "} from './c.ts';",
    "export * from './d.ts';",
    "import './e.css?inline';",
    "const f = await import('./f.ts');",
    "const g = require('./g.cjs');",
    "new Worker(new URL('./h.ts', import.meta.url));",
  ].join('\n');
  expect(scanImports(source)).toEqual([
    { spec: './a.ts', line: 1 },
    { spec: './b.ts', line: 2 },
    { spec: './c.ts', line: 5 },
    { spec: './d.ts', line: 6 },
    { spec: './e.css', line: 7 },
    { spec: './f.ts', line: 8 },
    { spec: './g.cjs', line: 9 },
    { spec: './h.ts', line: 10 },
  ]);
});

test('comments and neighbouring strings are no imports', () => {
  const source = [
    "// import a from './a.ts'",
    "/* export * from './b.ts' */",
    "const url = 'http://x'; import c from './c.ts';",
    "export const d = 'from';",
    "const e = 'x';",
  ].join('\n');
  expect(scanImports(source)).toEqual([{ spec: './c.ts', line: 3 }]);
});

test.each([
  ['shared/base/a.ts', '../cotal/names.ts', /shared\/base may import nothing/],
  ['shared/cotal/a.ts', '../natively/card.ts', /shared\/cotal may import shared\/base/],
  ['shared/cotal/a.ts', '../api/contract.ts', /shared\/cotal may import/],
  ['shared/mesh-view/a.ts', '../api/contract.ts', /shared\/mesh-view may import/],
  ['shared/api/a.ts', '../../main/shell/gateway.ts', /shared\/api may import/],
  ['shared/base/a.ts', 'node:crypto', /pure TypeScript/],
  ['shared/base/a.ts', 'fs/promises', /pure TypeScript/],
  ['shared/base/a.ts', 'electron', /only main\/electron and preload/],
  ['shared/base/a.ts', '@xterm/xterm', /pure TypeScript/],
  ['main/cotal/nats/a.ts', '../../natively/node/b.ts', /meet in main\/bridge/],
  ['main/natively/node/a.ts', '../../cotal/nats/b.ts', /meet in main\/bridge/],
  ['main/cotal/manager/a.ts', '../delivery/b.ts', /meet on the wire/],
  ['main/cotal/connectors/demo/agent.ts', '../../observer/b.ts', /meet on the wire/],
  ['main/natively/executor/a.ts', '../planes/b.ts', /grant resolution/],
  ['main/terminal/a.ts', '../host/main.ts', /main\/terminal may import/],
  ['main/cli/a.ts', '../host/main.ts', /main\/cli may import/],
  ['main/cli/a.ts', '../../renderer/app/b.ts', /main\/cli may import/],
  ['renderer/app/a.tsx', '../../main/shell/b.ts', /renderer may import shared/],
  ['renderer/app/a.tsx', 'node:path', /no Node/],
  ['main/host/a.ts', 'electron', /only main\/electron and preload/],
  ['main/bridge/a.ts', 'libsodium-wrappers-sumo', /cryptography stays/],
  ['main/host/a.ts', '@noble/curves/ed25519', /cryptography stays/],
  ['main/host/a.ts', '@nats-io/nkeys', /Cotal's business/],
  ['main/host/a.ts', '../../test/support/b.ts', /nothing outside test/],
  ['main/host/a.test.ts', '../../test/support/b.ts', /nothing outside test/],
  ['build/a.mjs', '../shared/base/ids.ts', /build may import nothing/],
])('%s may not import %s', (file, spec, expected) => {
  expect(why(file, spec)).toMatch(expected);
});

test.each([
  ['shared/cotal/a.ts', '../base/ids.ts'],
  ['shared/api/a.ts', '../mesh-view/snapshot.ts'],
  ['shared/cotal/a.ts', 'zod'],
  ['main/cotal/manager/a.ts', '../nats/b.ts'],
  ['main/cotal/manager/a.ts', '../../terminal/pty.ts'],
  ['main/cotal/manager/a.ts', './sub/b.ts'],
  ['main/bridge/a.ts', '../cotal/nats/b.ts'],
  ['main/host/a.ts', '../cotal/broker/b.ts'],
  ['main/electron/a.ts', 'electron'],
  ['preload/window.ts', 'electron'],
  ['shared/natively/keys.ts', 'libsodium-wrappers-sumo'],
  ['main/cotal/nats/keys.ts', '@nats-io/nkeys'],
  ['renderer/app/a.tsx', 'react'],
  ['shared/base/a.test.ts', 'node:fs'],
  ['test/e2e/a.test.ts', '../../main/host/main.ts'],
])('%s may import %s', (file, spec) => {
  expect(why(file, spec)).toBeUndefined();
});

test('a folder that is not meant to may not know both protocols, even in two files', () => {
  const files = (/** @type {string} */ folder) => [
    { file: `main/${folder}/a.ts`, source: "import { x } from '../cotal/nats/x.ts';" },
    { file: `main/${folder}/b.ts`, source: "import { y } from '../natively/node/y.ts';" },
  ];
  expect(findViolations(files('shell'))).toMatchObject([{ file: 'main/shell/b.ts', line: 1 }]);
  expect(findViolations(files('bridge'))).toEqual([]);
  expect(findViolations(files('host'))).toEqual([]);
});
