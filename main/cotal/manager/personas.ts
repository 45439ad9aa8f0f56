import { promises as fs } from 'node:fs';
import path from 'node:path';
import { asFault, Fault } from '../../../shared/base/refusal.ts';
import { parseAgentFile, type AgentFile } from '../../../shared/cotal/agent-file.ts';
import { parseAgentName } from '../../../shared/cotal/names.ts';
import type { PersonaRow } from '../../../shared/api/contract.ts';
import { exists, hasErrno, readText, writeFileAtomic } from '../workspace/files.ts';

/** A persona that can be launched. */
export interface Persona {
  readonly file: string;
  readonly agentFile: AgentFile;
}

/** Finds a persona by catalog name, or by path when the reference has a separator or ends in `.md`. */
export async function readPersona(agentsDir: string, reference: string): Promise<Persona> {
  const isPath = /[/\\]/.test(reference) || reference.endsWith('.md');
  const file = isPath ? path.resolve(reference) : personaFile(agentsDir, reference);
  const text = await readText(file);
  if (text === undefined) {
    const known = (await personaFiles(agentsDir)).map((f) => path.basename(f, '.md'));
    throw new Fault(
      'unknown-persona',
      isPath ? `There is no persona file ${file}.` : `There is no persona called "${reference}".`,
      {
        why: known.length === 0 ? 'This mesh has none yet.' : `This mesh has: ${known.join(', ')}.`,
        remedy: `Make it: cotal personas new ${isPath ? '<name>' : reference} --prompt "…"`,
      },
    );
  }
  const parsed = parseAgentFile(text, path.basename(file));
  if (parsed.ok) return { file, agentFile: parsed.value };
  throw new Fault('bad-persona', 'The persona cannot be used.', {
    why: parsed.error.sentence,
    remedy: `Correct it: cotal personas edit ${path.basename(file, '.md')}`,
  });
}

/** All personas of a catalog; one that does not parse is listed with its problem. */
export async function listPersonas(agentsDir: string): Promise<PersonaRow[]> {
  return Promise.all((await personaFiles(agentsDir)).map(personaRow));
}

/** What a spawn without a persona takes. */
const DEFAULT_PERSONA = 'default';

/** One persona file as it is listed; `problem` says why it cannot be spawned. */
export async function personaRow(file: string): Promise<PersonaRow> {
  const name = path.basename(file, '.md');
  const unread: PersonaRow = {
    name,
    file,
    role: null,
    agent: null,
    model: null,
    description: null,
    owner: null,
    subscribe: [],
    allowSubscribe: [],
    allowPublish: [],
    capabilities: [],
    isDefault: name === DEFAULT_PERSONA,
    problem: null,
  };
  // One that cannot be read must not hide the others.
  const text = await readText(file).catch((error: unknown) => asFault(error, 'cannot-read', '', ''));
  if (text instanceof Fault) return { ...unread, problem: text.message };
  const parsed = parseAgentFile(text ?? '', path.basename(file));
  if (!parsed.ok) return { ...unread, problem: parsed.error.sentence };
  const { role, agent, model, description, owner, ...scope } = parsed.value;
  return {
    ...unread,
    role: role ?? null,
    agent: agent ?? null,
    model: model ?? null,
    description: description ?? null,
    owner: owner ?? null,
    subscribe: [...scope.subscribe],
    allowSubscribe: [...scope.allowSubscribe],
    allowPublish: [...scope.allowPublish],
    capabilities: [...scope.capabilities],
  };
}

/** What a new persona is made of. Policy (channels, capabilities) is not among it: the person edits the file for that. */
export interface PersonaContent {
  readonly name: string;
  readonly prompt: string;
  readonly role?: string | undefined;
  readonly model?: string | undefined;
  readonly agent?: string | undefined;
  readonly owner?: string | undefined;
}

