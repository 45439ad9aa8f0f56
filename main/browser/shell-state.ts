import { promises as fs } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { z } from 'zod';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import { readJson, writeJson } from '../cotal/workspace/files.ts';
import { isRunning, ownIdentity } from '../cotal/workspace/processes.platform.ts';
import { originOf } from './guard.ts';
import { controlAnswerSchema } from './server.ts';

/** How another start of the program finds the running shell, and proves that it could read this 0600 file. */
const shellStateSchema = z.object({
  pid: z.number().int(),
  startTime: z.string(),
  port: z.number().int().min(1).max(65_535),
  secret: z.string(),
});
export type ShellState = z.infer<typeof shellStateSchema>;

const ASK_MS = 3000;

/** The file of the shell that runs for a machine home. */
function shellStateFile(runDir: string): string {
  return path.join(runDir, 'shell.json');
}

/** Says in the state file that this process is the shell. */
export async function writeShellState(
  runDir: string,
  state: Pick<ShellState, 'port' | 'secret'>,
): Promise<void> {
  await writeJson(shellStateFile(runDir), { ...(await ownIdentity()), ...state });
}

/** Removes the state file if it is still this process's. */
export async function removeShellState(runDir: string): Promise<void> {
  const state = await readShellState(runDir);
  if (state?.pid === process.pid) await fs.rm(shellStateFile(runDir), { force: true });
}

/**
 * The shell that runs, if one does. A file left behind by one that ended, or whose process number now belongs to
 * another program, is none: whoever listens on its port meanwhile must not be asked anything.
 */
export async function findRunningShell(runDir: string): Promise<ShellState | undefined> {
  const state = await readShellState(runDir);
  return state !== undefined && (await isRunning(state)) ? state : undefined;
}

/** Asks the running shell for a fresh way in: a redirect file, or a link to print. */
export async function askRunningShell(
  state: ShellState,
  want: 'file' | 'link',
  mesh: string,
): Promise<string | undefined> {
  const body = JSON.stringify({ secret: state.secret, want, mesh });
  const text = await postJson(state.port, '/control', body).catch(() => undefined);
  const json = parseJsonText(text ?? '', { maxBytes: 8192, maxDepth: 4 });
  const answer = json.ok ? controlAnswerSchema.safeParse(json.value) : undefined;
  if (answer?.success !== true) return undefined;
  return 'file' in answer.data ? answer.data.file : answer.data.link;
}

async function readShellState(runDir: string): Promise<ShellState | undefined> {
  const file = shellStateFile(runDir);
  // A damaged file says nothing about a running shell; it is written anew.
  return readJson(file, shellStateSchema, `Remove ${file}.`).catch(() => undefined);
}

function postJson(port: number, url: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { origin: originOf(port), 'content-type': 'application/json' };
    const req = request(
      { host: '127.0.0.1', port, path: url, method: 'POST', headers, timeout: ASK_MS },
      (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (chunk: string) => (text += chunk));
        res.on('end', () =>
          res.statusCode === 200 ? resolve(text) : reject(new Error(`status ${res.statusCode}`)),
        );
      },
    );
    req.on('timeout', () => req.destroy(new Error('no answer in time')));
    req.on('error', reject);
    req.end(body);
  });
}
