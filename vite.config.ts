import { builtinModules } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (file: string) => path.join(import.meta.dirname, file);

/** The Node programs: each becomes out/app/main/<name>.mjs. */
const programs = {
  host: 'main/host/main.ts',
  cli: 'main/cli/main.ts',
  browser: 'main/browser/main.ts',
  electron: 'main/electron/main.ts',
  'demo-agent': 'main/cotal/connectors/demo/agent.ts',
  'shell-agent': 'main/cotal/connectors/shell/agent.ts',
};

/** Loaded at run time instead of bundled: Electron is the runtime, node-pty carries a native binary. */
const external = ['electron', '@lydell/node-pty'];

/** Where the result goes; the bootstrap builds into a folder of its own and renames it into place. */
const outDir = path.resolve(process.env['COTAL_BUILD_OUT'] ?? here('out/app'));

export default defineConfig({
  root: here('renderer/app'),
  base: './',
  plugins: [react()],
  builder: {
    sharedConfigBuild: true,
    async buildApp(builder) {
      for (const name of ['main', 'preload', 'client']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  environments: {
    client: {
      build: {
        outDir: path.join(outDir, 'renderer'),
        emptyOutDir: true,
        target: 'chrome144',
        rolldownOptions: {
          // The setting stands beside what it sets: in a chunk of its own it would come after the first schemas.
          output: {
            codeSplitting: {
              groups: [{ name: 'schemas', test: /node_modules[\\/]zod[\\/]|app[\\/]no-eval\.ts$/ }],
            },
          },
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: { external, noExternal: true, conditions: ['node'] },
      build: {
        outDir: path.join(outDir, 'main'),
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        minify: false,
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, here(file)])),
          external: [...external, /^node:/, ...builtinModules],
          output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    },
    // One file each, with nothing to require but electron: a sandboxed preload has no other module.
    preload: {
      consumer: 'server',
      resolve: { external: ['electron'], noExternal: true },
      build: {
        outDir: path.join(outDir, 'preload'),
        emptyOutDir: true,
        target: 'chrome144',
        ssr: true,
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: { window: here('preload/window.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
});
