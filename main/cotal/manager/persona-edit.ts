import { createHash } from 'node:crypto';
import { Fault } from '../../../shared/base/refusal.ts';
import { parseAgentFile } from '../../../shared/cotal/agent-file.ts';
import type { PersonaRow } from '../../../shared/api/contract.ts';
import { readText, writeFileAtomic } from '../workspace/files.ts';
import { personaFile, personaRow } from './personas.ts';

/** Saves come one after the other: two windows must not both find the same bytes and both replace them. */
let saving: Promise<unknown> = Promise.resolve();

/** Names the bytes of a persona file, so that a save can say which ones it replaces. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
}

/** A persona's text as it is, whether it parses or not. */
export async function readPersonaText(
  agentsDir: string,
  name: string,
): Promise<{ text: string; revision: string }> {
  const file = personaFile(agentsDir, name);
  const text = await readText(file);
  if (text !== undefined) return { text, revision: revisionOf(text) };
  throw new Fault('unknown-persona', `There is no persona called "${name}".`, {
    why: `${file} is not there.`,
    remedy: 'See which there are: cotal personas list.',
  });
}

/**
 * Replaces a persona's text. `revision` names the bytes it was made from, `null` that there were none; when others
 * stand there now, nothing is written (`persona-changed`, `persona-exists`). A text that cannot be used is refused
 * (`bad-persona`).
 */
export function savePersonaText(
  agentsDir: string,
  save: { readonly name: string; readonly text: string; readonly revision: string | null },
): Promise<{ revision: string; persona: PersonaRow }> {
  const next = saving.then(() => saveNow(agentsDir, save));
  saving = next.catch(() => undefined);
  return next;
}

async function saveNow(
  agentsDir: string,
  { name, text, revision }: Parameters<typeof savePersonaText>[1],
): Promise<{ revision: string; persona: PersonaRow }> {
  const file = personaFile(agentsDir, name);
  const parsed = parseAgentFile(text, `${name}.md`);
  if (!parsed.ok) {
    throw new Fault('bad-persona', 'The persona was not saved.', {
      why: parsed.error.sentence,
      remedy: 'Correct it and save again.',
    });
  }
  const before = await readText(file);
  const current = before === undefined ? null : revisionOf(before);
  if (current !== revision) throw conflict(name, current, revision);
  await writeFileAtomic(file, text, 0o644);
  return { revision: revisionOf(text), persona: await personaRow(file) };
}

function conflict(name: string, current: string | null, revision: string | null): Fault {
  if (revision === null) {
    return new Fault('persona-exists', `A persona called "${name}" is there already.`, {
      why: 'A new one would replace it.',
      remedy: 'Choose another name, or open that one.',
    });
  }
  return new Fault('persona-changed', `The persona "${name}" was not saved.`, {
    why:
      current === null
        ? 'Somebody else removed it meanwhile.'
        : 'Somebody else changed it meanwhile, and their text would be lost.',
    remedy: 'Keep your text, open the persona again, and put the two together.',
  });
}
