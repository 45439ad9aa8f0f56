import type { Command } from 'commander';
import { createProgram } from './program.ts';
import { EXIT } from './output.ts';

// Node would open its debugger on this signal.
process.on('SIGUSR1', () => undefined);
// A reader that went away (head, less) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const program = createProgram('0.1.0');
overrideExit(program);
if (process.argv.length <= 2) {
  program.outputHelp();
  process.exit(0);
}
await program.parseAsync(process.argv);

/** Wrong usage ends with its own exit code, in every command. */
function overrideExit(command: Command): void {
  command.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : EXIT.usage));
  for (const child of command.commands) overrideExit(child);
}
