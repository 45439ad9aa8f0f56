import { app, dialog } from 'electron';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { asFault } from '../../shared/base/refusal.ts';
import { cotalHome } from '../cotal/workspace/home.ts';
import { refuseInsideAgent } from '../shell/bring-up.ts';
import { createShellLog } from '../shell/shell-log.ts';
import { hardenEarly } from './app.ts';
import { takePlace } from './deep-link.ts';
import { registerScheme } from './protocol.ts';
import { createRequests } from './requests.ts';
import { findDeepLinks } from './security.ts';
import { start } from './start.ts';

// Node would open its debugger on this signal, and with it everything the shell may ask of the host.
process.on('SIGUSR1', () => undefined);

/** Everything that has to be said before Electron is ready, and then the app; a second start hands over and ends. */
function main(): void {
  refuseInsideAgent(process.env);
  const home = cotalHome();
  const shellDir = path.join(home, 'shell');
  const dataDir = path.join(shellDir, 'electron');
  // One app for each machine home: the place that only one can take is in its data folder.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  app.setPath('userData', dataDir);
  app.setName('Cotal');
  // What Windows groups windows and notifications by: the id of the package.
  app.setAppUserModelId('ai.natively.cotal');
  registerScheme();
  hardenEarly();
  const requests = createRequests();
  const first = { links: findDeepLinks(process.argv), cwd: process.env['INIT_CWD'] ?? process.cwd() };
  if (!takePlace(first, requests.add)) return app.exit(0);
  const log = createShellLog(path.join(shellDir, 'shell.log'), Date.now);
  process.on('uncaughtException', (error) => log('uncaught', { error: String(error.stack) }));
  start({ home, shellDir, log, requests, first }).catch(explainAndExit);
}

function explainAndExit(error: unknown): void {
  const { what, message, why, remedy } = asFault(error, 'shell', 'Cotal could not start.', 'Try again.');
  process.stderr.write(`${message} ${remedy}\n`);
  dialog.showErrorBox(what, [why, remedy].filter((part) => part !== '').join('\n\n'));
  app.exit(1);
}

try {
  main();
} catch (error) {
  explainAndExit(error);
}
