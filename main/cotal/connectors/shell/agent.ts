import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Fault } from '../../../../shared/base/refusal.ts';
import { joinSession, readSession } from '../session.ts';
import { sessionLog } from '../session-log.ts';

// Node would open its debugger on this signal.
process.on('SIGUSR1', () => undefined);

/** Joins the mesh, then gives the terminal to a shell; leaves when the shell ends. */
async function main(): Promise<void> {
  const session = readSession(process.env, 'shell');
  const shell = shellProgram(process.platform, process.env);
  const endpoint = await joinSession(session, sessionLog(session.options.spool));
  process.stdout.write(
    `\x1b[2m${session.options.card.name} joined ${session.options.space}. "cotal send", "cotal history --dms" act as this agent.\x1b[0m\n`,
  );
  const child = spawn(shell.file, [...shell.args], { stdio: 'inherit' });
  endpoint.setStatus('idle', 'shell');
  // Ctrl-C belongs to what runs in the shell.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal === 'SIGTERM' ? 'SIGHUP' : signal));
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(127));
    child.on('exit', (exit, signal) => resolve(exit ?? (signal === null ? 1 : 128)));
  });
  await endpoint.close();
  process.exit(code);
}

function shellProgram(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): { file: string; args: readonly string[] } {
  if (platform === 'win32') return { file: env['COMSPEC'] ?? 'cmd.exe', args: [] };
  const own = env['SHELL'];
  if (own !== undefined && existsSync(own)) return { file: own, args: ['-i'] };
  return { file: existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh', args: ['-i'] };
}

main().catch((error: unknown) => {
  const text = error instanceof Fault ? `${error.what} ${error.why} ${error.remedy}` : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
