import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap, runProgram } from './bootstrap.mjs';
import { formatTable } from './bench-table.mjs';
import { out, root } from './paths.mjs';
import { say } from './run.mjs';

const folder = path.join(root, 'test/bench');
const target = path.join(out, 'bench');

runProgram(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  });
  await bootstrap();
  const names = chooseBenches(positionals);
  await bundle(names);
  /** @type {import('./bench-table.mjs').Bench[]} */
  const results = [];
  for (const name of names) {
    say(`Measuring ${name} …`);
    const { run } = await import(pathToFileURL(path.join(target, `${name}.mjs`)).href);
    const result = await run();
    results.push(result);
    if (!values.json) console.log(`${formatTable(result)}\n`);
  }
  if (values.json) console.log(JSON.stringify(results, null, 2));
  rmSync(target, { recursive: true, force: true });
});

/** @param {readonly string[]} wanted */
function chooseBenches(wanted) {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const present = files
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''));
  const unknown = wanted.filter((name) => !present.includes(name));
  const list = present.join(', ') || 'none yet';
  if (unknown.length > 0) throw new Error(`No benchmark named ${unknown.join(', ')}. There are: ${list}.`);
  if (present.length === 0) throw new Error('There is no benchmark yet (test/bench/<name>.bench.ts).');
  return wanted.length > 0 ? wanted : present;
}

/**
 * Turns the TypeScript of the benchmarks into modules this Node can load. Packages stay outside the bundle.
 * @param {readonly string[]} names
 */
async function bundle(names) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: target,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: 'inline',
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, path.join(folder, `${name}.bench.ts`)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}