/** Writes a new persona; one that exists is not overwritten unless it is said. */
export async function writePersona(
  agentsDir: string,
  content: PersonaContent,
  overwrite = false,
): Promise<string> {
  const file = personaFile(agentsDir, content.name);
  if (!overwrite && (await exists(file))) {
    throw new Fault('persona-exists', `A persona called "${content.name}" is there already.`, {
      why: `Its file is ${file}.`,
      remedy: `Change it: cotal personas edit ${content.name}`,
    });
  }
  const head = (['name', 'role', 'agent', 'model', 'owner'] as const).flatMap((key) => {
    const value = content[key];
    return value === undefined ? [] : [`${key}: ${quoteValue(key, value)}`];
  });
  const text = [
    '---',
    ...head,
    'subscribe: [general]',
    'allowPublish: [general]',
    '---',
    content.prompt.trim(),
    '',
  ].join('\n');
  const parsed = parseAgentFile(text, path.basename(file));
  if (!parsed.ok)
    throw new Fault('bad-persona', 'The persona was not written.', {
      why: parsed.error.sentence,
      remedy: 'Correct the value and try again.',
    });
  await writeFileAtomic(file, text, 0o644);
  return file;
}

export async function removePersona(agentsDir: string, name: string): Promise<void> {
  const { file } = await readPersona(agentsDir, catalogName(name)).catch((error: unknown) => {
    // A persona that does not parse can be removed all the same.
    if (error instanceof Fault && error.code === 'bad-persona') return { file: personaFile(agentsDir, name) };
    throw error;
  });
  await fs.rm(file);
}

const STARTERS: readonly [string, string][] = [
  [
    'default',
    [
      '---',
      'name: default',
      'subscribe: [general]',
      'allowPublish: [general]',
      '---',
      'You are a peer on a shared mesh of agents. Say what you do in #general, answer direct messages,',
      'and ask the owner when a decision is theirs.',
      '',
    ].join('\n'),
  ],
  [
    'demo',
    [
      '---',
      'name: demo',
      'agent: demo',
      'description: The built-in demo agent. Answers direct messages and follows #general.',
      'subscribe: [general]',
      'allowPublish: [general]',
      '---',
      'A scripted agent; it needs no harness.',
      '',
    ].join('\n'),
  ],
  [
    'shell',
    [
      '---',
      'name: shell',
      'agent: shell',
      'description: An interactive shell on the mesh.',
      'subscribe: [general]',
      'allowPublish: [general]',
      '---',
      'A shell for a person.',
      '',
    ].join('\n'),
  ],
];

/** Writes the personas every mesh starts with, where they are absent. */
export async function writeStarters(agentsDir: string): Promise<void> {
  for (const [name, text] of STARTERS) {
    const file = path.join(agentsDir, `${name}.md`);
    if (!(await exists(file))) await writeFileAtomic(file, text, 0o644);
  }
}

/** The file of a persona by its catalog name. */
export function personaFile(agentsDir: string, name: string): string {
  return path.join(agentsDir, `${catalogName(name)}.md`);
}

function catalogName(raw: string): string {
  const name = parseAgentName(raw);
  if (name.ok) return name.value;
  throw new Fault('bad-name', 'That cannot be the name of a persona.', {
    why: name.error.sentence,
    remedy: 'Choose another name.',
  });
}

function quoteValue(key: string, value: string): string {
  if (/[\r\n]/.test(value) || (value.includes('"') && value.includes("'"))) {
    throw new Fault('bad-value', `The ${key} cannot be written into a persona.`, {
      why: 'It has a line break, or both kinds of quotes.',
      remedy: 'Use a simpler value.',
    });
  }
  const risky = /[,:#"']|^[[ ]| $/.test(value);
  return !risky ? value : value.includes('"') ? `'${value}'` : `"${value}"`;
}

async function personaFiles(agentsDir: string): Promise<string[]> {
  try {
    const names = await fs.readdir(agentsDir);
    return names
      .filter((n) => n.endsWith('.md'))
      .toSorted()
      .map((n) => path.join(agentsDir, n));
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
