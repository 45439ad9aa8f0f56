import path from 'node:path';
import { bootstrap, runProgram } from './bootstrap.mjs';
import { root } from './paths.mjs';
import { plainEnv, run } from './run.mjs';

/** Packs the app for this system; what stands behind `--` goes to electron-builder, such as `--linux dir`. */
runProgram(async () => {
  await bootstrap();
  const cli = path.join(root, 'node_modules/electron-builder/cli.js');
  const args = [cli, '--publish', 'never', ...process.argv.slice(2)];
  const { code } = await run(process.execPath, args, { env: plainEnv(), show: true });
  process.exitCode = code;
});
