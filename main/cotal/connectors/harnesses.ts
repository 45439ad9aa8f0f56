import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { HarnessRow } from '../../../shared/api/rows.ts';
import type { Connector } from '../workspace/launch.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Harnesses that are known by name, and where a person gets them. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ['claude', 'npm install -g @anthropic-ai/claude-code'],
  ['opencode', 'npm install -g opencode-ai'],
  ['codex', 'npm install -g @openai/codex'],
  ['hermes', 'see the Hermes documentation'],
]);

/** What agents can run in here: the connectors, then what is known by name. Nothing is run to find out. */
export async function listHarnesses(
  connectors: Iterable<Connector>,
  defaultConnector: string,
  env: Env = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<HarnessRow[]> {
  const ours = await Promise.all(
    [...connectors].map(async (connector): Promise<HarnessRow> => {
      const missing = await connector.missing();
      return {
        name: connector.name,
        state: missing === undefined ? 'usable' : 'missing',
        detail: missing === undefined ? null : `${missing.why} ${missing.remedy}`,
        isDefault: connector.name === defaultConnector,
      };
    }),
  );
  const others = [...KNOWN].filter(([name]) => !ours.some((row) => row.name === name));
  const found = await Promise.all(
    others.map(async ([name, source]): Promise<HarnessRow> => {
      const file = await findOnPath(name, env, platform);
      return {
        name,
        state: file === undefined ? 'missing' : 'found',
        detail: file ?? `Not on PATH. To get it: ${source}.`,
        isDefault: name === defaultConnector,
      };
    }),
  );
  return [...ours, ...found];
}

/** The first program of this name on the search path. */
export async function findOnPath(
  program: string,
  env: Env = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  const isWindows = platform === 'win32';
  const names = isWindows ? ['.exe', '.cmd', '.bat'].map((end) => `${program}${end}`) : [program];
  for (const dir of (env['PATH'] ?? '').split(path.delimiter).filter((d) => path.isAbsolute(d))) {
    for (const name of names) {
      const file = path.join(dir, name);
      const runs = await fs.access(file, fs.constants.X_OK).then(
        () => fs.stat(file).then((s) => s.isFile()),
        () => false,
      );
      if (runs) return file;
    }
  }
  return undefined;
}
