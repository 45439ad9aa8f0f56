import { promises as fs } from 'node:fs';
import type { Check, MeshStatus } from '../../shared/api/contract.ts';
import { toRfc3339 } from '../../shared/base/time.ts';

/** What a person may give to somebody who helps them. */
export interface SupportFacts {
  readonly at: number;
  readonly version: string;
  readonly build: string;
  readonly platform: string;
  readonly checks: readonly Check[];
  readonly meshes: readonly MeshStatus[];
  /** The last lines of the host's log. */
  readonly log: readonly string[];
  /** The person's home folder, which carries their name. */
  readonly homeDir: string;
}

const LOG_LINES = 200;
const LOG_BYTES = 512 * 1024;

/** Seeds, tokens and credentials by their look, wherever they stand. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN[\s\S]*?-----END[^-]*-+/g,
  /\bS[UAONC][A-Z2-7]{56}\b/g,
  /\beyJ[\w-]{10,}(?:\.[\w-]+){0,2}/g,
  /\b(?:sk|ghp|gho|xox[abp])[-_][\w-]{16,}/g,
  /((?:nats|tls|wss?|https?|cotal):\/\/)[^\s/@"]+@/g,
];
/** Log fields that could hold what somebody wrote, or a secret. */
const WORDS = new Set(['text', 'prompt', 'parts', 'creds', 'seed', 'jwt', 'token', 'secret', 'password']);

/** The text as it would be sent: readable, so that a person can see that nothing of theirs is in it. */
export function supportText(facts: SupportFacts): string {
  const text = [
    `Cotal ${facts.version} (build ${facts.build}) on ${facts.platform}, ${toRfc3339(facts.at)}`,
    '',
    'Checks',
    ...facts.checks.map(
      (c) => `  [${c.state}] ${c.title}: ${c.detail}${c.remedy === null ? '' : ` → ${c.remedy}`}`,
    ),
    '',
    'Meshes',
    ...(facts.meshes.length === 0 ? ['  none is up'] : facts.meshes.flatMap(meshLines)),
    '',
    `Log, the last ${Math.min(LOG_LINES, facts.log.length)} lines`,
    ...facts.log.slice(-LOG_LINES).map((line) => `  ${withoutWords(line)}`),
    '',
  ].join('\n');
  return redact(text, facts.homeDir);
}

function meshLines(s: MeshStatus): string[] {
  return [
    `  ${s.space}: ${s.state} (${s.mode}) at ${s.server}, root ${s.root}${s.reason === null ? '' : ` – ${s.reason}`}`,
    ...s.processes.map(
      (p) =>
        `    ${p.role}: ${p.state} since ${toRfc3339(p.since)}${p.reason === null ? '' : ` – ${p.reason}`}`,
    ),
    ...s.warnings.map((w) => `    ! ${w}`),
  ];
}

/** A line of the log without the fields that could hold words; one that is no log line is left out. */
function withoutWords(line: string): string {
  try {
    const clean = JSON.stringify(JSON.parse(line), (key, value: unknown) =>
      WORDS.has(key) ? '[left out]' : value,
    );
    return clean;
  } catch {
    return '[a line that is no log line]';
  }
}

/** Secrets by their look, and the home folder by its place. */
export function redact(text: string, homeDir: string): string {
  const clean = SECRETS.reduce(
    (t, pattern) =>
      t.replaceAll(pattern, (_all, scheme?: unknown) =>
        typeof scheme === 'string' ? `${scheme}[secret]@` : '[secret]',
      ),
    text,
  );
  return homeDir.length > 1 ? clean.replaceAll(homeDir, '~') : clean;
}

/** The end of a file as lines; of a large one, only what can be looked through. */
export async function lastLogLines(file: string): Promise<string[]> {
  const handle = await fs.open(file, 'r');
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, LOG_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString('utf8').split('\n');
    // The first one may have been cut.
    return (length < size ? lines.slice(1) : lines).filter((line) => line !== '').slice(-LOG_LINES);
  } finally {
    await handle.close();
  }
}
